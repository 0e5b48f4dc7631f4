import { marksOfShownFields } from '@mailcall/contract/rules/score-form.ts';
import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { checkedValues, draftOf, readScoredCall, undoTime } from '../scoring/index.ts';
import { teamAccounts } from '../team/index.ts';
import { liveCalls, lockSet, noSet, type Person } from './sets.ts';

export interface SetCall {
  setId: string;
  accountId: string;
  callId: string;
}

const takesPart = (viewer: Viewer, setId: string) => sql`item.set_id = ${setId}::uuid
  and ${teamAccounts(viewer, 'item.account_id')}
  and exists (select 1 from calibration_people person where person.set_id = item.set_id and person.contact_id = ${viewer.contactId})
  and exists (select 1 from calibration_sets where calibration_sets.id = item.set_id and calibration_sets.state = 'open')`;

const answerOf = (
  viewer: Viewer,
) => sql`left join calibration_answers answer on answer.account_id = item.account_id
  and answer.set_id = item.set_id and answer.call_id = item.call_id and answer.contact_id = ${viewer.contactId}`;

/** Drafts first. Each person has an order of their own. @throws {Problem} 404 unless the set is open for the person */
export async function nextCall(
  database: Queryable,
  viewer: Viewer,
  { setId, except }: { setId: string; except: readonly string[] },
): Promise<SetCall | null> {
  const { rows } = await sql<SetCall & { isNext: boolean }>`
    select item.set_id as "setId", item.account_id as "accountId", item.call_id as "callId",
      answer.saved_at is null and item.call_id <> all(${[...except]}::text[]) as "isNext"
    from calibration_calls item ${liveCalls} ${answerOf(viewer)}
    where ${takesPart(viewer, setId)}
    order by answer.contact_id is null, md5(item.call_id || ${viewer.contactId})`.execute(database);
  if (rows.length === 0) throw noSet();
  return rows.find(({ isNext }) => isNext) ?? null;
}

/** @throws {Problem} 404 for calls outside the person's accounts or open sets */
export async function findSetCall(
  database: Queryable,
  viewer: Viewer,
  { setId, callId }: { setId: string; callId: string },
): Promise<SetCall> {
  const { rows } = await sql<SetCall>`
    select item.set_id as "setId", item.account_id as "accountId", item.call_id as "callId"
    from calibration_calls item ${liveCalls}
    where ${takesPart(viewer, setId)} and item.call_id = ${callId}`.execute(database);
  const [found] = rows;
  if (!found) throw noSet();
  return found;
}

interface StoredAnswer {
  score: unknown;
  marks: ScoreMark[];
  savedAt: Date | null;
  requestId: string | null;
}

export async function readAnswer(
  database: Queryable,
  { setId, accountId, callId }: SetCall,
  { contactId }: Viewer,
): Promise<StoredAnswer | null> {
  const { rows } = await sql<StoredAnswer>`
    select score, marks, saved_at as "savedAt", request_id as "requestId" from calibration_answers
    where account_id = ${accountId} and set_id = ${setId}::uuid and call_id = ${callId} and contact_id = ${contactId}`.execute(
    database,
  );
  return rows[0] ?? null;
}

export const refuseSaved = (answer: StoredAnswer | null): void => {
  if (answer?.savedAt) throw notPossible('You have scored this call already.');
};

export const draftOfAnswer = (answer: StoredAnswer | null) => answer && draftOf(answer);

/** Locks the set, so that it cannot close, then the call, so that retention cannot remove its texts. */
async function lockOpen(transaction: Queryable, viewer: Viewer, of: { setId: string; callId: string }) {
  const { state } = await lockSet(transaction, of.setId);
  if (state === 'closed') throw notPossible('This set is closed. Nobody scores its calls any more.');
  const found = await findSetCall(transaction, viewer, of);
  const call = await readScoredCall(transaction, found, { lock: true });
  return { found: await findSetCall(transaction, viewer, of), call };
}

interface Answer extends Person {
  values: ScoreValues;
  marks: readonly ScoreMark[];
}

async function write(
  transaction: Queryable,
  { setId, accountId, callId }: SetCall,
  { viewer, now, values, marks, saved }: Answer & { saved: { requestId: string; rubric: string } | null },
): Promise<void> {
  await sql`
    insert into calibration_answers (account_id, set_id, call_id, contact_id, score, marks, rubric, began_at, changed_at, saved_at, request_id)
    values (${accountId}, ${setId}::uuid, ${callId}, ${viewer.contactId}, ${JSON.stringify(values)}::jsonb,
      ${JSON.stringify(marks)}::jsonb, ${saved?.rubric ?? null}, ${now}, ${now}, ${saved ? now : null}, ${saved?.requestId ?? null}::uuid)
    on conflict (account_id, set_id, call_id, contact_id) do update set score = excluded.score, marks = excluded.marks,
      rubric = excluded.rubric, changed_at = excluded.changed_at, saved_at = excluded.saved_at, request_id = excluded.request_id`.execute(
    transaction,
  );
}

/** @throws {Problem} 404, 422 if the set is closed or the person has scored the call */
export async function writeDraft(
  transaction: Queryable,
  of: { setId: string; callId: string },
  draft: Answer,
): Promise<void> {
  const { found } = await lockOpen(transaction, draft.viewer, of);
  refuseSaved(await readAnswer(transaction, found, draft.viewer));
  await write(transaction, found, { ...draft, saved: null });
}

const record = (
  transaction: Queryable,
  { accountId, callId }: SetCall,
  { viewer, now }: Person,
  action: string,
) =>
  recordActivity(transaction, [
    { accountId, contactId: viewer.contactId, action, subject: { kind: 'call', id: callId }, at: now },
  ]);

/** Adds no staff, and no appointment counts as known. @throws {Problem} 400 per field, 404, 422 */
export async function saveAnswer(
  transaction: Queryable,
  of: { setId: string; callId: string },
  { requestId, rubric, ...answer }: Answer & { requestId: string; rubric: string },
): Promise<void> {
  const { found, call } = await lockOpen(transaction, answer.viewer, of);
  const known = await readAnswer(transaction, found, answer.viewer);
  if (known?.savedAt && known.requestId === requestId) return;
  refuseSaved(known);
  const context = { ...call.context, bookedAppointments: 0 };
  const values = checkedValues(answer.values, { ...call, context });
  const marks = marksOfShownFields(answer.marks, values, context);
  await write(transaction, found, { ...answer, values, marks, saved: { requestId, rubric } });
  await record(transaction, found, answer, 'calibrate');
}

/** @throws {Problem} 404, 422 if there is nothing to undo, after an hour, or if the set is closed */
export async function undoAnswer(
  transaction: Queryable,
  of: { setId: string; callId: string },
  person: Person,
): Promise<SetCall> {
  const { found } = await lockOpen(transaction, person.viewer, of);
  const known = await readAnswer(transaction, found, person.viewer);
  if (!known?.savedAt) throw notPossible('There is no save of this call to undo.');
  if (person.now.getTime() - known.savedAt.getTime() > undoTime)
    throw notPossible('A save can be undone within an hour.');
  await sql`
    update calibration_answers set saved_at = null, request_id = null, changed_at = ${person.now}
    where account_id = ${found.accountId} and set_id = ${found.setId}::uuid and call_id = ${found.callId}
      and contact_id = ${person.viewer.contactId}`.execute(transaction);
  await record(transaction, found, person, 'undo calibration of');
  return found;
}
