"""What stands in the place of what a reader is not told while their own verdict is not in: in words, and as a value."""

HIDDEN = "hidden until your verdict is in"
UNTOLD = "hidden"
