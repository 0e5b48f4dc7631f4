/** Where the rows of a table are in a database of several machines. */
type Placement = 'distributed' | 'reference' | 'coordinator';

/** Tables of which each account's rows are together on one machine: their primary keys begin with the account. */
const distributed = [
  'account_version',
  'access_log',
  'activity_seals',
  'alert_events',
  'alert_progress',
  'alerts',
  'appointments',
  'call_actions',
  'callback_actions',
  'calls',
  'campaigns',
  'design_versions',
  'designs',
  'emptied_patient_cells',
  'geodata',
  'images',
  'inquiries',
  'kept_matches',
  'mailed_households',
  'mailing_areas',
  'mailing_zones',
  'office_holidays',
  'office_hours',
  'patient_households',
  'patient_list_audits',
  'patient_list_columns',
  'patient_list_exports',
  'patient_list_uploads',
  'patient_lists',
  'patient_matches',
  'patients',
  'recordings',
  'rejected_patient_rows',
  'review_comments',
  'staff',
  'tracking_lines',
] as const;

/** Small tables that others are joined with: each machine has all their rows. */
const reference = [
  'accounts',
  'contact_accounts',
  'contacts',
  'dimension_values',
  'picklists',
  'sales_contacts',
] as const;

/** Tables of the portal as a whole, which stay on the machine that the portal is connected to. */
const coordinator = [
  'alert_heartbeat',
  'api_keys',
  'attempt_limits',
  'command_runs',
  'contact_changes',
  'erased_persons',
  'erased_texts',
  'erasure_salt',
  'export_tokens',
  'exports',
  'ingest_fetches',
  'ingest_files',
  'ingest_reports',
  'migrations',
  // a trigger of its own reads events; PostgreSQL runs it where the table is
  'notification_settings',
  'one_time_codes',
  'operator_reads',
  'outbox',
  'passkeys',
  'pending_contact_changes',
  'portal_change_log',
  'portal_changes',
  'removed_files',
  'role_changes',
  'scoreboard_grant_accounts',
  'scoreboard_grants',
  'sessions',
  'twilio_calls',
  'twilio_webhooks',
  'unsubscribe_lists',
  'used_passkey_challenges',
  'webhook_deliveries',
  'webhook_queues',
  'webhooks',
] as const;

/** Where the rows of each table are once the database is distributed, by its name; in the order in which it is done. */
export const placements: ReadonlyMap<string, Placement> = new Map([
  ...reference.map((table): [string, Placement] => [table, 'reference']),
  ...distributed.map((table): [string, Placement] => [table, 'distributed']),
  ...coordinator.map((table): [string, Placement] => [table, 'coordinator']),
]);
