/** The files of the feed by their names without an ending, in the order in which an import reads them. */
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

/** The files of an export of what people did in a portal, in the order in which an import reads them. */
export const portalFileNames = [
  'accounts',
  'contacts',
  'notification-settings',
  'office-hours',
  'office-holidays',
  'campaigns',
  'tracking-lines',
  'calls',
  'appointments',
  'call-actions',
  'callback-attempts',
  'designs',
  'design-versions',
  'review-comments',
  'mailing-areas',
  'mailing-zones',
  'patient-lists',
  'patients',
] as const;
/** A file of an export. */
export type PortalFileName = (typeof portalFileNames)[number];

/** Scopes that cover one kind of request each. `ingest` alone covers every scope that begins with `ingest:`. */
export const apiKeyScopes = [
  'ingest',
  ...feedFileNames.map((name) => `ingest:${name}` as const),
  'ingest:recordings',
  'ingest:files',
  'portal-work',
  'export',
  'webhooks',
] as const;
/** What an API key may do. `portal-work` sends what people did in a portal; `ingest` does not cover it. */
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Whether a text is a scope. */
export const isApiKeyScope = (text: string): text is ApiKeyScope =>
  apiKeyScopes.some((scope) => scope === text);

/** Whether a key with some scopes may do what needs a scope. */
export const coversScope = (scopes: readonly string[], needed: ApiKeyScope): boolean =>
  scopes.includes(needed) || (needed.startsWith('ingest:') && scopes.includes('ingest'));
