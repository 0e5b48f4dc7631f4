import { thousands } from './rates.ts';

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

export interface ConnectionFacts {
  hasSecrets: boolean;
  hasApiKey: boolean;
  /** Time in words; null if it is not paused. */
  paused: string | null;
  lastReceivedAt: string | null;
  lastReadAt: string | null;
  waiting: number;
  failed: number;
  parked: number;
  gone: number;
  /** Companies of an agency that wait for a decision. */
  undecided: number;
  /** Why events cannot be processed. */
  problem: string | null;
  /** Why it cannot be read. */
  failure: string | null;
}

/** In words, and whether somebody must do something about it. */
export function connectionState(facts: ConnectionFacts): { text: string; isWrong: boolean } {
  const { paused, waiting, failed, parked, gone, undecided, problem, failure } = facts;
  if (!facts.hasSecrets) return { text: 'No secrets: it receives nothing', isWrong: true };
  const isWrong = failed > 0 || problem !== null || failure !== null;
  if (paused !== null) return { text: `Paused ${paused}, ${thousands(waiting)} waiting`, isWrong };
  const counts = [
    ...(undecided > 0
      ? [`${thousands(undecided)} ${undecided === 1 ? 'decision' : 'decisions'} to make`]
      : []),
    ...(failed > 0 ? [`${thousands(failed)} failed`] : []),
    ...(waiting > 0 ? [`${thousands(waiting)} waiting`] : []),
    ...(parked > 0 ? [`${thousands(parked)} parked`] : []),
    ...(gone > 0 ? [`${thousands(gone)} no longer there`] : []),
  ].join(', ');
  const why = failure === null ? problem : `Cannot be read: ${failure}`;
  if (why !== null) return { text: counts === '' ? why : `${counts}: ${why}`, isWrong };
  const isNew = facts.lastReceivedAt === null && facts.lastReadAt === null;
  const otherwise = isNew ? (facts.hasApiKey ? 'Not read yet' : 'Nothing received yet') : 'Up to date';
  return { text: counts || otherwise, isWrong };
}
