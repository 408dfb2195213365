import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import inspector.models.people
import lineage.models.columns


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('lineage', '0005_projections_and_ledger'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Queue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=500)),
                ('name', models.TextField(blank=True, default='')),
                ('kind', models.CharField(default='review', max_length=50)),
                ('judgements', models.PositiveSmallIntegerField(default=1)),
                ('blind', models.BooleanField(default=False)),
                ('policy', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.policy')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='Item',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='items', to='lineage.claim')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('queue', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='items', to='inspector.queue')),
            ],
        ),
        migrations.CreateModel(
            name='Verdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reviewer', models.CharField(max_length=32)),
                ('evidence_digest', models.BinaryField(max_length=32)),
                ('coverage', models.CharField(max_length=11, null=True)),
                ('answerability', models.CharField(max_length=21, null=True)),
                ('support_class', models.CharField(max_length=20, null=True)),
                ('origin', models.CharField(max_length=10, null=True)),
                ('quotation', models.CharField(max_length=22, null=True)),
                ('derivation', models.CharField(max_length=22, null=True)),
                ('contested', models.JSONField(default=list)),
                ('tags', models.JSONField(default=list)),
                ('idempotency_key', models.CharField(max_length=100)),
                ('body_digest', models.BinaryField(max_length=32)),
                ('blind', models.BooleanField(default=False)),
                ('judge_seen', models.BooleanField(default=False)),
                ('seconds', models.PositiveIntegerField(null=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='lineage.claim')),
                ('guideline', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.policy')),
                ('item', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='verdicts', to='inspector.item')),
                ('rationale', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('supersedes', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='inspector.verdict')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='PairVerdict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('support', models.CharField(max_length=19)),
                ('citation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='pair_verdicts', to='lineage.citation')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('verdict', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='pairs', to='inspector.verdict')),
            ],
        ),
        migrations.CreateModel(
            name='ItemState',
            fields=[
                ('item', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='state', serialize=False, to='inspector.item')),
                ('priority', models.IntegerField(default=0)),
                ('state', models.CharField(default='waiting', max_length=8)),
                ('stale', models.BooleanField(default=False)),
                ('verdicts', models.IntegerField(default=0)),
                ('queue', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='inspector.queue')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor', models.CharField(default=inspector.models.people.new_actor, editable=False, max_length=32)),
                ('roles', models.JSONField(default=list, validators=[inspector.models.people.require_roles])),
                ('labels', models.JSONField(blank=True, default=list, validators=[inspector.models.people.require_labels])),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='lineage.tenant')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'tenant'), name='membership_user_unique'), models.UniqueConstraint(fields=('actor',), name='membership_actor_unique')],
            },
        ),
        migrations.AddConstraint(
            model_name='queue',
            constraint=models.UniqueConstraint(fields=('tenant', 'key'), name='queue_key_unique'),
        ),
        migrations.AddConstraint(
            model_name='queue',
            constraint=models.CheckConstraint(condition=models.Q(('judgements__gte', 1)), name='queue_judgements_positive'),
        ),
        migrations.AddConstraint(
            model_name='queue',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('key'), name='queue_key_clean'),
        ),
        migrations.AddConstraint(
            model_name='queue',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('name'), name='queue_name_clean'),
        ),
        migrations.AddConstraint(
            model_name='queue',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('kind'), name='queue_kind_clean'),
        ),
        migrations.AddIndex(
            model_name='item',
            index=models.Index(fields=['claim'], name='item_claim'),
        ),
        migrations.AddConstraint(
            model_name='item',
            constraint=models.UniqueConstraint(fields=('queue', 'claim'), name='item_claim_unique'),
        ),
        migrations.AddIndex(
            model_name='verdict',
            index=models.Index(fields=['claim', 'reviewer', '-id'], name='verdict_newest'),
        ),
        migrations.AddIndex(
            model_name='verdict',
            index=models.Index(condition=models.Q(('item__isnull', False)), fields=['item'], name='verdict_item'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.UniqueConstraint(fields=('reviewer', 'idempotency_key'), name='verdict_idempotency_unique'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(('coverage__in', ['supported', 'unsupported'])), name='verdict_coverage_known'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(('answerability__in', ['supported', 'insufficient', 'ambiguous', 'outside_frozen_corpus'])), name='verdict_answerability_known'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(('support_class__in', ['direct_support', 'warranted_derivation', 'contradiction', 'insufficiency', 'unresolved_origin', 'cannot_tell'])), name='verdict_support_class_known'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['original', 'generated', 'mixed', 'unresolved'])), name='verdict_origin_known'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(('quotation__in', ['exact', 'accepted_normalization', 'mismatch', 'not_a_quotation'])), name='verdict_quotation_known'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=models.Q(('derivation__in', ['warranted', 'incomplete_warrant', 'invalid_transformation', 'not_applicable'])), name='verdict_derivation_known'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('evidence_digest'), 32), name='verdict_evidence_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('body_digest'), 32), name='verdict_body_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('reviewer'), name='verdict_reviewer_clean'),
        ),
        migrations.AddConstraint(
            model_name='verdict',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('idempotency_key'), name='verdict_idempotency_key_clean'),
        ),
        migrations.AddIndex(
            model_name='pairverdict',
            index=models.Index(fields=['citation'], name='pairverdict_citation'),
        ),
        migrations.AddConstraint(
            model_name='pairverdict',
            constraint=models.UniqueConstraint(fields=('verdict', 'citation'), name='pairverdict_citation_unique'),
        ),
        migrations.AddConstraint(
            model_name='pairverdict',
            constraint=models.CheckConstraint(condition=models.Q(('support__in', ['supports', 'partially_supports', 'contradicts', 'does_not_support', 'reverses_in_context', 'cannot_assess'])), name='pairverdict_support_known'),
        ),
        migrations.AddIndex(
            model_name='itemstate',
            index=models.Index(fields=['tenant', 'queue', 'state', '-priority', 'item'], name='itemstate_next'),
        ),
        migrations.AddConstraint(
            model_name='itemstate',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'disputed', 'decided', 'no_text'])), name='itemstate_state_known'),
        ),
    ]
