import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import { scoreValueText } from '@mailcall/contract/rules/score-disputes.ts';
import { type ScoreFieldName, scoreFieldNames } from '@mailcall/contract/rules/score-fields.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import {
  changePass,
  findTeamCall,
  lockClaim,
  lockPass,
  newestVersion,
  readScoredCall,
  readVersion,
  saveScore,
  type StoredPass,
} from '../scoring/index.ts';
import { noPass } from './passes.ts';

interface Person {
  viewer: Viewer;
  now: Date;
}
type Call = Awaited<ReturnType<typeof findTeamCall>>;

/** Locks the claim, the call, then its second pass. @throws {Problem} 404, 422 if another person scores the call now */
async function lockScores(
  transaction: Queryable,
  callId: string,
  { viewer, now }: Person,
): Promise<{ call: Call; pass: StoredPass; values: ScoreValues }> {
  const call = await findTeamCall(transaction, viewer, callId);
  await lockClaim(transaction, call, { viewer, now });
  const { values } = await readScoredCall(transaction, call, { lock: true });
  const pass = await lockPass(transaction, call);
  if (!pass?.secondScore || pass.state === 'ended') throw noPass();
  return { call, pass, values };
}

function requireUndecided({ state }: StoredPass): void {
  if (state !== 'differs' && state !== 'returned')
    throw notPossible('Someone else has decided about this call meanwhile.');
}

async function change(
  transaction: Queryable,
  { accountId, callId }: Call,
  set: RawBuilder<unknown>,
  { viewer: { contactId }, now: at, action }: Person & { action: string },
): Promise<void> {
  await changePass(transaction, { accountId, callId }, set, { contactId, at });
  await recordActivity(transaction, [
    { accountId, contactId, action, subject: { kind: 'call', id: callId }, at },
  ]);
}

const isShown = (field: ScoreFieldName, shown: ScoreValues, values: ScoreValues) =>
  field === 'appointments'
    ? values.appointments.length === 0
    : scoreValueText(field, shown[field]) === scoreValueText(field, values[field]);

/** Takes the second score's marks for fields that it decided. */
function marksOf(
  { firstMarks, secondMarks }: { firstMarks: readonly ScoreMark[]; secondMarks: readonly ScoreMark[] },
  changed: readonly ScoreFieldName[],
): ScoreMark[] {
  return [
    ...firstMarks.filter(({ field }) => !changed.includes(field)),
    ...secondMarks.filter(({ field }) => changed.includes(field)),
  ];
}

/** Saves a new version for values other than the shown ones. @throws {Problem} 400 per field, 404, 422 if decided or changed meanwhile */
export async function decideSecondPass(
  transaction: Queryable,
  callId: string,
  {
    version,
    values,
    rubric,
    shownAs,
    ...person
  }: Person & { version: number; values: ScoreValues; rubric: string; shownAs: string | undefined },
): Promise<number> {
  const { call, pass, values: shown } = await lockScores(transaction, callId, person);
  requireUndecided(pass);
  const newest = await newestVersion(transaction, call);
  if (newest?.number !== version)
    throw notPossible('Someone else scored this call meanwhile. Nothing was decided.');
  const changed = scoreFieldNames.filter((field) => !isShown(field, shown, values));
  let decided: number | null = null;
  if (changed.length > 0) {
    const before = await readVersion(transaction, call, version);
    const marks = marksOf({ firstMarks: before?.marks ?? [], secondMarks: pass.secondMarks }, changed);
    decided = await saveScore(transaction, call, {
      ...person,
      version,
      values,
      marks,
      rubric,
      reason: 'second pass',
      shownAs,
    });
  }
  await change(
    transaction,
    call,
    sql`state = 'decided', decided_by_id = ${person.viewer.contactId}, decided_at = ${person.now}, version = ${decided}`,
    { ...person, action: 'decide between scores of' },
  );
  return decided ?? version;
}

/** @throws {Problem} 404, 422 if it is decided or returned already */
export async function returnSecondPass(
  transaction: Queryable,
  callId: string,
  { note, ...person }: Person & { note: string },
): Promise<void> {
  const { call, pass } = await lockScores(transaction, callId, person);
  requireUndecided(pass);
  if (pass.state === 'returned') throw notPossible('This call was returned already.');
  await change(
    transaction,
    call,
    sql`state = 'returned', note = ${note}, returned_by_id = ${person.viewer.contactId}, returned_at = ${person.now},
      answer = null, answered_at = null`,
    { ...person, action: 'return score of' },
  );
}

/** @throws {Problem} 404 if it was not returned to the person */
export async function keepFirstScore(
  transaction: Queryable,
  callId: string,
  { answer, ...person }: Person & { answer: string },
): Promise<void> {
  const { call, pass } = await lockScores(transaction, callId, person);
  if (pass.state !== 'returned' || pass.firstContactId !== person.viewer.contactId) throw noPass();
  await change(transaction, call, sql`state = 'differs', answer = ${answer}, answered_at = ${person.now}`, {
    ...person,
    action: 'keep score of',
  });
}
