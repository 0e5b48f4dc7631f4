import type { ScoreSource } from '../calls/index.ts';
import { onKnownCall } from './calls-plan.ts';
import { feedFile } from './feed-files.ts';
import type { MergePlan } from './merge-plan.ts';
import { leaveRemovedTurns } from './removed-data.ts';

/** Each source has turns of its own, also under the same ids; the reader chooses the source. */
export const transcriptsPlan = (source: ScoreSource): MergePlan => ({
  file: feedFile('transcripts'),
  together: false,
  streamed: true,
  account: 'own',
  versioned: true,
  rowsOf: source,
  joins: onKnownCall.joins,
  checks: [
    ...onKnownCall.checks,
    { column: 'to_ms', when: 'next.to_ms < next.from_ms', reason: "'is before from_ms'" },
  ],
  derived: [{ name: 'source', sql: `'${source}'::text`, stored: true }],
  reads: (sent) => [{ table: 'calls', by: 'id', of: sent('call_id') }],
  async before(run, lines) {
    if (run.hasRemovedData) await leaveRemovedTurns(run, lines);
  },
});
