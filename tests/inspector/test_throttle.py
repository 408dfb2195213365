"""The bucket of tokens for each address."""

from inspector.throttle import MOST_ADDRESSES, Throttle


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_three_are_taken_at_once_and_then_one_every_ten_seconds() -> None:
    clock = Clock()
    throttle = Throttle(3, 10, clock)
    assert [throttle.takes("a") for _ in range(5)] == [True, True, True, False, False]
    clock.now = 9.0
    assert not throttle.takes("a")
    clock.now = 11.0
    assert [throttle.takes("a") for _ in range(2)] == [True, False]


def test_a_long_rest_gives_no_more_than_the_first_handful() -> None:
    clock = Clock()
    throttle = Throttle(3, 10, clock)
    assert throttle.takes("a")
    clock.now = 10_000.0
    assert [throttle.takes("a") for _ in range(4)] == [True, True, True, False]


def test_one_address_does_not_pay_for_another_and_many_addresses_do_not_fill_the_memory() -> None:
    throttle = Throttle(1, 10, Clock())
    assert throttle.takes("a") and throttle.takes("b")
    assert not throttle.takes("a")
    for number in range(MOST_ADDRESSES + 1):
        throttle.takes(str(number))
    assert throttle.takes("b")
