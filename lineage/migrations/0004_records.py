import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
from django.db import migrations, models

import lineage.models.columns


class Migration(migrations.Migration):

    dependencies = [
        ('lineage', '0003_answers'),
    ]

    operations = [
        migrations.CreateModel(
            name='Policy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=lineage.models.columns.new_public_id, editable=False, max_length=32)),
                ('kind', models.CharField(max_length=13)),
                ('name', models.CharField(max_length=500)),
                ('revision', models.IntegerField()),
                ('digest', models.BinaryField(max_length=32)),
                ('author', models.TextField(blank=True, default='')),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('body', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='Inspection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('as_of', models.DateTimeField()),
                ('dossier_digest', models.BinaryField(max_length=32)),
                ('engine', models.TextField(blank=True, default='')),
                ('decision', models.CharField(max_length=23)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='inspections', to='lineage.answer')),
                ('report', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('policy', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.policy')),
            ],
        ),
        migrations.CreateModel(
            name='Resolution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(max_length=18)),
                ('detail', models.TextField(blank=True, default='')),
                ('failing_step', models.CharField(max_length=12, null=True)),
                ('freshness', models.CharField(default='unknown', max_length=13)),
                ('start', models.BigIntegerField(null=True)),
                ('end', models.BigIntegerField(null=True)),
                ('artifact', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.artifact')),
                ('citation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='resolutions', to='lineage.citation')),
                ('inspection', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='resolutions', to='lineage.inspection')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='Finding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.IntegerField()),
                ('rule', models.CharField(max_length=100)),
                ('contract', models.CharField(max_length=10)),
                ('outcome', models.CharField(max_length=14)),
                ('level', models.CharField(max_length=6)),
                ('owner', models.CharField(max_length=13)),
                ('route', models.CharField(max_length=14)),
                ('citation', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.citation')),
                ('claim', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.claim')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('inspection', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='lineage.inspection')),
            ],
            options={
                'indexes': [models.Index(fields=['tenant', 'rule', '-id'], name='finding_rule')],
                'constraints': [models.UniqueConstraint(fields=('inspection', 'ordinal'), name='finding_ordinal_unique'), models.CheckConstraint(condition=models.Q(('contract__in', ['syntax', 'identity', 'support', 'coverage', 'standing', 'origin', 'lineage', 'retrieval', 'freshness', 'evaluation', 'access', 'security', 'capture'])), name='finding_contract_known'), models.CheckConstraint(condition=models.Q(('outcome__in', ['pass', 'fail', 'unclear', 'not_run', 'not_captured', 'not_applicable', 'error'])), name='finding_outcome_known'), models.CheckConstraint(condition=models.Q(('level__in', ['block', 'review', 'warn', 'shadow', 'off'])), name='finding_level_known'), models.CheckConstraint(condition=models.Q(('owner__in', ['ingestion', 'retrieval', 'application', 'evaluation', 'content_owner'])), name='finding_owner_known'), models.CheckConstraint(condition=models.Q(('route__in', ['block', 'review', 'retrieval_test'])), name='finding_route_known'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('rule'), name='finding_rule_clean')],
            },
        ),
        migrations.AddConstraint(
            model_name='policy',
            constraint=models.UniqueConstraint(fields=('public_id',), name='policy_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='policy',
            constraint=models.UniqueConstraint(fields=('tenant', 'kind', 'name', 'revision'), name='policy_revision_unique'),
        ),
        migrations.AddConstraint(
            model_name='policy',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['normalization', 'exemption', 'gate', 'adjudication', 'guideline'])), name='policy_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='policy',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('digest'), 32), name='policy_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='policy',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('name'), name='policy_name_clean'),
        ),
        migrations.AddConstraint(
            model_name='policy',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('author'), name='policy_author_clean'),
        ),
        migrations.AddIndex(
            model_name='inspection',
            index=models.Index(fields=['answer', '-id'], name='inspection_newest'),
        ),
        migrations.AddConstraint(
            model_name='inspection',
            constraint=models.CheckConstraint(condition=models.Q(('decision__in', ['released', 'released_with_downgrade', 'hold_for_review', 'degraded', 'blocked', 'not_evaluated'])), name='inspection_decision_known'),
        ),
        migrations.AddConstraint(
            model_name='inspection',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('dossier_digest'), 32), name='inspection_dossier_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='inspection',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('engine'), name='inspection_engine_clean'),
        ),
        migrations.AddIndex(
            model_name='resolution',
            index=models.Index(condition=models.Q(('artifact__isnull', False)), fields=['artifact'], name='resolution_artifact'),
        ),
        migrations.AddConstraint(
            model_name='resolution',
            constraint=models.UniqueConstraint(fields=('inspection', 'citation'), name='resolution_citation_unique'),
        ),
        migrations.AddConstraint(
            model_name='resolution',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['quote_match', 'normalized_match', 'quote_mismatch', 'span_resolved', 'unresolved_id', 'generated_target', 'snapshot_mismatch', 'unresolved_range', 'malformed_citation', 'ambiguous_locator', 'broken_mapping', 'ambiguous_mapping', 'unauthorized', 'withdrawn', 'access_blocked', 'deleted', 'not_retained', 'not_run', 'not_replayable', 'offset_drift'])), name='resolution_status_known'),
        ),
        migrations.AddConstraint(
            model_name='resolution',
            constraint=models.CheckConstraint(condition=models.Q(('failing_step__in', ['id_shape', 'lookup', 'access', 'availability', 'origin', 'digest_shape', 'digest', 'range_shape', 'range', 'map', 'compare'])), name='resolution_failing_step_known'),
        ),
        migrations.AddConstraint(
            model_name='resolution',
            constraint=models.CheckConstraint(condition=models.Q(('freshness__in', ['current', 'superseded', 'not_yet_valid', 'expired', 'unknown'])), name='resolution_freshness_known'),
        ),
        migrations.AddConstraint(
            model_name='resolution',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('end__isnull', True), ('start__isnull', True)), models.Q(('end__gte', models.F('start')), ('end__isnull', False), ('start__gte', 0), ('start__isnull', False)), _connector='OR'), name='resolution_range_ordered'),
        ),
        migrations.AddConstraint(
            model_name='resolution',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('detail'), name='resolution_detail_clean'),
        ),
    ]
