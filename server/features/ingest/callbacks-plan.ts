import { attemptKinds, maxSnoozeDays } from '@mailcall/contract/rules/callbacks.ts';
import { onKnownCall } from './calls-plan.ts';
import { executeSql } from './execute-sql.ts';
import { feedFile } from './feed-files.ts';
import type { ImportRun } from './import-run.ts';
import type { MergePlan } from './merge-plan.ts';
import { sentIn } from './rows-of-plan.ts';
import { stageTable } from './stage-rows.ts';
import { erasedName } from './removed-data.ts';

/** Other systems' clocks may be ahead of the database by this much. */
const clockSkew = `interval '5 minutes'`;

const attempts = attemptKinds.map((kind) => `'${kind}'`).join(', ');

async function leaveErasedNames({ database, record }: ImportRun, lines: [number, number]): Promise<void> {
  const sent = sentIn(lines);
  await record.load({ table: 'contacts', by: 'id', of: sent('made_by_contact_id') });
  await executeSql(
    database,
    `update ${stageTable} feed set made_by = '${erasedName}' from contacts
     where feed.line > $1 and feed.line <= $2 and contacts.id = feed.made_by_contact_id and contacts.personal_data_removed`,
    lines,
  );
}

/** The feed changes nothing that people did in the portal. */
export const callbacksPlan: MergePlan = {
  file: feedFile('callback-attempts'),
  together: false,
  account: 'own',
  versioned: true,
  reads: (sent) => [{ table: 'calls', by: 'id', of: sent('call_id'), keysOnly: true }],
  joins: onKnownCall.joins,
  checks: [
    ...onKnownCall.checks,
    {
      column: 'id',
      when: 'known.contact_id is not null',
      feedOnly: true,
      reason: `'is the id of an action in the portal'`,
    },
    {
      column: 'happened_at',
      when: `next.happened_at > now() + ${clockSkew}`,
      feedOnly: true,
      reason: `'is in the future'`,
    },
    {
      column: 'next_try',
      when: `next.until is not null and next.kind not in (${attempts})`,
      feedOnly: true,
      reason: `'does not fit: there is no next attempt after ' || next.kind`,
    },
    {
      column: 'next_try',
      when: `next.until <= next.happened_at or next.until > next.happened_at + interval '${maxSnoozeDays} days'`,
      feedOnly: true,
      reason: `'must be later than happened_at, by at most ${maxSnoozeDays} days'`,
    },
  ],

  async before(run, lines) {
    if (run.portalWork && run.hasRemovedData) await leaveErasedNames(run, lines);
  },
};
