import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
import django.utils.timezone
from django.db import migrations, models

import lineage.models.columns


def keep_bodies_uncompressed(apps, schema_editor):
    """Only so does PostgreSQL read a window of a long body without the rest; long texts are not compressed by us."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute('ALTER TABLE "lineage_content" ALTER COLUMN "body" SET STORAGE EXTERNAL')


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Tenant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('name', models.TextField(blank=True, default='')),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('key',), name='tenant_key_unique'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('key'), name='tenant_key_clean'), models.CheckConstraint(condition=lineage.models.columns.HasNoNul('name'), name='tenant_name_clean')],
            },
        ),
        migrations.CreateModel(
            name='Content',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
                ('size', models.BigIntegerField()),
                ('purged_at', models.DateTimeField(null=True)),
                ('coding', models.SmallIntegerField(default=0)),
                ('custody', models.CharField(default='inline_protected', max_length=20)),
                ('sha256', models.BinaryField(max_length=32)),
                ('body', models.BinaryField(null=True)),
            ],
        ),
        migrations.RunPython(keep_bodies_uncompressed, migrations.RunPython.noop),
        migrations.CreateModel(
            name='Source',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=lineage.models.columns.new_public_id, editable=False, max_length=32)),
                ('key', models.CharField(max_length=500)),
                ('kind', models.CharField(default='other', max_length=13)),
                ('owner', models.TextField(blank=True, default='')),
                ('jurisdiction', models.TextField(blank=True, default='')),
                ('language', models.TextField(blank=True, default='')),
                ('authority', models.CharField(default='unknown', max_length=17)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='SourceVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=lineage.models.columns.new_public_id, editable=False, max_length=32)),
                ('version', models.CharField(max_length=500)),
                ('title', models.TextField(blank=True, default='')),
                ('safe_title', models.TextField(blank=True, default='')),
                ('uri', models.TextField(blank=True, default='')),
                ('safe_uri', models.TextField(blank=True, default='')),
                ('media_type', models.TextField(blank=True, default='')),
                ('raw_is_text', models.BooleanField(default=False)),
                ('checksum', models.BinaryField(max_length=32, null=True)),
                ('observed_at', models.DateTimeField(null=True)),
                ('ingested_at', models.DateTimeField(null=True)),
                ('valid_from', models.DateTimeField(null=True)),
                ('valid_to', models.DateTimeField(null=True)),
                ('draft', models.BooleanField(default=False)),
                ('supersedes', models.CharField(max_length=500, null=True)),
                ('availability', models.CharField(default='available', max_length=14)),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('raw', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.content')),
                ('source', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='lineage.source')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='SourceLabel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('label', models.CharField(max_length=500)),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='labels', to='lineage.sourceversion')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='SourceEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(max_length=10)),
                ('at', models.DateTimeField()),
                ('reason', models.TextField(blank=True, default='')),
                ('actor', models.TextField(blank=True, default='')),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='lineage.sourceversion')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.AddField(
            model_name='source',
            name='tenant',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant'),
        ),
        migrations.CreateModel(
            name='Alias',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('alias', models.CharField(max_length=500)),
                ('at', models.DateTimeField()),
                ('actor', models.TextField(blank=True, default='')),
                ('recorded_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('source', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='aliases', to='lineage.source')),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.sourceversion')),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='lineage.tenant')),
            ],
        ),
        migrations.AddIndex(
            model_name='sourceversion',
            index=models.Index(condition=models.Q(('raw__isnull', False)), fields=['raw'], name='sourceversion_raw'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.UniqueConstraint(fields=('public_id',), name='sourceversion_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.UniqueConstraint(fields=('source', 'version'), name='sourceversion_version_unique'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=models.Q(('availability__in', ['available', 'archived', 'deleted', 'access_blocked', 'withdrawn', 'not_retained', 'hash_only'])), name='sourceversion_availability_known'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('checksum'), 32), name='sourceversion_checksum_length'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('version'), name='sourceversion_version_clean'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('title'), name='sourceversion_title_clean'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('safe_title'), name='sourceversion_safe_title_clean'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('uri'), name='sourceversion_uri_clean'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('safe_uri'), name='sourceversion_safe_uri_clean'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('media_type'), name='sourceversion_media_type_clean'),
        ),
        migrations.AddConstraint(
            model_name='sourceversion',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('supersedes'), name='sourceversion_supersedes_clean'),
        ),
        migrations.AddConstraint(
            model_name='sourcelabel',
            constraint=models.UniqueConstraint(fields=('version', 'label'), name='sourcelabel_label_unique'),
        ),
        migrations.AddConstraint(
            model_name='sourcelabel',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('label'), name='sourcelabel_label_clean'),
        ),
        migrations.AddIndex(
            model_name='sourceevent',
            index=models.Index(fields=['version'], name='sourceevent_version'),
        ),
        migrations.AddConstraint(
            model_name='sourceevent',
            constraint=models.CheckConstraint(condition=models.Q(('event__in', ['activated', 'superseded', 'withdrawn', 'restored', 'tombstoned', 'purged', 'held', 'released'])), name='sourceevent_event_known'),
        ),
        migrations.AddConstraint(
            model_name='sourceevent',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('reason'), name='sourceevent_reason_clean'),
        ),
        migrations.AddConstraint(
            model_name='sourceevent',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('actor'), name='sourceevent_actor_clean'),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.UniqueConstraint(fields=('public_id',), name='source_public_id_unique'),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.UniqueConstraint(fields=('tenant', 'key'), name='source_key_unique'),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['pdf', 'html', 'docx', 'text', 'markdown', 'email', 'db_row_export', 'transcript', 'web_page', 'other'])), name='source_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.CheckConstraint(condition=models.Q(('authority__in', ['authoritative', 'non_authoritative', 'draft', 'unknown'])), name='source_authority_known'),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('key'), name='source_key_clean'),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('owner'), name='source_owner_clean'),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('jurisdiction'), name='source_jurisdiction_clean'),
        ),
        migrations.AddConstraint(
            model_name='source',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('language'), name='source_language_clean'),
        ),
        migrations.AddConstraint(
            model_name='content',
            constraint=models.UniqueConstraint(fields=('tenant', 'sha256'), name='content_digest_unique'),
        ),
        migrations.AddConstraint(
            model_name='content',
            constraint=models.CheckConstraint(condition=django.db.models.lookups.Exact(django.db.models.functions.text.Length('sha256'), 32), name='content_sha256_length'),
        ),
        migrations.AddConstraint(
            model_name='content',
            constraint=models.CheckConstraint(condition=models.Q(('custody__in', ['inline_protected', 'controlled_reference', 'hash_only'])), name='content_custody_known'),
        ),
        migrations.AddConstraint(
            model_name='content',
            constraint=models.CheckConstraint(condition=models.Q(('size__gte', 0)), name='content_size_positive'),
        ),
        migrations.AddConstraint(
            model_name='content',
            constraint=models.CheckConstraint(condition=models.Q(('coding__gte', 0), ('coding__lte', 2)), name='content_coding_known'),
        ),
        migrations.AddConstraint(
            model_name='content',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('body__isnull', False), ('custody', 'inline_protected'), ('purged_at__isnull', True)), models.Q(('body__isnull', True), ('purged_at__isnull', False)), models.Q(('body__isnull', True), models.Q(('custody', 'inline_protected'), _negated=True)), _connector='OR'), name='content_body_where_custody_says'),
        ),
        migrations.AddIndex(
            model_name='alias',
            index=models.Index(fields=['source', 'alias', '-at'], name='alias_history'),
        ),
        migrations.AddConstraint(
            model_name='alias',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('alias'), name='alias_alias_clean'),
        ),
        migrations.AddConstraint(
            model_name='alias',
            constraint=models.CheckConstraint(condition=lineage.models.columns.HasNoNul('actor'), name='alias_actor_clean'),
        ),
    ]
