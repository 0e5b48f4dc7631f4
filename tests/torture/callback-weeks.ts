import { randomUUID } from 'node:crypto';
import { type CallerState, listOfState } from '@mailcall/contract/rules/callback-state.ts';
import { actOnCaller, undoAction } from '../../server/features/callbacks/change-callers.ts';
import { judge } from '../../server/features/callbacks/present-entry.ts';
import { readCallers, readWaitingCallers } from '../../server/features/callbacks/read-callers.ts';
import { resolveCaller } from '../../server/features/callbacks/resolve-caller.ts';
import type { Viewer } from '../../server/features/identity/index.ts';
import type { Database } from '../../server/platform/database.ts';
import { Problem } from '../../server/platform/http/problems.ts';
import { addPerson } from '../support/test-app.ts';
import type { CallerLog, OracleHours } from '../figures/callback-oracle.ts';
import { wrongFigures } from './callback-figures-check.ts';
import { randomNumbers } from './random-work.ts';
import { unshown } from './unshown-state.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const people = ['ann', 'theo'];
const opened = Date.parse('2026-03-02T14:00:00Z');
const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

const isUnknown = (caller: string) => caller.startsWith('call:');
const hiddenNumbers = [null, 'anonymous', '7378742833'];

const notationsOf = (number: string) => [number, `+1${number}`, `(${number.slice(0, 3)}) ${number.slice(3)}`];

/** A caller as the logs know them: the number without the country's code, or the call. */
const nameInLogs = (caller: string) => (isUnknown(caller) ? caller : caller.slice(2));

class RandomOffice {
  readonly #database: Database;
  readonly #random: () => number;
  readonly #accountId: string;
  readonly #logs = new Map<string, CallerLog>();
  readonly #hours: OracleHours;
  #now = opened;
  #calls = 0;
  #seen: Map<string, { version: number; state: CallerState }> = new Map();

  constructor(database: Database, seed: number) {
    this.#database = database;
    this.#random = randomNumbers(seed);
    this.#accountId = `office ${seed}`;
    this.#hours = seed % 2 === 0 ? null : { weekdays: [1, 2, 3, 4, 5], opens: 8 * 60, closes: 17 * 60 };
  }

  #pick = <Item>(items: readonly Item[]): Item => items[Math.floor(this.#random() * items.length)] as Item;
  #chance = (share: number) => this.#random() < share;

  async open(): Promise<void> {
    const [account_id] = [this.#accountId];
    await this.#database.kysely
      .insertInto('accounts')
      .values({ id: account_id, name: account_id, time_zone: 'Etc/UTC' })
      .execute();
    await this.#database.kysely
      .insertInto('staff')
      .values({ account_id, id: `${account_id} staff`, name: 'Maria' })
      .execute();
    if (this.#hours === null) return;
    const days = weekdayNames.map((weekday) => ({ account_id, id: weekday, weekday, hours: '08:00-17:00' }));
    await this.#database.kysely.insertInto('office_hours').values(days).execute();
  }

  async #addCall(caller: string, kind: 'missed' | 'answered' | 'follow-up'): Promise<void> {
    const id = `${this.#accountId} call ${(this.#calls += 1)}`;
    const name = isUnknown(caller) ? `call:${id}` : caller;
    const log = this.#logs.get(name) ?? { missed: [], answered: [], appointments: [], actions: [] };
    this.#logs.set(name, log);
    const age = this.#chance(0.3) ? Math.round(this.#random() * 180) * minute : 0;
    // some are scored later than a day after they came
    const isLate = kind !== 'answered' && this.#chance(0.1);
    const at = this.#now - (isLate ? day + minute + Math.round(this.#random() * 70 * 24 * 60) * minute : age);
    const values = {
      account_id: this.#accountId,
      id,
      call_date_time: new Date(at).toISOString(),
      answered_by: kind === 'missed' ? 2 : 1,
      local_hour: new Date(at).getUTCHours(),
      first_scored_at: new Date(isLate ? this.#now : at).toISOString(),
      follow_up_opportunity: kind === 'follow-up',
      caller_phone_number: this.#pick(isUnknown(caller) ? hiddenNumbers : notationsOf(caller)),
    };
    await this.#database.kysely.insertInto('calls').values(values).execute();
    if (kind !== 'missed') log.answered.push({ id, at });
    const followUp = kind === 'follow-up';
    if (kind !== 'answered')
      log.missed.push({
        id,
        at,
        since: isLate ? this.#now : at,
        followUp,
        resolvedAt: null,
        resolvedBy: null,
        spoke: false,
      });
  }

  /** Appointments on a call of the caller, some of which replace an earlier one; some are for the number of another caller. */
  async #addAppointment(log: CallerLog): Promise<void> {
    const { id: call_id, at: callAt } = this.#pick([...log.missed, ...log.answered]);
    const id = `${call_id} appointment ${randomUUID()}`;
    const created_at = new Date(this.#now).toISOString();
    const outcome = this.#chance(0.2) ? 'Cancelled' : 'Scheduled';
    const numbers = [...this.#logs].filter(([caller]) => !isUnknown(caller));
    const [phone, other] =
      numbers.length > 0 && this.#chance(0.3) ? this.#pick(numbers) : ([null, log] as const);
    const earlier = this.#chance(0.3) ? log.appointments.find(({ replaced }) => !replaced) : undefined;
    await this.#database.kysely
      .insertInto('appointments')
      .values({
        account_id: this.#accountId,
        id,
        call_id,
        created_at,
        outcome,
        phone,
        previous_appointment_id: earlier?.id ?? null,
      })
      .execute();
    for (const { appointments } of this.#logs.values())
      for (const one of appointments) if (one.id === earlier?.id) one.replaced = true;
    const isShown = outcome === 'Scheduled';
    for (const one of new Set([log, other]))
      one.appointments.push({ id, at: this.#now, callId: call_id, callAt, replaced: false, isShown });
    await this.#database.pool.query(
      `update calls set appointment_count = (select count(*) from appointments a where a.account_id = calls.account_id and a.call_id = calls.id
        and not exists (select 1 from appointments b where b.account_id = a.account_id and b.previous_appointment_id = a.id))
      where account_id = $1`,
      [this.#accountId],
    );
  }

  #changeOf(callId: string, by: string, now = this.#now) {
    const viewer = { contactId: by, accountIds: new Set([this.#accountId]) } as unknown as Viewer;
    return { viewer, callId, reader: { contactId: by, now: new Date(now), target: 60 } };
  }

  async #act(log: CallerLog, version: number): Promise<void> {
    const by = this.#pick(people);
    const kind = this.#pick([
      'claim',
      'release',
      'left-voicemail',
      'no-answer',
      'wrong-number',
      'do-not-call',
      'snooze',
      'reopen',
    ] as const);
    const mayPause = kind === 'snooze' || kind === 'left-voicemail' || kind === 'no-answer';
    const until =
      kind === 'snooze' || (mayPause && this.#chance(0.5))
        ? this.#now + this.#random() * 3 * day + minute
        : null;
    // clocks of several processes differ
    const now = this.#now + Math.round((this.#random() - 0.5) * 10 * minute);
    const seen = new Set(log.missed.flatMap(({ id, resolvedAt }) => (resolvedAt === null ? [id] : [])));
    const { action } = await actOnCaller(this.#database, this.#changeOf(this.#pick(log.missed).id, by, now), {
      requestId: randomUUID(),
      kind,
      until: until === null ? null : new Date(until).toISOString(),
      version: this.#chance(0.9) ? version : Math.max(0, version - 1),
    });
    const at = action.until === null ? null : Date.parse(action.until);
    const recordedAt = Date.parse(action.at);
    const did = { kind, at: this.#now, recordedAt, until: at, undone: false, by, name: action.by };
    log.actions.push({ id: action.id, seen, ...did });
  }

  async #undo(log: CallerLog): Promise<void> {
    if (log.actions.length === 0) return;
    const action = this.#chance(0.7) ? log.actions.at(-1) : this.#pick(log.actions);
    if (!action) return;
    await undoAction(this.#database, this.#changeOf(this.#pick(log.missed).id, action.by), action.id);
    action.undone = true;
  }

  async #resolve(log: CallerLog): Promise<void> {
    const calls = log.missed.filter(({ resolvedAt }) => resolvedAt === null && this.#chance(0.7));
    const [first] = calls;
    if (!first) return;
    const result = this.#pick([
      'Spoke With Caller',
      'No Answer Left Voicemail',
      'No Answer No Voicemail',
    ] as const);
    await resolveCaller(this.#database, this.#changeOf(first.id, this.#pick(people)), {
      requestId: randomUUID(),
      callIds: calls.map(({ id }) => id),
      callbackHandler: `${this.#accountId} staff`,
      callbackOutcomeResult: result,
      callbackOutcomeOpportunityResult: 'Unknown',
      callbackOutcomeSummary: 'Spoke.',
      appointments: [],
    });
    for (const call of calls) {
      call.resolvedAt = this.#now;
      call.resolvedBy = 'Maria';
      call.spoke = result === 'Spoke With Caller';
    }
  }

  async #happen(number: string, seen: number): Promise<void> {
    const log = this.#logs.get(number);
    if (!log || log.missed.length === 0 || this.#chance(0.2)) return this.#addCall(number, 'missed');
    const what = this.#random();
    if (what < 0.1) return this.#addCall(number, this.#pick(['answered', 'follow-up']));
    if (what < 0.15) return this.#addAppointment(log);
    if (what < 0.25) return this.#resolve(log);
    if (what < 0.4) return this.#undo(log);
    return this.#act(log, seen);
  }

  /** Lets something happen; returns what is wrong afterwards. */
  async step(numbers: readonly string[]): Promise<string[]> {
    this.#now +=
      Math.ceil((this.#chance(0.01) ? 20 * day : this.#random() * 180 * minute) / minute) * minute + minute;
    const unknown = ['call:', ...[...this.#logs.keys()].filter(isUnknown)];
    const number = this.#pick(this.#chance(0.1) ? unknown : numbers);
    await this.#happen(number, this.#seen.get(number)?.version ?? 0).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
    const after = await this.readCallers();
    this.#seen = after;
    const lost = await this.#lostByNarrowing(after);
    if (lost) return [`${this.#accountId}: ${lost}`];
    return [...this.#logs].flatMap(([caller, log]) => {
      if (log.missed.length === 0) return [];
      const problem = unshown(log, after.get(caller)?.state, this.#now);
      return problem === null ? [] : [`${this.#accountId}: ${caller} ${problem}`];
    });
  }

  async wrongFigures(): Promise<string | null> {
    const dayText = (time: number) => new Date(time).toISOString().slice(0, 10);
    const played = {
      accountId: this.#accountId,
      logs: this.#logs,
      hours: this.#hours,
      now: new Date(this.#now),
    };
    const all = { startDate: '2018-01-01', endDate: dayText(this.#now) };
    const some = {
      startDate: dayText(opened),
      endDate: dayText(opened + (this.#now - opened) * this.#random()),
    };
    const wrong =
      (await wrongFigures(this.#database, { ...played, ...all })) ??
      (await wrongFigures(this.#database, { ...played, ...some }));
    return wrong === null ? null : `${this.#accountId}: ${wrong}`;
  }

  /** Differences between callers read for counts and lists of waiting ones and the same callers read completely; null without any. */
  async #lostByNarrowing(all: ReadonlyMap<string, { state: CallerState }>): Promise<string | null> {
    const now = new Date(this.#now);
    const read = await readWaitingCallers(this.#database.kysely, [this.#accountId], now);
    const listed = new Map(
      read.callers.map((caller) => [nameInLogs(caller.caller), judge(caller, now).state]),
    );
    const differs = [...all].find(([caller, { state }]) => {
      const narrowed = listed.get(caller);
      return narrowed ? JSON.stringify(narrowed) !== JSON.stringify(state) : listOfState(state) !== 'closed';
    });
    if (differs) return `${differs[0]} is told otherwise when only those who wait are read`;
    return read.all.callers === all.size ? null : `${read.all.callers} callers are counted`;
  }

  async readCallers(): Promise<Map<string, { version: number; state: CallerState }>> {
    const now = new Date(this.#now);
    const callers = await readCallers(this.#database.kysely, [this.#accountId], now);
    return new Map(
      callers.map((caller) => [
        nameInLogs(caller.caller),
        { version: caller.version, state: judge(caller, now).state },
      ]),
    );
  }
}

export async function addCallbackPeople(database: Database): Promise<void> {
  for (const id of people) await addPerson(database, { id, password: false });
}

/** Offices with six callers each, and some without a number. Compares the desk's state of every caller with the events, each time. */
export async function runCallbackWeeks(
  database: Database,
  { from, weeks }: { from: number; weeks: number },
): Promise<{ problems: string[]; events: number }> {
  const numbers = Array.from({ length: 6 }, (_, index) => `303555010${index}`);
  const problems: string[] = [];
  let events = 0;
  for (let seed = from; seed < from + weeks; seed += 1) {
    const office = new RandomOffice(database, seed);
    await office.open();
    for (let event = 0; event < 60; event += 1, events += 1) problems.push(...(await office.step(numbers)));
    problems.push((await office.wrongFigures()) ?? '');
  }
  return { problems: problems.filter((problem) => problem !== ''), events };
}
