-- Written by `manage.py write_docs`; edit inspector/documentation/grants.py.
-- Run by the owner of the tables after every `manage.py migrate`:  psql "$OWNER_URL" -f docs/postgresql-grants.sql
-- The owner migrates, and installs the guards. The product serves as inspector_app, which may read everything, append
-- records, and change only what is no record. It cannot drop a guard, for it owns no table.

GRANT USAGE ON SCHEMA public TO inspector_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO inspector_app;
GRANT SELECT ON django_migrations TO inspector_app;

-- Records: read and append.
GRANT SELECT, INSERT ON
  inspector_adjudicatedpair,
  inspector_adjudication,
  inspector_calibrationitem,
  inspector_certificate,
  inspector_claimkindgiven,
  inspector_closing,
  inspector_evaluator,
  inspector_evaluatorconfiguration,
  inspector_golditem,
  inspector_itemlabel,
  inspector_judgebatch,
  inspector_judgelabel,
  inspector_locatedspan,
  inspector_note,
  inspector_pairverdict,
  inspector_reopening,
  inspector_revisionitem,
  inspector_setrevision,
  inspector_verdict,
  lineage_accessevent,
  lineage_alias,
  lineage_answer,
  lineage_artifact,
  lineage_auditevent,
  lineage_case,
  lineage_checkpoint,
  lineage_citation,
  lineage_claim,
  lineage_content,
  lineage_derivation,
  lineage_extraction,
  lineage_finding,
  lineage_inspection,
  lineage_invalidation,
  lineage_judgeresult,
  lineage_manifestentry,
  lineage_pageimage,
  lineage_policy,
  lineage_redaction,
  lineage_relocation,
  lineage_relocationdecision,
  lineage_resolution,
  lineage_source,
  lineage_sourceevent,
  lineage_sourcelabel,
  lineage_sourceversion,
  lineage_tenant,
  lineage_tombstone,
  lineage_transformation
TO inspector_app;

-- Erasure: columns with words of a source may be emptied; the guards let nothing else be done to them.
GRANT UPDATE (section, cell, purged_at) ON lineage_artifact TO inspector_app;
GRANT UPDATE (body, purged_at) ON lineage_content TO inspector_app;
GRANT UPDATE (title, safe_title, uri, safe_uri, purged_at) ON lineage_sourceversion TO inspector_app;

-- Where each ledger ends: it moves and never goes.
GRANT SELECT, INSERT, UPDATE ON lineage_ledgerhead TO inspector_app;

-- Not records: sessions, accounts, memberships, projections, queues.
GRANT SELECT, INSERT, UPDATE, DELETE ON
  auth_group,
  auth_group_permissions,
  auth_permission,
  auth_user,
  auth_user_groups,
  auth_user_user_permissions,
  axes_accessattempt,
  axes_accessattemptexpiration,
  axes_accessfailurelog,
  axes_accesslog,
  django_content_type,
  django_session,
  inspector_apitoken,
  inspector_calibrationset,
  inspector_draft,
  inspector_figurejob,
  inspector_item,
  inspector_itemstate,
  inspector_membership,
  inspector_queue,
  inspector_setaside,
  inspector_slot,
  lineage_answerstate,
  lineage_run,
  lineage_workerpulse,
  lineage_workitem
TO inspector_app;
