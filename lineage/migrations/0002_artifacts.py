import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
from django.db import migrations, models

import lineage.models.columns


class Migration(migrations.Migration):

    dependencies = [
        ('lineage', '0001_sources'),
    ]

    operations = [
        migrations.CreateModel(
            name='Artifact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=500)),
                ('kind', models.CharField(max_length=21)),
                ('origin', models.CharField(default='unresolved', max_length=10)),
                ('start', models.BigIntegerField(null=True)),
                ('end', models.BigIntegerField(null=True)),
                ('length', models.BigIntegerField(null=True)),
                ('digest', models.BinaryField(max_length=32, null=True)),
                ('language', models.TextField(blank=True, default='')),
                ('direction', models.CharField(blank=True, default='', max_length=3)),
                ('page', models.BigIntegerField(null=True)),
                ('section', models.TextField(blank=True, default='')),
                ('cell', models.TextField(blank=True, default='')),
                ('confidence', models.FloatField(null=True)),
                ('content', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('details', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('source', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.source')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('version', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='artifacts', to='lineage.sourceversion')),
            ],
        ),
        migrations.CreateModel(
            name='Transformation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=500)),
                ('kind', models.CharField(max_length=23)),
                ('mediation', models.CharField(max_length=13)),
                ('tool', models.TextField(blank=True, default='')),
                ('tool_version', models.TextField(blank=True, default='')),
                ('model', models.TextField(blank=True, default='')),
                ('model_version', models.TextField(blank=True, default='')),
                ('prompt_digest', models.BinaryField(max_length=32, null=True)),
                ('executed_at', models.DateTimeField(null=True)),
                ('operator', models.TextField(blank=True, default='')),
                ('parameters', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='Derivation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('map', models.BinaryField(null=True)),
                ('verified', models.BooleanField(null=True)),
                ('input', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='outward', to='lineage.artifact')),
                ('output', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='inward', to='lineage.artifact')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('transformation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='derivations', to='lineage.transformation')),
            ],
        ),
        migrations.AddIndex(
            model_name='artifact',
            index=models.Index(condition=models.Q(('version__isnull', False)), fields=['version'], name='artifact_version'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.UniqueConstraint(fields=('tenant', 'key'), name='artifact_key_unique'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['raw_source', 'canonical_extract', 'normalized_text', 'chunk', 'citation_node', 'summary', 'summary_bullet', 'translation', 'table_linearization', 'structured_extraction', 'entity_extraction', 'redacted_text', 'contextual_prefix', 'hypothetical_document', 'generated_question', 'merged_block', 'trimmed_block', 'hop_note', 'other'])), name='artifact_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=models.Q(('origin__in', ['original', 'derived', 'generated', 'mixed', 'unresolved'])), name='artifact_origin_known'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('end__isnull', True), ('start__isnull', True)), models.Q(('end__gte', models.F('start')), ('end__isnull', False), ('start__gte', 0), ('start__isnull', False)), _connector='OR'), name='artifact_range_ordered'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('digest'), 32), name='artifact_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=models.Q(('direction__in', ['', 'ltr', 'rtl'])), name='artifact_direction_known'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('key'), name='artifact_key_clean'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('language'), name='artifact_language_clean'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('section'), name='artifact_section_clean'),
        ),
        migrations.AddConstraint(
            model_name='artifact',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('cell'), name='artifact_cell_clean'),
        ),
        migrations.AddIndex(
            model_name='transformation',
            index=models.Index(fields=['tenant', 'tool', 'tool_version'], name='transformation_tool'),
        ),
        migrations.AddIndex(
            model_name='transformation',
            index=models.Index(condition=models.Q(('model', ''), _negated=True), fields=['model'], name='transformation_model'),
        ),
        migrations.AddIndex(
            model_name='transformation',
            index=models.Index(condition=models.Q(('prompt_digest__isnull', False)), fields=['prompt_digest'], name='transformation_prompt'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.UniqueConstraint(fields=('tenant', 'key'), name='transformation_key_unique'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['normalization', 'boilerplate_removal', 'deduplication', 'chunking', 'translation', 'table_linearization', 'summarization', 'entity_extraction', 'redaction', 'parsing', 'metadata_extraction', 'citation_splitting', 'ocr', 'ocr_correction', 'header_footer_removal', 'section_split', 'context_generation', 'question_generation', 'hypothetical_generation', 'merge', 'trim', 'hop_synthesis', 'custom'])), name='transformation_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=models.Q(('mediation__in', ['deterministic', 'model', 'human'])), name='transformation_mediation_known'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('prompt_digest'), 32), name='transformation_prompt_digest_length'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('key'), name='transformation_key_clean'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('tool'), name='transformation_tool_clean'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('tool_version'), name='transformation_tool_version_clean'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('model'), name='transformation_model_clean'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('model_version'), name='transformation_model_version_clean'),
        ),
        migrations.AddConstraint(
            model_name='transformation',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('operator'), name='transformation_operator_clean'),
        ),
        migrations.AddIndex(
            model_name='derivation',
            index=models.Index(fields=['transformation'], name='derivation_transformation'),
        ),
        migrations.AddIndex(
            model_name='derivation',
            index=models.Index(fields=['input'], name='derivation_input'),
        ),
        migrations.AddIndex(
            model_name='derivation',
            index=models.Index(fields=['output'], name='derivation_output'),
        ),
    ]
