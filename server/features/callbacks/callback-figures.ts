import type {
  CallbackFigureCall,
  CallbackFigures,
  CallbackOutcomes,
  getCallbackFigures,
  listCallbackFigureCalls,
} from '@mailcall/contract/callback-figures.ts';
import {
  type CallbackFigureList,
  callbackFigureLists,
  isInFigureList,
  percentile,
} from '@mailcall/contract/rules/callback-figures.ts';
import { hoursAreKnown } from '@mailcall/contract/rules/office-hours.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { forEachInTurns } from '../../platform/in-turns.ts';
import { pageMeta, pageOfRows } from '../../platform/paging.ts';
import { compareText } from '../../platform/sort-order.ts';
import { dataVersionIn } from '../figures/index.ts';
import type { CheckedScope } from '../scope/index.ts';
import { keyOf } from './caller-key.ts';
import { readNames } from './caller-names.ts';
import { type JudgedCall, readJudgedCalls } from './missed-calls.ts';
import { onSnapshot } from '../../platform/transactions.ts';

const maxGroups = 100;

const callersOf = (calls: readonly JudgedCall[]) => new Set(calls.map(keyOf)).size;

class Tally {
  readonly first: JudgedCall;
  readonly #minutes: number[] = [];
  readonly #lists = callbackFigureLists.map((list) => ({ list, callers: new Set<string>(), calls: 0 }));

  constructor(first: JudgedCall) {
    this.first = first;
  }

  add(call: JudgedCall, caller: string): void {
    for (const counted of this.#lists) {
      if (!isInFigureList(call, counted.list)) continue;
      counted.callers.add(caller);
      counted.calls += 1;
    }
    if (call.minutes !== null) this.#minutes.push(call.minutes);
  }

  outcomes(): CallbackOutcomes {
    const counts = this.#lists.map(({ list, callers, calls }) => [list, { callers: callers.size, calls }]);
    const minutes = this.#minutes.toSorted((one, other) => one - other);
    return {
      ...(Object.fromEntries(counts) as Record<CallbackFigureList, CallbackOutcomes['missed']>),
      medianMinutes: percentile(minutes, 50),
      ninetiethMinutes: percentile(minutes, 90),
    };
  }
}

class Tallies<Key> {
  readonly all = new Map<Key, Tally>();

  add(key: Key, call: JudgedCall, caller: string): void {
    const tally = this.all.get(key) ?? new Tally(call);
    this.all.set(key, tally);
    tally.add(call, caller);
  }
}

type OfficeFigures = CallbackFigures['offices'][number];
const mostCalls = (one: OfficeFigures, other: OfficeFigures) =>
  other.outcomes.missed.calls - one.outcomes.missed.calls || compareText(one.accountName, other.accountName);

const officesOf = ({ all }: Tallies<string>): OfficeFigures[] =>
  [...all.values()]
    .map((tally) => {
      const { accountId, accountName } = tally.first;
      return { accountId, accountName, outcomes: tally.outcomes() };
    })
    .sort((one, other) => mostCalls(one, other) || compareText(one.accountId, other.accountId))
    .slice(0, maxGroups);

const staffOf = ({ all }: Tallies<string>): CallbackFigures['staff'] =>
  [...all.values()]
    .map((tally) => {
      const { accountId, accountName, firstAttempt } = tally.first;
      return { accountId, accountName, staff: firstAttempt?.by ?? null, outcomes: tally.outcomes() };
    })
    .sort(
      (one, other) =>
        mostCalls(one, other) ||
        compareText(one.staff ?? '', other.staff ?? '') ||
        compareText(one.accountId, other.accountId),
    )
    .slice(0, maxGroups);

const hoursOf = ({ all }: Tallies<number>): CallbackFigures['hours'] =>
  [...all]
    .map(([hour, tally]) => ({ hour, outcomes: tally.outcomes() }))
    .sort((one, other) => one.hour - other.hour);

async function tallied(calls: readonly JudgedCall[]) {
  const total = new Tallies<null>();
  const offices = new Tallies<string>();
  const staff = new Tallies<string>();
  const hours = new Tallies<number>();
  await forEachInTurns(calls, (call) => {
    const caller = keyOf(call);
    const { accountId, firstAttempt, hour } = call;
    total.add(null, call, caller);
    offices.add(accountId, call, caller);
    if (firstAttempt !== null) staff.add(JSON.stringify([accountId, firstAttempt.by]), call, caller);
    hours.add(hour, call, caller);
  });
  return { total: total.all.get(null), offices, staff, hours };
}

const noCallers = { callers: 0, calls: 0 };
const noOutcomes: CallbackOutcomes = {
  missed: noCallers,
  attempted: noCallers,
  reached: noCallers,
  booked: noCallers,
  'called-back': noCallers,
  'not-attempted': noCallers,
  medianMinutes: null,
  ninetiethMinutes: null,
};

export async function countFigures(
  database: Queryable,
  scope: CheckedScope,
  now: Date,
): Promise<RouteReply<typeof getCallbackFigures>> {
  return onSnapshot(database, async (snapshot) => {
    const { version } = await dataVersionIn(snapshot, scope.accountIds);
    const { calls, removed } = await readJudgedCalls(snapshot, scope);
    const { total, offices, staff, hours } = await tallied(calls);
    return {
      outcomes: total?.outcomes() ?? noOutcomes,
      removedCalls: removed,
      hoursKnown: calls.every((call) => hoursAreKnown(call.hours)),
      offices: officesOf(offices),
      staff: staffOf(staff),
      hours: hoursOf(hours),
      meta: { version, asOf: now.toISOString() },
    };
  });
}

type ListRequest = z.output<(typeof listCallbackFigureCalls)['query']>;

const isListed = (call: JudgedCall, { list, office, staff, hour }: ListRequest) =>
  isInFigureList(call, list) &&
  (office === undefined || call.accountId === office) &&
  (staff === undefined || (call.firstAttempt !== null && (call.firstAttempt.by ?? '') === staff)) &&
  (hour === undefined || call.hour === hour);

const instant = (time: number) => new Date(time).toISOString();

async function presentCalls(
  database: Queryable,
  calls: readonly JudgedCall[],
): Promise<CallbackFigureCall[]> {
  const names = await readNames(
    database,
    calls.map(({ accountId, id }) => ({ accountId, calls: [{ id }] })),
  );
  return calls.flatMap((call, index) => {
    const { id: callId, accountId, accountName, hours, at, step, firstAttempt, minutes } = call;
    const named = names[index];
    if (!named) return [];
    const first = firstAttempt && {
      at: instant(firstAttempt.at),
      by: firstAttempt.by,
      minutes: minutes ?? 0,
    };
    const zone = { accountName, timeZone: hours.timeZone };
    return [{ callId, accountId, ...zone, ...named.names, at: instant(at), step, firstAttempt: first }];
  });
}

export async function listFigureCalls(
  database: Queryable,
  scope: CheckedScope,
  { request, now }: { request: ListRequest; now: Date },
): Promise<RouteReply<typeof listCallbackFigureCalls>> {
  return onSnapshot(database, async (snapshot) => {
    const { version } = await dataVersionIn(snapshot, scope.accountIds);
    const { calls } = await readJudgedCalls(snapshot, scope);
    const listed = calls.filter((call) => isListed(call, request));
    return {
      meta: pageMeta(request, listed.length, version, now),
      callers: callersOf(listed),
      records: await presentCalls(snapshot, pageOfRows(listed, request).records),
    };
  });
}
