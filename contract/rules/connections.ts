export const connectionKinds = [
  'callrail',
  'calltrackingmetrics',
  'lob',
  'postgrid',
  'informed-visibility',
] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** Name used in URLs: 2 to 40 lower-case letters, digits and hyphens, such as `callrail-main`. */
export const connectionName = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/;
