/** The files of the feed by their names without an ending, in the order in which an import reads them. */
export const feedFileNames = [
  'picklists',
  'accounts',
  'contacts',
  'staff',
  'notification-settings',
  'campaigns',
  'tracking-lines',
  'calls',
  'inquiries',
  'appointments',
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
/** A file of the feed. */
export type FeedFileName = (typeof feedFileNames)[number];

/** Scopes that cover one kind of request each. `ingest` alone covers every scope that begins with `ingest:`. */
export const apiKeyScopes = [
  'ingest',
  ...feedFileNames.map((name) => `ingest:${name}` as const),
  'ingest:recordings',
  'ingest:files',
  'export',
  'webhooks',
] as const;
/** What an API key may do. */
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Whether a text is a scope. */
export const isApiKeyScope = (text: string): text is ApiKeyScope =>
  apiKeyScopes.some((scope) => scope === text);

/** Whether a key with some scopes may do what needs a scope. */
export const coversScope = (scopes: readonly string[], needed: ApiKeyScope): boolean =>
  scopes.includes(needed) || (needed.startsWith('ingest:') && scopes.includes('ingest'));
