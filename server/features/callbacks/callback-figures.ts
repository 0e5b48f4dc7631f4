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
import { pageMeta, pageOfRows } from '../../platform/paging.ts';
import { compareText } from '../../platform/sort-order.ts';
import { type CheckedScope, dataVersionIn } from '../scope/index.ts';
import { keyOf } from './caller-key.ts';
import { readNames } from './caller-names.ts';
import { type JudgedCall, readJudgedCalls } from './missed-calls.ts';
import { onSnapshot } from './snapshot.ts';

/** The most offices and people that are answered. */
const maxGroups = 100;

const callersOf = (calls: readonly JudgedCall[]) => new Set(calls.map(keyOf)).size;

/** Counts what came of missed calls. */
function outcomesOf(calls: readonly JudgedCall[]): CallbackOutcomes {
  const countOf = (list: CallbackFigureList) => {
    const listed = calls.filter((call) => isInFigureList(call, list));
    return { callers: callersOf(listed), calls: listed.length };
  };
  const minutes = calls.flatMap((call) => call.minutes ?? []).sort((one, other) => one - other);
  const counts = Object.fromEntries(callbackFigureLists.map((list) => [list, countOf(list)]));
  return {
    ...(counts as Record<CallbackFigureList, ReturnType<typeof countOf>>),
    medianMinutes: percentile(minutes, 50),
    ninetiethMinutes: percentile(minutes, 90),
  };
}

type OfficeFigures = CallbackFigures['offices'][number];
const mostCalls = (one: OfficeFigures, other: OfficeFigures) =>
  other.outcomes.missed.calls - one.outcomes.missed.calls || compareText(one.accountName, other.accountName);

function officesOf(calls: readonly JudgedCall[]): OfficeFigures[] {
  const offices = Map.groupBy(calls, ({ accountId }) => accountId);
  return [...offices]
    .map(([accountId, of]) => ({
      accountId,
      accountName: of[0]?.accountName ?? '',
      outcomes: outcomesOf(of),
    }))
    .sort((one, other) => mostCalls(one, other) || compareText(one.accountId, other.accountId))
    .slice(0, maxGroups);
}

function staffOf(calls: readonly JudgedCall[]): CallbackFigures['staff'] {
  const called = calls.filter(({ firstAttempt }) => firstAttempt !== null);
  const people = Map.groupBy(called, ({ accountId, firstAttempt }) =>
    JSON.stringify([accountId, firstAttempt?.by ?? null]),
  );
  return [...people.values()]
    .map((of) => ({
      accountId: of[0]?.accountId ?? '',
      accountName: of[0]?.accountName ?? '',
      staff: of[0]?.firstAttempt?.by ?? null,
      outcomes: outcomesOf(of),
    }))
    .sort(
      (one, other) =>
        mostCalls(one, other) ||
        compareText(one.staff ?? '', other.staff ?? '') ||
        compareText(one.accountId, other.accountId),
    )
    .slice(0, maxGroups);
}

const hoursOf = (calls: readonly JudgedCall[]): CallbackFigures['hours'] =>
  [...Map.groupBy(calls, ({ hour }) => hour)]
    .map(([hour, of]) => ({ hour, outcomes: outcomesOf(of) }))
    .sort((one, other) => one.hour - other.hour);

/** Counts what came of the missed calls of a scope. */
export async function countFigures(
  database: Queryable,
  scope: CheckedScope,
  now: Date,
): Promise<RouteReply<typeof getCallbackFigures>> {
  return onSnapshot(database, async (snapshot) => {
    const { version } = await dataVersionIn(snapshot, scope.accountIds);
    const { calls, removed } = await readJudgedCalls(snapshot, scope);
    return {
      outcomes: outcomesOf(calls),
      removedCalls: removed,
      hoursKnown: calls.every(({ hours }) => hoursAreKnown(hours)),
      offices: officesOf(calls),
      staff: staffOf(calls),
      hours: hoursOf(calls),
      meta: { version, asOf: now.toISOString() },
    };
  });
}

type ListRequest = z.output<(typeof listCallbackFigureCalls)['query']>;

/** Whether a list has a call. */
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
    const name = names[index];
    if (!name) return [];
    const first = firstAttempt && {
      at: instant(firstAttempt.at),
      by: firstAttempt.by,
      minutes: minutes ?? 0,
    };
    const zone = { accountName, timeZone: hours.timeZone };
    return [{ callId, accountId, ...zone, ...name, at: instant(at), step, firstAttempt: first }];
  });
}

/** A page of the missed calls that a figure counts. */
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
