import { randomUUID } from 'node:crypto';
import type { ScoreMark, ScoreReason } from '@mailcall/contract/scoring.ts';
import type { Provider } from '@mailcall/contract/provider.ts';
import { marksOfShownFields } from '@mailcall/contract/rules/score-form.ts';
import { type ScoreFieldName, scoreFields } from '@mailcall/contract/rules/score-fields.ts';
import {
  emptyScore,
  scoreColumnsOf,
  scoredInquiriesOf,
  type ScoreValues,
} from '@mailcall/contract/rules/score-values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible, notValid } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { bookAppointments, type PersonScore, recomputeCalls, scoreCall } from '../calls/index.ts';
import { recordChanges } from '../changes/index.ts';
import { codesOfTexts } from '../ingest/index.ts';
import type { Viewer } from '../identity/index.ts';
import { dimensionOfColumn, readScoredCall, type ScoredCall } from './call-context.ts';
import { checkedValues } from './checked-values.ts';
import { lockClaim } from './claims.ts';
import { roleOf } from './roles.ts';
import { drawSecondPass, endPass, settlePass, undoTime } from './second-pass.ts';
import { forgetSuggestionOutcomes, noteSuggestionOutcomes } from './suggestions.ts';
import { addVersion, newestVersion, readVersion, versionOfRequest } from './versions.ts';
import type { WaitingCall } from './waiting-calls.ts';

export interface ScoreSave {
  viewer: Viewer;
  now: Date;
  requestId?: string;
  version: number;
  /** The call, if it is locked and read already. */
  call?: ScoredCall;
  values: ScoreValues;
  marks: readonly ScoreMark[];
  rubric: string;
  reason: ScoreReason;
  /** For offices, instead of the person's name. */
  shownAs?: string | undefined;
  /** Percentages for second passes; without them none is chosen. */
  rates?: Provider['scoring'];
  /** Accepted suggestions; absent if the person did not see any. */
  accepted?: readonly ScoreFieldName[];
}

/**
 * Locks the claim, then the call, then its account's version, in the caller's transaction. A repeated request gets the same version.
 * @throws {Problem} 400 with a sentence at each field, 422 if another person works on the call or saved it meanwhile
 */
export async function saveScore(
  transaction: Queryable,
  found: WaitingCall,
  save: ScoreSave,
): Promise<number> {
  const { viewer, now, requestId } = save;
  const beganAt = await lockClaim(transaction, found, save);
  const call = save.call ?? (await readScoredCall(transaction, found, { lock: true }));
  if (requestId !== undefined) {
    const saved = await versionOfRequest(transaction, found.accountId, requestId);
    if (saved && saved.callId !== found.callId)
      throw notValid({ requestId: 'This was used for another request.' });
    if (saved) return saved.number;
  }
  const newest = await newestVersion(transaction, found);
  if ((newest?.number ?? 0) !== save.version)
    throw notPossible('Someone else scored this call meanwhile. Your score was not saved.');
  const values = checkedValues(save.values, call);
  await keepShownScore(transaction, call, newest === null, now);
  const scored = await withKnownItems(transaction, found, values, save);
  const version = await writeScore(transaction, call, scored, save);
  const appointmentIds = await bookAppointments(
    transaction,
    { ...call, resolveDate: null, due: false },
    scored.appointments,
    {
      contactId: viewer.contactId,
      at: now,
      version,
      shownAs: save.shownAs,
    },
  );
  await recomputeCalls(transaction, { accountId: found.accountId, callIds: [found.callId], version });
  const number = save.version + 1;
  await addVersion(transaction, found, number, {
    reason: save.reason,
    values: scored,
    marks: marksOfShownFields(save.marks, scored, call.context),
    contactId: viewer.contactId,
    role: roleOf(viewer),
    rubric: save.rubric,
    beganAt,
    at: now,
    ...(requestId !== undefined && { requestId }),
    appointmentIds,
  });
  await endWork(transaction, found);
  const isFirst = newest === null || newest.number === 0 || newest.reason === 'undone';
  if (save.accepted && isFirst)
    await noteSuggestionOutcomes(transaction, found, {
      before: call.values,
      values: scored,
      taken: save.accepted,
      context: call.context,
      now,
    });
  if (save.reason !== 'scored' || !isFirst) await settlePass(transaction, found, { viewer, now, number });
  else if (save.rates)
    await drawSecondPass(
      transaction,
      found,
      { viewer, now, number, values: scored, shown: call.values },
      save.rates,
    );
  await recordSave(transaction, found, save);
  return number;
}

/** Version 0 keeps the score from before the first person's. */
async function keepShownScore(
  transaction: Queryable,
  call: ScoredCall,
  isFirst: boolean,
  now: Date,
): Promise<void> {
  if (!isFirst || call.source === null || call.source === 'person') return;
  await addVersion(transaction, call, 0, {
    reason: 'feed',
    values: call.values,
    marks: [],
    contactId: null,
    role: null,
    rubric: null,
    beganAt: null,
    at: now,
  });
}

/** Upper case and spaces do not make another name. */
const keyOfName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const nameKey = (name: RawBuilder<unknown>) => sql`lower(regexp_replace(trim(${name}), '\\s+', ' ', 'g'))`;

const itemFields = ['offers', 'services', 'insurances'] as const;

/** Typed names that the office has already get its item; the others get a new one. */
async function withItemIds(
  transaction: Queryable,
  accountId: string,
  values: ScoreValues,
): Promise<Pick<ScoreValues, (typeof itemFields)[number]>> {
  const typed = itemFields.flatMap((field) => values[field].filter(({ id }) => id === null));
  const keys = typed.map(({ name }) => keyOfName(name));
  const { rows } =
    keys.length === 0
      ? { rows: [] }
      : await sql<{ kind: string; key: string; id: string; name: string }>`
          select distinct on (kind, key) kind, key, id, name from (
            select kind, ${nameKey(sql`item_name`)} as key, item_id as id, item_name as name, version from inquiries
            where account_id = ${accountId} and not deleted) known
          where key = any(${keys}::text[]) order by kind, key, version desc, id`.execute(transaction);
  const withIds = (field: (typeof itemFields)[number]) => {
    const known = new Map(
      rows.flatMap(({ kind, key, id, name }) =>
        kind === scoreFields[field].inquiry ? [[key, { id, name }] as const] : [],
      ),
    );
    const items = values[field].map((item) => {
      if (item.id !== null) return item;
      const key = keyOfName(item.name);
      const found = known.get(key) ?? { id: randomUUID(), name: item.name };
      known.set(key, found);
      return { ...item, ...found };
    });
    return items.filter(({ id }, place) => items.findIndex((other) => other.id === id) === place);
  };
  return {
    offers: withIds('offers'),
    services: withIds('services'),
    insurances: withIds('insurances'),
  };
}

async function withKnownItems(
  transaction: Queryable,
  { accountId }: WaitingCall,
  values: ScoreValues,
  { viewer, now }: Pick<ScoreSave, 'viewer' | 'now'>,
): Promise<ScoreValues> {
  const items = await withItemIds(transaction, accountId, values);
  if (values.handler === null) return { ...values, ...items };
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff where account_id = ${accountId} and not deleted
      and (id = ${values.handler.id} or (${values.handler.id}::text is null and ${nameKey(sql`name`)} = ${keyOfName(values.handler.name)}))
    order by id limit 1`.execute(transaction);
  if (rows[0]) return { ...values, ...items, handler: rows[0] };
  if (values.handler.id !== null)
    throw notValid({
      'values.handler': 'Choose a member of the staff of the call’s office, or add a new one.',
    });
  const handler = { id: randomUUID(), name: values.handler.name };
  await sql`insert into staff (account_id, id, name) values (${accountId}, ${handler.id}, ${handler.name})`.execute(
    transaction,
  );
  await recordChanges(transaction, [{ accountId, file: 'staff', rowId: handler.id, action: 'added' }], {
    contactId: viewer.contactId,
    at: now,
  });
  await recordActivity(transaction, [
    {
      accountId,
      contactId: viewer.contactId,
      action: 'add',
      subject: { kind: 'staff', id: handler.id },
      at: now,
    },
  ]);
  return { ...values, ...items, handler };
}

async function personScoreOf(transaction: Queryable, values: ScoreValues): Promise<PersonScore> {
  const columns = scoreColumnsOf(values);
  const texts = new Map<string, string>();
  for (const [column, value] of Object.entries(columns)) {
    const dimension = dimensionOfColumn.get(column);
    if (dimension !== undefined) texts.set(dimension, String(value));
  }
  const codes = await codesOfTexts(transaction, texts);
  const coded = Object.entries(columns).map(([column, value]): [string, string | number | boolean] => {
    const dimension = dimensionOfColumn.get(column);
    return [column, dimension === undefined ? value : (codes.get(dimension) as number)];
  });
  return {
    values: Object.fromEntries(coded),
    inquiries: scoredInquiriesOf(values).map((inquiry) => ({
      ...inquiry,
      itemId: inquiry.itemId ?? randomUUID(),
    })),
  };
}

async function writeScore(
  transaction: Queryable,
  call: ScoredCall,
  values: ScoreValues,
  { viewer, now }: Pick<ScoreSave, 'viewer' | 'now'>,
): Promise<string> {
  const { rows: before } = await sql<{ id: string }>`
    select id from inquiries
    where account_id = ${call.accountId} and call_id = ${call.callId} and source = 'person' and not removed`.execute(
    transaction,
  );
  const version = await scoreCall(transaction, call, await personScoreOf(transaction, values));
  if (version === null) throw new Error(`Call ${call.callId} is gone.`);
  await sql`
    update calls set caller_name = coalesce(${values.callerName}, caller_name),
      first_scored_at = coalesce(first_scored_at, case when ${call.source}::text is null then ${now}::timestamptz end)
    where account_id = ${call.accountId} and id = ${call.callId}`.execute(transaction);
  await recordInquiries(
    transaction,
    call,
    before.map(({ id }) => id),
    { viewer, now },
  );
  return version;
}

async function recordInquiries(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
  removed: readonly string[],
  { viewer, now }: Pick<ScoreSave, 'viewer' | 'now'>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from inquiries
    where account_id = ${accountId} and call_id = ${callId} and source = 'person' and not removed`.execute(
    transaction,
  );
  const file = 'inquiries' as const;
  await recordChanges(
    transaction,
    [
      ...removed.map((rowId) => ({ accountId, file, rowId, action: 'removed' as const })),
      ...rows.map(({ id }) => ({ accountId, file, rowId: id, action: 'added' as const })),
    ],
    { contactId: viewer.contactId, at: now },
  );
}

async function endWork(transaction: Queryable, { accountId, callId }: WaitingCall): Promise<void> {
  for (const table of ['score_drafts', 'score_skips'])
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and call_id = ${callId}`.execute(
      transaction,
    );
  await sql`
    delete from score_claims where account_id = ${accountId} and call_id = ${callId} and purpose = 'score'`.execute(
    transaction,
  );
}

async function recordSave(
  transaction: Queryable,
  { accountId, callId }: WaitingCall,
  { viewer, now, reason }: Pick<ScoreSave, 'viewer' | 'now' | 'reason'>,
): Promise<void> {
  await recordChanges(transaction, [{ accountId, file: 'calls', rowId: callId }], {
    contactId: viewer.contactId,
    at: now,
  });
  const action = reason === 'undone' ? 'undo score of' : 'score';
  await recordActivity(transaction, [
    { accountId, contactId: viewer.contactId, action, subject: { kind: 'call', id: callId }, at: now },
  ]);
}

/** Saves the return as a new version. @throws {Problem} 422 if the version is not the newest, another person's, or too old */
export async function undoScore(
  transaction: Queryable,
  found: WaitingCall,
  { viewer, now, version }: { viewer: Viewer; now: Date; version: number },
): Promise<{ values: ScoreValues; marks: ScoreMark[] }> {
  await lockClaim(transaction, found, { viewer, now });
  const call = await readScoredCall(transaction, found, { lock: true });
  const newest = await newestVersion(transaction, found);
  if (newest?.number !== version || newest.contactId !== viewer.contactId || newest.reason === 'undone')
    throw notPossible('This save cannot be undone: the call has changed since.');
  if (now.getTime() - newest.madeAt.getTime() > undoTime)
    throw notPossible('A save can be undone within an hour. Open the call and correct its score instead.');
  const undone = await readVersion(transaction, found, version);
  const before = version === 1 ? null : await readVersion(transaction, found, version - 1);
  const values = before?.values ?? null;
  const raised = await writeScore(transaction, call, values ?? emptyScore, { viewer, now });
  if (newest.appointmentIds.length > 0) {
    await sql`
      update appointments set deleted = true, version = ${raised}::bigint
      where account_id = ${found.accountId} and call_id = ${found.callId} and portal_id = any(${newest.appointmentIds}::text[])`.execute(
      transaction,
    );
    await recordChanges(
      transaction,
      newest.appointmentIds.map((rowId) => ({
        accountId: found.accountId,
        file: 'appointments' as const,
        rowId,
        action: 'removed' as const,
      })),
      { contactId: viewer.contactId, at: now },
    );
  }
  await recomputeCalls(transaction, { accountId: found.accountId, callIds: [found.callId], version: raised });
  await sql`
    update calls set first_scored_at = null
    where account_id = ${found.accountId} and id = ${found.callId} and score_source is null`.execute(
    transaction,
  );
  await addVersion(transaction, found, version + 1, {
    reason: 'undone',
    values,
    marks: before?.marks ?? [],
    contactId: viewer.contactId,
    role: roleOf(viewer),
    rubric: null,
    beganAt: null,
    at: now,
  });
  await endPass(transaction, found, { viewer, now, number: version });
  await forgetSuggestionOutcomes(transaction, found);
  await recordSave(transaction, found, { viewer, now, reason: 'undone' });
  return { values: undone?.values ?? emptyScore, marks: undone?.marks ?? [] };
}
