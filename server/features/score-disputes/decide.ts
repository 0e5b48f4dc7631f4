import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import { findTeamCall, readHistory, saveScore } from '../scoring/index.ts';
import { lockDispute, noDispute, ofTeam, type StoredDispute } from './disputes.ts';
import { noteChange } from './office.ts';

interface Decider {
  viewer: Viewer;
  now: Date;
  /** For offices, instead of the lead's name. */
  shownAs: string | undefined;
}

export const usualThanks = 'Thank you for telling us. The score is corrected.';

/** @throws {Problem} 404, 422 if it is not open any more */
async function lockOpenDispute(transaction: Queryable, viewer: Viewer, id: string): Promise<StoredDispute> {
  const { rows } = await sql<{ accountId: string }>`
    select dispute.account_id as "accountId" from score_disputes dispute where ${ofTeam(viewer, id)}`.execute(
    transaction,
  );
  const [found] = rows;
  if (!found) throw noDispute();
  const dispute = await lockDispute(
    transaction,
    sql`dispute.account_id = ${found.accountId} and dispute.id = ${id}::uuid`,
  );
  if (dispute.state === 'withdrawn') throw notPossible('The office has withdrawn this dispute.');
  if (dispute.state !== 'open') throw notPossible('Someone else has decided this dispute meanwhile.');
  return dispute;
}

async function storeDecision(
  transaction: Queryable,
  { accountId, id }: StoredDispute,
  { viewer, now, shownAs }: Decider,
  { state, decision, version }: { state: 'accepted' | 'declined'; decision: string; version: number | null },
): Promise<void> {
  await sql`
    update score_disputes set state = ${state}, decision = ${decision}, version = ${version}, decided_at = ${now},
      decided_by_id = ${viewer.contactId},
      decided_as = coalesce(${shownAs ?? null}::text, (select name from contacts where id = ${viewer.contactId}))
    where account_id = ${accountId} and id = ${id}::uuid`.execute(transaction);
}

function marksWith(before: readonly ScoreMark[], { field, atSecond }: StoredDispute): ScoreMark[] {
  const from = atSecond === null ? null : atSecond * 1000;
  const isMarked = before.some((mark) => mark.field === field && mark.from === from);
  return from === null || isMarked ? [...before] : [...before, { field, from, to: null }];
}

/** Locks the dispute, then as {@link saveScore} does. @throws {Problem} 400 per field, 404, 422 if decided or changed meanwhile */
export async function acceptDispute(
  transaction: Queryable,
  id: string,
  {
    version,
    values,
    rubric,
    thanks = usualThanks,
    ...decider
  }: Decider & { version: number; values: ScoreValues; rubric: string; thanks?: string | undefined },
): Promise<{ dispute: StoredDispute; version: number }> {
  const { viewer, now, shownAs } = decider;
  const dispute = await lockOpenDispute(transaction, viewer, id);
  const call = await findTeamCall(transaction, viewer, dispute.callId);
  const [newest] = await readHistory(transaction, call, null);
  const saved = await saveScore(transaction, call, {
    viewer,
    now,
    version,
    values,
    marks: marksWith(newest?.marks ?? [], dispute),
    rubric,
    reason: 'dispute',
    shownAs,
  });
  await storeDecision(transaction, dispute, decider, { state: 'accepted', decision: thanks, version: saved });
  await noteChange(transaction, dispute, { viewer, now, action: 'accept dispute of' });
  return { dispute, version: saved };
}

/** @throws {Problem} 404, 422 if it is not open any more */
export async function declineDispute(
  transaction: Queryable,
  id: string,
  { reason, ...decider }: Decider & { reason: string },
): Promise<StoredDispute> {
  const { viewer, now } = decider;
  const dispute = await lockOpenDispute(transaction, viewer, id);
  await storeDecision(transaction, dispute, decider, { state: 'declined', decision: reason, version: null });
  await noteChange(transaction, dispute, { viewer, now, action: 'decline dispute of' });
  return dispute;
}
