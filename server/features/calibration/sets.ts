import type { CalibrationCall, CalibrationSet, OwnCalibrationSet } from '@mailcall/contract/calibration.ts';
import {
  type CalibrationOutcome,
  type CalibrationState,
  maxCalibrationCalls,
} from '@mailcall/contract/rules/calibration.ts';
import { removedPerson } from '@mailcall/contract/rules/activity.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, notValid } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { callTerms } from '../figures/index.ts';
import type { Viewer } from '../identity/index.ts';
import { readTeamPeople, teamAccounts, worksFor } from '../team/index.ts';

export const noSet = () => notFound('There is no such calibration set.');

export interface Person {
  viewer: Viewer;
  now: Date;
}

/** Joins `item` with its call, if the call is still there. */
export const liveCalls = sql`join calls on calls.account_id = item.account_id and calls.id = item.call_id
    and not calls.deleted and not calls.personal_data_removed
  join accounts on accounts.id = item.account_id and not accounts.deleted`;

interface SetRow {
  id: string;
  name: string;
  state: CalibrationState;
  contactId: string;
  by: string | null;
  madeAt: Date;
  startedAt: Date | null;
  dueAt: Date | null;
  closedAt: Date | null;
}

const setColumns = sql`
  calibration_sets.id, calibration_sets.name, calibration_sets.state, calibration_sets.contact_id as "contactId",
  (select name from contacts where contacts.id = calibration_sets.contact_id) as by, calibration_sets.made_at as "madeAt",
  calibration_sets.started_at as "startedAt", calibration_sets.due_at as "dueAt", calibration_sets.closed_at as "closedAt"`;

export function presentSet({ id, name, state, ...row }: SetRow): CalibrationSet {
  return {
    id,
    name,
    state,
    by: row.by ?? removedPerson,
    madeAt: row.madeAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** Closes sets whose due date has passed, and removes the drafts of closed ones. */
export async function closeDueSets(database: Queryable, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update calibration_sets set state = 'closed', closed_at = due_at where state = 'open' and due_at <= ${now} returning id`.execute(
    database,
  );
  if (rows.length > 0)
    await removeDrafts(
      database,
      rows.map(({ id }) => id),
    );
}

const removeDrafts = (database: Queryable, setIds: readonly string[]) =>
  sql`delete from calibration_answers where set_id = any(${[...setIds]}::uuid[]) and saved_at is null`.execute(
    database,
  );

/** Also removes drafts about calls that are gone. */
export async function cleanDrafts(database: Queryable): Promise<void> {
  await sql`
    delete from calibration_answers answer where saved_at is null and not exists (
      select 1 from calls where calls.account_id = answer.account_id and calls.id = answer.call_id
        and not calls.deleted and not calls.personal_data_removed)`.execute(database);
}

async function accountsOf(database: Queryable, setId: string): Promise<string[]> {
  // two queries: after a change of several shards in its transaction, Citus refuses to join them with `accounts`
  const { rows: all } = await sql<{ id: string }>`
    select distinct account_id as id from calibration_calls where set_id = ${setId}::uuid`.execute(database);
  const { rows } = await sql<{ id: string }>`
    select id from accounts where not deleted and id = any(${all.map(({ id }) => id)}::text[])`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

const mayLead = ({ team }: Viewer, accountIds: readonly string[]) =>
  team !== null && worksFor(team.scope, accountIds);

/** Until the transaction ends: lock the set first, then its calls. A statement of its own: a cluster locks rows of one table. */
export async function lockSet(transaction: Queryable, setId: string): Promise<{ state: CalibrationState }> {
  const { rows } = await sql<{ state: CalibrationState }>`
    select state from calibration_sets where id = ${setId}::uuid for update`.execute(transaction);
  const [found] = rows;
  if (!found) throw noSet();
  return found;
}

interface FoundSet extends SetRow {
  /** Of its calls. */
  accountIds: string[];
}

/** @throws {Problem} 404 for sets with calls outside the lead's accounts */
export async function findSet(
  database: Queryable,
  viewer: Viewer,
  setId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<FoundSet> {
  if (lock) await lockSet(database, setId);
  const { rows } = await sql<SetRow>`
    select ${setColumns} from calibration_sets where calibration_sets.id = ${setId}::uuid`.execute(database);
  const [found] = rows;
  const accountIds = found ? await accountsOf(database, setId) : [];
  if (!found || !mayLead(viewer, accountIds)) throw noSet();
  return { ...found, accountIds };
}

async function lockDraft(transaction: Queryable, { viewer }: Person, setId: string): Promise<void> {
  const { state } = await findSet(transaction, viewer, setId, { lock: true });
  if (state !== 'draft') throw notPossible('This set has started. Its calls are fixed.');
}

interface Counted {
  setId: string;
  accountIds: string[];
  calls: number;
}

export async function readSets(
  database: Queryable,
  viewer: Viewer,
): Promise<(CalibrationSet & { calls: number; people: number; finished: number })[]> {
  const { rows: sets } = await sql<SetRow & { people: number }>`
    select ${setColumns}, (select count(*)::int from calibration_people where set_id = calibration_sets.id) as people
    from calibration_sets order by calibration_sets.made_at desc, calibration_sets.id limit 200`.execute(
    database,
  );
  const ids = sets.map(({ id }) => id);
  const { rows: counted } = await sql<Counted>`
    select item.set_id as "setId", array_agg(distinct item.account_id) as "accountIds", count(*)::int as calls
    from calibration_calls item ${liveCalls} where item.set_id = any(${ids}::uuid[]) group by item.set_id`.execute(
    database,
  );
  const { rows: scored } = await sql<{ setId: string; calls: number }>`
    select item.set_id as "setId", count(*)::int as calls from calibration_answers item ${liveCalls}
    where item.set_id = any(${ids}::uuid[]) and item.saved_at is not null group by item.set_id, item.contact_id`.execute(
    database,
  );
  const countsOf = new Map(counted.map(({ setId, ...counts }) => [setId, counts]));
  return sets.flatMap((set) => {
    const { accountIds, calls } = countsOf.get(set.id) ?? { accountIds: [], calls: 0 };
    if (!mayLead(viewer, accountIds)) return [];
    const finished = scored.filter((person) => person.setId === set.id && person.calls >= calls).length;
    return [{ ...presentSet(set), calls, people: set.people, finished }];
  });
}

/** Started sets of the person, with calls in the person's accounts. */
export async function readOwnSets(
  database: Queryable,
  viewer: Viewer,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<OwnCalibrationSet[]> {
  const { contactId } = viewer;
  const { rows } = await sql<
    Pick<SetRow, 'id' | 'name' | 'dueAt' | 'closedAt'> & {
      state: 'open' | 'closed';
      calls: number;
      left: number;
    }
  >`
    select calibration_sets.id, calibration_sets.name, calibration_sets.state, calibration_sets.due_at as "dueAt",
      calibration_sets.closed_at as "closedAt", count(*)::int as calls, count(*) filter (where answer.saved_at is null)::int as left
    from calibration_people person
    join calibration_sets on calibration_sets.id = person.set_id and calibration_sets.state <> 'draft'
    join calibration_calls item on item.set_id = person.set_id
    ${liveCalls}
    left join calibration_answers answer on answer.account_id = item.account_id and answer.set_id = item.set_id
      and answer.call_id = item.call_id and answer.contact_id = ${contactId}
    where person.contact_id = ${contactId} and ${teamAccounts(viewer, 'item.account_id')} and ${condition}
    group by calibration_sets.id, calibration_sets.name, calibration_sets.state, calibration_sets.due_at, calibration_sets.closed_at,
      calibration_sets.started_at
    order by calibration_sets.state desc, calibration_sets.started_at desc, calibration_sets.id limit 200`.execute(
    database,
  );
  return rows.map(({ dueAt, closedAt, ...set }) => ({
    ...set,
    dueAt: dueAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  }));
}

/** Calls that are still there, oldest first. `of`: only those in this person's accounts. */
export async function readSetCalls(
  database: Queryable,
  setId: string,
  { of }: { of?: Viewer } = {},
): Promise<{ calls: CalibrationCall[]; gone: number }> {
  const { rows } = await sql<Omit<CalibrationCall, 'callDateTime'> & { callDateTime: Date }>`
    select item.call_id as "callId", item.account_id as "accountId", accounts.name as "accountName", accounts.time_zone as "timeZone",
      calls.call_date_time as "callDateTime", calls.duration_seconds as "callDuration",
      exists (select 1 from recordings where recordings.account_id = calls.account_id and recordings.key = calls.audio) as "hasRecording"
    from calibration_calls item ${liveCalls}
    where item.set_id = ${setId}::uuid ${of ? sql`and ${teamAccounts(of, 'item.account_id')}` : sql``}
    order by calls.call_date_time, calls.id`.execute(database);
  const { rows: all } = await sql<{ calls: number }>`
    select count(*)::int as calls from calibration_calls where set_id = ${setId}::uuid`.execute(database);
  return {
    calls: rows.map((row) => ({ ...row, callDateTime: row.callDateTime.toISOString() })),
    gone: Math.max(0, (all[0]?.calls ?? 0) - rows.length),
  };
}

const readScorers = async (database: Queryable) =>
  (await readTeamPeople(database)).filter(({ roles }) => teamMayUse('scorer', roles));

interface SetPerson {
  id: string;
  name: string;
  isLead: boolean;
  covers: boolean;
  takesPart: boolean;
  scored: number;
}

/** The team in a draft, later those who take part. */
export async function readPeople(
  database: Queryable,
  { id: setId, state, accountIds }: Pick<FoundSet, 'id' | 'state' | 'accountIds'>,
): Promise<SetPerson[]> {
  const team = await readScorers(database);
  const { rows: chosen } = await sql<{ id: string; name: string | null }>`
    select person.contact_id as id, contacts.name from calibration_people person left join contacts on contacts.id = person.contact_id
    where person.set_id = ${setId}::uuid order by lower(contacts.name), person.contact_id`.execute(database);
  const { rows: scored } = await sql<{ id: string; calls: number }>`
    select item.contact_id as id, count(*)::int as calls from calibration_answers item ${liveCalls}
    where item.set_id = ${setId}::uuid and item.saved_at is not null group by item.contact_id`.execute(
    database,
  );
  const scoredBy = new Map(scored.map(({ id, calls }) => [id, calls]));
  const listed = state === 'draft' ? team : chosen;
  return listed.map(({ id, name }) => {
    const member = team.find((person) => person.id === id);
    return {
      id,
      name: name ?? removedPerson,
      isLead: member !== undefined && teamMayUse('scoring-lead', member.roles),
      covers: member !== undefined && worksFor(member.scope, accountIds),
      takesPart: chosen.some((person) => person.id === id),
      scored: scoredBy.get(id) ?? 0,
    };
  });
}

export async function makeSet(
  database: Queryable,
  { id, name, viewer, now }: Person & { id: string; name: string },
): Promise<void> {
  await sql`
    insert into calibration_sets (id, name, contact_id, made_at) values (${id}::uuid, ${name}, ${viewer.contactId}, ${now})
    on conflict (id) do nothing`.execute(database);
}

const countCalls = async (transaction: Queryable, setId: string): Promise<number> => {
  const { rows } = await sql<{ calls: number }>`
    select count(*)::int as calls from calibration_calls where set_id = ${setId}::uuid`.execute(transaction);
  return rows[0]?.calls ?? 0;
};

interface FoundCall {
  accountId: string;
  callId: string;
}

const insertCalls = async (
  transaction: Queryable,
  setId: string,
  calls: readonly FoundCall[],
  now: Date,
): Promise<void> => {
  await sql`
    insert into calibration_calls (account_id, set_id, call_id, added_at)
    select account_id, ${setId}::uuid, call_id, ${now}::timestamptz
    from unnest(${calls.map(({ accountId }) => accountId)}::text[], ${calls.map(({ callId }) => callId)}::text[])
      as added (account_id, call_id)
    on conflict do nothing`.execute(transaction);
};

const isPlayable = sql<SqlBool>`(calls.has_audio and not calls.deleted and not calls.personal_data_removed
  and exists (select 1 from recordings where recordings.account_id = calls.account_id and recordings.key = calls.audio))`;

/** @throws {Problem} 404, 422 after the start */
export async function addCalls(
  transaction: Queryable,
  setId: string,
  { callIds, ...person }: Person & { callIds: readonly string[] },
): Promise<{ added: number; refused: { callId: string; why: string }[] }> {
  await lockDraft(transaction, person, setId);
  const { rows } = await sql<FoundCall & { playable: boolean; listed: boolean }>`
    select calls.account_id as "accountId", calls.id as "callId", ${isPlayable} as playable,
      exists (select 1 from calibration_calls item where item.account_id = calls.account_id and item.call_id = calls.id
        and item.set_id = ${setId}::uuid) as listed
    from calls where calls.id = any(${[...callIds]}::text[]) and not calls.deleted and not calls.personal_data_removed
      and ${teamAccounts(person.viewer, 'calls.account_id')}`.execute(transaction);
  const found = new Map(rows.map((row) => [row.callId, row]));
  let room = maxCalibrationCalls - (await countCalls(transaction, setId));
  const added: FoundCall[] = [];
  const refused: { callId: string; why: string }[] = [];
  for (const callId of new Set(callIds)) {
    const call = found.get(callId);
    if (!call) refused.push({ callId, why: 'There is no such call in your accounts.' });
    else if (call.listed) refused.push({ callId, why: 'It is in the set already.' });
    else if (!call.playable) refused.push({ callId, why: 'It has no recording.' });
    else if (room === 0) refused.push({ callId, why: `A set has at most ${maxCalibrationCalls} calls.` });
    else {
      added.push(call);
      room--;
    }
  }
  await insertCalls(transaction, setId, added, person.now);
  return { added: added.length, refused };
}

const outcomes: Record<CalibrationOutcome, RawBuilder<SqlBool>> = {
  appointment: callTerms.appointment,
  opportunity: callTerms.opportunity,
  'no opportunity': callTerms.nonOpportunity,
  missed: callTerms.missed,
};

/** @throws {Problem} 404, 422 after the start */
export async function addRandomCalls(
  transaction: Queryable,
  setId: string,
  {
    outcome,
    calls,
    days: length,
    accountIds,
    ...person
  }: Person & {
    outcome: CalibrationOutcome;
    calls: number;
    days: number;
    accountIds?: readonly string[] | undefined;
  },
): Promise<number> {
  await lockDraft(transaction, person, setId);
  const room = maxCalibrationCalls - (await countCalls(transaction, setId));
  const { rows } = await sql<FoundCall>`
    select calls.account_id as "accountId", calls.id as "callId" from calls
    where ${outcomes[outcome]} and ${isPlayable} and ${teamAccounts(person.viewer, 'calls.account_id')}
      and calls.call_date_time > ${new Date(person.now.getTime() - days(length))}
      ${accountIds ? sql`and calls.account_id = any(${[...accountIds]}::text[])` : sql``}
      and not exists (select 1 from calibration_calls item where item.account_id = calls.account_id and item.call_id = calls.id
        and item.set_id = ${setId}::uuid)
    order by random() limit ${Math.min(calls, room)}`.execute(transaction);
  await insertCalls(transaction, setId, rows, person.now);
  return rows.length;
}

/** @throws {Problem} 404, 422 after the start */
export async function removeCall(
  transaction: Queryable,
  setId: string,
  { callId, ...person }: Person & { callId: string },
): Promise<void> {
  await lockDraft(transaction, person, setId);
  await sql`delete from calibration_calls where set_id = ${setId}::uuid and call_id = ${callId}`.execute(
    transaction,
  );
}

/** @throws {Problem} 404, 422 after the start */
export async function deleteSet(transaction: Queryable, setId: string, person: Person): Promise<void> {
  await lockDraft(transaction, person, setId);
  await sql`delete from calibration_calls where set_id = ${setId}::uuid`.execute(transaction);
  await sql`delete from calibration_sets where id = ${setId}::uuid`.execute(transaction);
}

const record = (
  transaction: Queryable,
  setId: string,
  { viewer, now }: Person,
  { action, accountIds }: { action: string; accountIds: readonly string[] },
) =>
  recordActivity(
    transaction,
    accountIds.map((accountId) => ({
      accountId,
      contactId: viewer.contactId,
      action,
      subject: { kind: 'calibration set', id: setId },
      at: now,
    })),
  );

/** The starting lead takes part, too. @throws {Problem} 400, 404, 422 */
export async function startSet(
  transaction: Queryable,
  setId: string,
  {
    people,
    dueOn,
    timeZone,
    ...person
  }: Person & { people: readonly string[]; dueOn: string | null; timeZone: string },
): Promise<void> {
  const { viewer, now } = person;
  await lockDraft(transaction, person, setId);
  await sql`
    delete from calibration_calls item where set_id = ${setId}::uuid and not exists (
      select 1 from calls where calls.account_id = item.account_id and calls.id = item.call_id and ${isPlayable})`.execute(
    transaction,
  );
  if ((await countCalls(transaction, setId)) === 0) throw notPossible('Add a call with a recording first.');
  // the calls that have just been taken out can have been the last ones of an account
  const accountIds = await accountsOf(transaction, setId);
  const chosen = [...new Set([...people, viewer.contactId])];
  const team = await readScorers(transaction);
  const able = new Set(team.filter(({ scope }) => worksFor(scope, accountIds)).map(({ id }) => id));
  const unable = chosen.find((id) => !able.has(id));
  if (unable !== undefined) {
    const name = team.find(({ id }) => id === unable)?.name ?? 'One person';
    throw notValid({ people: `${name} does not work for all accounts of these calls.` });
  }
  const { rows } = await sql<{ dueAt: Date | null }>`
    select (${dueOn}::date + 1)::timestamp at time zone ${timeZone} as "dueAt"`.execute(transaction);
  const dueAt = rows[0]?.dueAt ?? null;
  if (dueAt !== null && dueAt <= now) throw notValid({ dueOn: 'Choose today or a later day.' });
  await sql`
    insert into calibration_people (set_id, contact_id)
    select ${setId}::uuid, id from unnest(${chosen}::text[]) as chosen (id)`.execute(transaction);
  await sql`
    update calibration_sets set state = 'open', started_at = ${now}, due_at = ${dueAt}::timestamptz, contact_id = ${viewer.contactId}
    where id = ${setId}::uuid`.execute(transaction);
  await record(transaction, setId, person, { action: 'start', accountIds });
}

/** @throws {Problem} 404, 422 unless it is open */
export async function closeSet(transaction: Queryable, setId: string, person: Person): Promise<void> {
  const { state, accountIds } = await findSet(transaction, person.viewer, setId, { lock: true });
  if (state === 'draft') throw notPossible('This set has not started.');
  if (state === 'closed') throw notPossible('This set is closed already.');
  await sql`update calibration_sets set state = 'closed', closed_at = ${person.now} where id = ${setId}::uuid`.execute(
    transaction,
  );
  await removeDrafts(transaction, [setId]);
  await record(transaction, setId, person, { action: 'close', accountIds });
}
