import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { callDisputes, openDispute as openDisputeRoute } from '@mailcall/contract/score-disputes.ts';
import {
  type DisputedField,
  disputedFields,
  scoreValueText,
  yesNoTexts,
} from '@mailcall/contract/rules/score-disputes.ts';
import { scoreFieldOf, type ScoreFieldsOfKind } from '@mailcall/contract/rules/score-fields.ts';
import { scoreForm, scoreOptions } from '@mailcall/contract/rules/score-form.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { notPossible, notValid } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { noCall } from '../calls/index.ts';
import { bumpAccountVersions, recordChanges } from '../changes/index.ts';
import type { Viewer } from '../identity/index.ts';
import { readScoredCall, type ScoredCall } from '../scoring/index.ts';
import { lockDispute, type StoredDispute } from './disputes.ts';

interface OfficeCall {
  accountId: string;
  callId: string;
}

/** A grant alone does not make a call the office's own. @throws {Problem} 404 */
export async function findOfficeCall(
  database: Queryable,
  { accountIds, grantedIds }: Viewer,
  id: string,
): Promise<OfficeCall & { isKept: boolean }> {
  const own = [...accountIds].filter((accountId) => !grantedIds.has(accountId));
  const { rows } = await sql<OfficeCall & { isKept: boolean }>`
    select account_id as "accountId", id as "callId", not personal_data_removed as "isKept" from calls
    where id = ${id} and not deleted and account_id = any(${own}::text[])`.execute(database);
  const [found] = rows;
  if (!found) throw noCall(id);
  return found;
}

const isOffered = ({ values, context }: Pick<ScoredCall, 'values' | 'context'>) => {
  const form = scoreForm(values, context);
  return (field: DisputedField) => form[field].state !== 'hidden';
};

/** Empty without a score that could be corrected. */
export async function readFields(
  database: Queryable,
  call: OfficeCall & { isKept: boolean },
): Promise<RouteReply<typeof callDisputes>['fields']> {
  const scored = await readScoredCall(database, call);
  if (scored.source === null || !call.isKept) return [];
  return disputedFields.filter(isOffered(scored)).map((field) => {
    const { kind } = scoreFieldOf(field);
    return {
      field,
      shown: scoreValueText(field, scored.values[field]),
      options:
        kind === 'yes-no'
          ? [...yesNoTexts]
          : kind === 'choice'
            ? scoreOptions(field as ScoreFieldsOfKind<'choice'>, scored.context).map(({ value }) => value)
            : null,
    };
  });
}

const maxShownLength = 1000;

type Opening = z.output<(typeof openDisputeRoute)['body']>;

/** Once per request, serialized by field. @throws {Problem} 400 for a reused request id, 422 without a score or if already disputed */
export async function openDispute(
  transaction: Queryable,
  call: OfficeCall & { isKept: boolean },
  { viewer, now, opening }: { viewer: Viewer; now: Date; opening: Opening },
): Promise<void> {
  const { accountId, callId } = call;
  const { requestId, field, wanted, reason, atSecond } = opening;
  const scored = await readScoredCall(transaction, call);
  if (!call.isKept) throw notPossible('Personal data of this call was removed. Its score stays as it is.');
  if (scored.source === null) throw notPossible('This call is not scored yet.');
  if (!isOffered(scored)(field)) throw notValid({ field: 'Choose a field that the score of this call has.' });
  const shown = scoreValueText(field, scored.values[field])?.slice(0, maxShownLength) ?? null;
  const { rows } = await sql`
    insert into score_disputes (account_id, id, call_id, field, shown, wanted, reason, at_second, contact_id, opened_at)
    values (${accountId}, ${requestId}::uuid, ${callId}, ${field}, ${shown}, ${wanted}, ${reason}, ${atSecond}, ${viewer.contactId},
      ${now})
    on conflict do nothing returning 1`.execute(transaction);
  if (rows.length === 0) {
    const { rows: same } = await sql<{ callId: string; contactId: string; field: string }>`
      select call_id as "callId", contact_id as "contactId", field from score_disputes
      where account_id = ${accountId} and id = ${requestId}::uuid`.execute(transaction);
    const [before] = same;
    if (!before) throw notPossible('This field is disputed already. The provider has not decided yet.');
    if (before.callId !== callId || before.contactId !== viewer.contactId || before.field !== field)
      throw notValid({ requestId: 'This was used for another request.' });
    return;
  }
  await noteChange(
    transaction,
    { ...call, id: requestId },
    { viewer, now, action: 'dispute score of', isNew: true },
  );
}

const ofCall = ({ accountId, callId }: OfficeCall, id: string) =>
  sql`dispute.account_id = ${accountId} and dispute.call_id = ${callId} and dispute.id = ${id}::uuid`;

const decidedText = ({ state }: StoredDispute) =>
  state === 'withdrawn' ? 'It was withdrawn already.' : 'The provider has decided already.';

/** @throws {Problem} 404, 422 once it is decided or withdrawn */
export async function withdrawDispute(
  transaction: Queryable,
  call: OfficeCall,
  { viewer, now, id }: { viewer: Viewer; now: Date; id: string },
): Promise<void> {
  const dispute = await lockDispute(transaction, ofCall(call, id));
  if (dispute.state !== 'open') throw notPossible(decidedText(dispute));
  await sql`
    update score_disputes set state = 'withdrawn', withdrawn_by_id = ${viewer.contactId}, withdrawn_at = ${now}
    where account_id = ${call.accountId} and id = ${id}::uuid`.execute(transaction);
  await noteChange(transaction, dispute, { viewer, now, action: 'withdraw dispute of' });
}

/** @throws {Problem} 404, 422 before the decision and for a second answer */
export async function answerDispute(
  transaction: Queryable,
  call: OfficeCall,
  { viewer, now, id, answer }: { viewer: Viewer; now: Date; id: string; answer: string },
): Promise<void> {
  const dispute = await lockDispute(transaction, ofCall(call, id));
  if (dispute.state !== 'accepted' && dispute.state !== 'declined')
    throw notPossible('There is no decision to answer.');
  if (dispute.answeredAt !== null) throw notPossible('This decision was answered already.');
  await sql`
    update score_disputes set answer = ${answer}, answered_by_id = ${viewer.contactId}, answered_at = ${now}
    where account_id = ${call.accountId} and id = ${id}::uuid`.execute(transaction);
  await noteChange(transaction, dispute, { viewer, now, action: 'answer dispute of' });
}

export async function readDecided(
  database: Queryable,
  { contactId, accountIds, grantedIds }: Viewer,
): Promise<
  { id: string; callId: string; accountId: string; field: string; state: string; decidedAt: Date }[]
> {
  const own = [...accountIds].filter((accountId) => !grantedIds.has(accountId));
  const { rows } = await sql<{
    id: string;
    callId: string;
    accountId: string;
    field: string;
    state: string;
    decidedAt: Date;
  }>`
    select dispute.id, dispute.call_id as "callId", dispute.account_id as "accountId", dispute.field, dispute.state,
      dispute.decided_at as "decidedAt"
    from score_disputes dispute
    join calls on calls.account_id = dispute.account_id and calls.id = dispute.call_id and not calls.deleted
    where dispute.contact_id = ${contactId} and dispute.account_id = any(${own}::text[])
      and dispute.state in ('accepted', 'declined') and dispute.seen_at is null
    order by dispute.decided_at, dispute.id limit 50`.execute(database);
  return rows;
}

export async function noteSeen(
  transaction: Queryable,
  { accountId, callId }: OfficeCall,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update score_disputes set seen_at = ${now}, changed_at = ${now}
    where account_id = ${accountId} and call_id = ${callId} and contact_id = ${viewer.contactId}
      and state in ('accepted', 'declined') and seen_at is null returning id`.execute(transaction);
  await recordChanges(
    transaction,
    rows.map(({ id }) => ({ accountId, file: 'score-disputes', rowId: id })),
    { contactId: viewer.contactId, at: now },
  );
}

/** Raises the account's version, so lock rows before. */
export async function noteChange(
  transaction: Queryable,
  { accountId, callId, id }: OfficeCall & { id: string },
  {
    viewer: { contactId },
    now: at,
    action,
    isNew = false,
  }: { viewer: Viewer; now: Date; action: string; isNew?: boolean },
): Promise<void> {
  await sql`
    update score_disputes set changed_at = ${at} where account_id = ${accountId} and id = ${id}::uuid`.execute(
    transaction,
  );
  await recordChanges(
    transaction,
    [{ accountId, file: 'score-disputes', rowId: id, action: isNew ? 'added' : 'changed' }],
    { contactId, at },
  );
  await bumpAccountVersions(transaction, [accountId]);
  await recordActivity(transaction, [
    { accountId, contactId, action, subject: { kind: 'call', id: callId }, at },
  ]);
}
