import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
from django.db import migrations, models

import lineage.models.columns


class Migration(migrations.Migration):

    dependencies = [
        ('lineage', '0004_records'),
    ]

    operations = [
        migrations.CreateModel(
            name='LedgerHead',
            fields=[
                ('tenant', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='lineage.tenant')),
                ('seq', models.BigIntegerField(default=0)),
                ('hash', models.BinaryField(max_length=32, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='AccessEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('actor', models.CharField(max_length=100)),
                ('verb', models.CharField(max_length=100)),
                ('subject', models.TextField(blank=True, default='')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
            options={
                'indexes': [models.Index(fields=['tenant', 'subject', '-id'], name='accessevent_subject')],
                'constraints': [models.CheckConstraint(condition=lineage.models.columns.HasNoNul('actor'), name='accessevent_actor_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('verb'), name='accessevent_verb_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('subject'), name='accessevent_subject_clean')],
            },
        ),
        migrations.CreateModel(
            name='AnswerState',
            fields=[
                ('answer', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='state', serialize=False, to='lineage.answer')),
                ('environment', models.CharField(max_length=10)),
                ('decision', models.CharField(max_length=23)),
                ('level', models.CharField(max_length=6)),
                ('rules', models.TextField()),
                ('owners', models.TextField()),
                ('standing', models.CharField(max_length=13)),
                ('claims', models.IntegerField()),
                ('citations', models.IntegerField()),
                ('findings', models.IntegerField()),
                ('answered_at', models.DateTimeField()),
                ('heading', models.TextField()),
                ('search', models.TextField()),
                ('inspection', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.inspection')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
            options={
                'indexes': [models.Index(fields=['tenant', '-answered_at', '-answer'], name='answerstate_newest'), models.Index(fields=['tenant', 'decision', '-answered_at', '-answer'], name='answerstate_decision')],
                'constraints': [models.CheckConstraint(condition=models.Q(('environment__in', ['production', 'staging', 'shadow', 'test'])), name='answerstate_environment_known'), models.CheckConstraint(condition=models.Q(('decision__in', ['released', 'released_with_downgrade', 'hold_for_review', 'degraded', 'blocked', 'not_evaluated'])), name='answerstate_decision_known'), models.CheckConstraint(condition=models.Q(('level__in', ['block', 'review', 'warn', 'shadow', 'off'])), name='answerstate_level_known'), models.CheckConstraint(condition=models.Q(('standing__in', ['current', 'superseded', 'not_yet_valid', 'expired', 'unknown'])), name='answerstate_standing_known'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('rules'), name='answerstate_rules_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('owners'), name='answerstate_owners_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('heading'), name='answerstate_heading_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('search'), name='answerstate_search_clean')],
            },
        ),
        migrations.CreateModel(
            name='AuditEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.BigIntegerField()),
                ('scheme', models.SmallIntegerField()),
                ('at', models.DateTimeField()),
                ('verb', models.CharField(max_length=100)),
                ('actor', models.CharField(max_length=100)),
                ('subject', models.TextField(blank=True, default='')),
                ('commitment', models.BinaryField(max_length=32)),
                ('previous', models.BinaryField(max_length=32, null=True)),
                ('hash', models.BinaryField(max_length=32)),
                ('payload', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
            options={
                'indexes': [models.Index(fields=['payload'], name='auditevent_payload')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'seq'), name='auditevent_seq_unique'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('commitment'), 32), name='auditevent_commitment_length'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('previous'), 32), name='auditevent_previous_length'), models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('hash'), 32), name='auditevent_hash_length'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('verb'), name='auditevent_verb_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('actor'), name='auditevent_actor_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('subject'), name='auditevent_subject_clean')],
            },
        ),
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('origin', models.TextField(blank=True, default='')),
                ('size', models.BigIntegerField()),
                ('root', models.BinaryField(max_length=32)),
                ('signature', models.TextField(blank=True, default='')),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
            options={
                'indexes': [models.Index(fields=['tenant', '-size'], name='checkpoint_newest')],
                'constraints': [models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('root'), 32), name='checkpoint_root_length'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('origin'), name='checkpoint_origin_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('signature'), name='checkpoint_signature_clean')],
            },
        ),
    ]
