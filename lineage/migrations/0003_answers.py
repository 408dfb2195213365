import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
from django.db import migrations, models

import lineage.models.columns


class Migration(migrations.Migration):

    dependencies = [
        ('lineage', '0002_artifacts'),
    ]

    operations = [
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=lineage.models.columns.new_public_id, editable=False, max_length=32)),
                ('key', models.CharField(max_length=500)),
                ('persona', models.TextField(blank=True, default='')),
                ('risk_domain', models.TextField(blank=True, default='')),
                ('risk_tier', models.CharField(max_length=8, null=True)),
                ('environment', models.CharField(default='production', max_length=10)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('question', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=lineage.models.columns.new_public_id, editable=False, max_length=32)),
                ('response_version', models.CharField(max_length=500)),
                ('digest', models.BinaryField(max_length=32)),
                ('producer', models.TextField(blank=True, default='')),
                ('format', models.TextField(blank=True, default='')),
                ('answered_at', models.DateTimeField(null=True)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('configuration_digest', models.BinaryField(max_length=32, null=True)),
                ('attachment', models.CharField(default='unknown', max_length=29)),
                ('generation', models.CharField(default='unknown', max_length=8)),
                ('outcome', models.CharField(default='answered', max_length=10)),
                ('exposure_condition', models.TextField(blank=True, default='')),
                ('payload', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('record', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('rendered', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('text', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('case', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='lineage.case')),
            ],
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=lineage.models.columns.new_public_id, editable=False, max_length=32)),
                ('ordinal', models.IntegerField()),
                ('key', models.CharField(max_length=500)),
                ('start', models.BigIntegerField(null=True)),
                ('end', models.BigIntegerField(null=True)),
                ('kind', models.CharField(default='unclassified', max_length=14)),
                ('requires_citation', models.BooleanField(default=True)),
                ('answer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='lineage.answer')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('text', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
            ],
        ),
        migrations.CreateModel(
            name='Citation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.IntegerField()),
                ('key', models.CharField(max_length=500)),
                ('answer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='citations', to='lineage.answer')),
                ('artifact', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.artifact')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('claim', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='citations', to='lineage.claim')),
            ],
        ),
        migrations.CreateModel(
            name='JudgeResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.BinaryField(max_length=32, null=True)),
                ('evaluator', models.TextField(blank=True, default='')),
                ('version', models.TextField(blank=True, default='')),
                ('configuration_digest', models.BinaryField(max_length=32, null=True)),
                ('attempt', models.BigIntegerField(default=1)),
                ('scope', models.CharField(default='undeclared', max_length=13)),
                ('status', models.CharField(max_length=28)),
                ('score', models.FloatField(null=True)),
                ('verdict', models.CharField(max_length=19, null=True)),
                ('input_digest', models.BinaryField(max_length=32, null=True)),
                ('input_length', models.BigIntegerField(null=True)),
                ('judged_at', models.DateTimeField(null=True)),
                ('citation', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.citation')),
                ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='judge_results', to='lineage.claim')),
                ('record', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='ManifestEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.IntegerField()),
                ('label', models.CharField(max_length=500)),
                ('start', models.BigIntegerField(null=True)),
                ('end', models.BigIntegerField(null=True)),
                ('answer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='manifest', to='lineage.answer')),
                ('artifact', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.artifact')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.AddField(
            model_name='citation',
            name='entry',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.manifestentry'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(fields=('public_id',), name='case_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(fields=('tenant', 'key'), name='case_key_unique'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(('risk_tier__in', ['standard', 'high'])), name='case_risk_tier_known'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(('environment__in', ['production', 'staging', 'shadow', 'test'])), name='case_environment_known'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('key'), name='case_key_clean'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('persona'), name='case_persona_clean'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('risk_domain'), name='case_risk_domain_clean'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.UniqueConstraint(fields=('public_id',), name='answer_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.UniqueConstraint(fields=('case', 'response_version'), name='answer_version_unique'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=models.Q(('attachment__in', ['bound_before_generation', 'constrained_during_generation', 'post_hoc_model', 'post_hoc_similarity', 'unknown'])), name='answer_attachment_known'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=models.Q(('generation__in', ['native', 'portable', 'unknown'])), name='answer_generation_known'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['answered', 'partial', 'abstained', 'clarifying'])), name='answer_outcome_known'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('digest'), 32), name='answer_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('configuration_digest'), 32), name='answer_configuration_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('response_version'), name='answer_response_version_clean'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('producer'), name='answer_producer_clean'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('format'), name='answer_format_clean'),
        ),
        migrations.AddConstraint(
            model_name='answer',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('exposure_condition'), name='answer_exposure_condition_clean'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('public_id',), name='claim_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('answer', 'ordinal'), name='claim_ordinal_unique'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['quotation', 'paraphrase', 'exact_value', 'derived', 'synthesis', 'abstention', 'conversational', 'unclassified'])), name='claim_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('end__isnull', True), ('start__isnull', True)), models.Q(('end__gte', models.F('start')), ('end__isnull', False), ('start__gte', 0), ('start__isnull', False)), _connector='OR'), name='claim_range_ordered'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('key'), name='claim_key_clean'),
        ),
        migrations.AddIndex(
            model_name='judgeresult',
            index=models.Index(fields=['claim'], name='judgeresult_claim'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.UniqueConstraint(condition=models.Q(('digest__isnull', False)), fields=('claim', 'digest'), name='judgeresult_digest_unique'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.CheckConstraint(condition=models.Q(('scope__in', ['cited_passage', 'whole_context', 'full_original', 'undeclared'])), name='judgeresult_scope_known'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['completed', 'not_run', 'error', 'timeout', 'not_applicable', 'not_applicable_to_paraphrase'])), name='judgeresult_status_known'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.CheckConstraint(condition=models.Q(('verdict__in', ['supported', 'partially_supported', 'contradicted', 'unsupported', 'other'])), name='judgeresult_verdict_known'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('digest'), 32), name='judgeresult_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('configuration_digest'), 32), name='judgeresult_configuration_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('input_digest'), 32), name='judgeresult_input_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('evaluator'), name='judgeresult_evaluator_clean'),
        ),
        migrations.AddConstraint(
            model_name='judgeresult',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('version'), name='judgeresult_version_clean'),
        ),
        migrations.AddConstraint(
            model_name='manifestentry',
            constraint=models.UniqueConstraint(fields=('answer', 'ordinal'), name='manifestentry_ordinal_unique'),
        ),
        migrations.AddConstraint(
            model_name='manifestentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('end__isnull', True), ('start__isnull', True)), models.Q(('end__gte', models.F('start')), ('end__isnull', False), ('start__gte', 0), ('start__isnull', False)), _connector='OR'), name='manifestentry_range_ordered'),
        ),
        migrations.AddConstraint(
            model_name='manifestentry',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('label'), name='manifestentry_label_clean'),
        ),
        migrations.AddIndex(
            model_name='citation',
            index=models.Index(condition=models.Q(('claim__isnull', False)), fields=['claim'], name='citation_claim'),
        ),
        migrations.AddConstraint(
            model_name='citation',
            constraint=models.UniqueConstraint(fields=('answer', 'ordinal'), name='citation_ordinal_unique'),
        ),
        migrations.AddConstraint(
            model_name='citation',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('key'), name='citation_key_clean'),
        ),
    ]
