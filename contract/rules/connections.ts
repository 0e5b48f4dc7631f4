/** The kinds of systems to which a connection can lead. */
export const connectionKinds = [
  'callrail',
  'calltrackingmetrics',
  'lob',
  'postgrid',
  'informed-visibility',
] as const;
/** A kind of system to which a connection can lead. */
export type ConnectionKind = (typeof connectionKinds)[number];

/** The name of a connection, which addresses have: 2 to 40 small letters, digits and hyphens, such as `callrail-main`. */
export const connectionName = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/;
