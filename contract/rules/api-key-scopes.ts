/** Without their extension, in import order. */
export const feedFileNames = [
  'picklists',
  'accounts',
  'contacts',
  'staff',
  'notification-settings',
  'office-hours',
  'office-holidays',
  'campaigns',
  'mail-pieces',
  'tracking-lines',
  'calls',
  'inquiries',
  'appointments',
  'callback-attempts',
  'transcripts',
  'sales-contacts',
  'designs',
  'design-versions',
  'review-comments',
  'geodata',
  'mailing-areas',
  'mailing-zones',
  'patient-lists',
  'patients',
] as const;
export type FeedFileName = (typeof feedFileNames)[number];

export const portalFileNames = [
  'accounts',
  'contacts',
  'staff',
  'notification-settings',
  'office-hours',
  'office-holidays',
  'campaigns',
  'tracking-lines',
  'calls',
  'inquiries',
  'appointments',
  'call-actions',
  'score-versions',
  'score-second-passes',
  'score-disputes',
  'callback-attempts',
  'sales-contacts',
  'designs',
  'design-versions',
  'review-comments',
  'geodata',
  'mailing-areas',
  'mailing-zones',
  'patient-lists',
  'patients',
] as const;
export type PortalFileName = (typeof portalFileNames)[number];

/** `ingest` covers every scope that begins with `ingest:`. */
export const apiKeyScopes = [
  'ingest',
  ...feedFileNames.map((name) => `ingest:${name}` as const),
  'ingest:recordings',
  'ingest:files',
  'portal-work',
  'export',
  'webhooks',
] as const;
/** `portal-work` sends people's work in a portal; `ingest` does not cover it. */
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export const isApiKeyScope = (text: string): text is ApiKeyScope =>
  apiKeyScopes.some((scope) => scope === text);

/** The scope `ingest` includes the scopes of all files. */
export const coversScope = (scopes: readonly string[], needed: ApiKeyScope): boolean =>
  scopes.includes(needed) || (needed.startsWith('ingest:') && scopes.includes('ingest'));
