/* Counted call by call from docs/use/callbacks.md. Shares no code with the queries or the rules of the contract. */

const minute = 60_000;
const day = 24 * 60 * minute;

export interface LoggedCall {
  id: string;
  at: number;
  /** From when it waits: its first score, if that came more than a day after it. */
  since: number;
  /** Staff answered it: it needs a follow-up and is no missed call. */
  followUp: boolean;
  resolvedAt: number | null;
  resolvedBy: string | null;
  spoke: boolean;
}

export interface CallerLog {
  missed: LoggedCall[];
  answered: { id: string; at: number }[];
  appointments: {
    id: string;
    at: number;
    callId: string;
    callAt: number;
    replaced: boolean;
    isShown: boolean;
  }[];
  actions: {
    id: string;
    kind: string;
    at: number;
    /** By the clock of the process. */
    recordedAt: number;
    until: number | null;
    undone: boolean;
    by: string;
    name: string;
    seen: ReadonlySet<string>;
  }[];
}

/** The days in which an office is open, all at the same times of UTC; null when its hours are not known. */
export type OracleHours = { weekdays: readonly number[]; opens: number; closes: number } | null;

function minutesBetween(from: number, to: number, hours: OracleHours): number {
  if (hours === null) return Math.floor((to - from) / minute);
  let open = 0;
  for (let midnight = Math.floor(from / day) * day; midnight <= to; midnight += day) {
    // January 1, 1970 was a Thursday
    if (!hours.weekdays.includes((midnight / day + 4) % 7)) continue;
    const [start, end] = [midnight + hours.opens * minute, midnight + hours.closes * minute];
    if (end > from && start < to) open += Math.min(end, to) - Math.max(start, from);
  }
  return Math.floor(open / minute);
}

export interface OracleCall {
  caller: string;
  id: string;
  at: number;
  hour: number;
  calledBack: boolean;
  by: string | null;
  minutes: number;
  reached: boolean;
  booked: boolean;
}

const tries = ['left-voicemail', 'no-answer', 'wrong-number', 'do-not-call'];

function judge(
  caller: string,
  { call, log, hours }: { call: LoggedCall; log: CallerLog; hours: OracleHours },
): OracleCall {
  const end = call.since + 30 * day;
  const inTime = (time: number) => time > call.at && time <= end;
  const done = log.actions.filter(
    (action) =>
      tries.includes(action.kind) &&
      !action.undone &&
      action.seen.has(call.id) &&
      action.recordedAt <= end &&
      (call.resolvedAt === null || action.recordedAt <= call.resolvedAt),
  );
  const resolved = call.resolvedAt !== null && call.resolvedAt <= end;
  const all = done.map(({ recordedAt, name }) => ({
    at: Math.max(recordedAt, call.at),
    by: name as string | null,
  }));
  if (resolved) all.push({ at: call.resolvedAt as number, by: call.resolvedBy });
  all.sort((one, other) => one.at - other.at);
  const booked = log.appointments.some(
    ({ callId, callAt, replaced }) => !replaced && (callId === call.id || inTime(callAt)),
  );
  const spoken =
    (resolved && call.spoke) ||
    done.some(({ kind }) => kind === 'do-not-call') ||
    log.answered.some(({ at }) => inTime(at));
  return {
    caller,
    id: call.id,
    at: call.at,
    hour: new Date(call.at).getUTCHours(),
    calledBack: all.length > 0,
    by: all[0]?.by ?? null,
    minutes: all[0] ? minutesBetween(call.since, Math.max(call.since, all[0].at), hours) : 0,
    reached: booked || spoken,
    booked,
  };
}

export const judgedCalls = (
  logs: ReadonlyMap<string, CallerLog>,
  { from, to, hours }: { from: number; to: number; hours: OracleHours },
): OracleCall[] =>
  [...logs].flatMap(([caller, log]) =>
    log.missed
      .filter(({ at, followUp }) => !followUp && at >= from && at <= to)
      .map((call) => judge(caller, { call, log, hours })),
  );

const count = (calls: readonly OracleCall[]) => ({
  callers: new Set(calls.map(({ caller }) => caller)).size,
  calls: calls.length,
});

function atShare(numbers: number[], share: number): number | null {
  const enough = numbers.filter(
    (one) => numbers.filter((other) => other <= one).length * 100 >= share * numbers.length,
  );
  return enough.length === 0 ? null : Math.min(...enough);
}

export const oracleLists = {
  missed: () => true,
  attempted: (call: OracleCall) => call.calledBack || call.reached,
  reached: (call: OracleCall) => call.reached,
  booked: (call: OracleCall) => call.booked,
  'called-back': (call: OracleCall) => call.calledBack,
  'not-attempted': (call: OracleCall) => !call.calledBack && !call.reached,
} as const;

export function oracleOutcomes(calls: readonly OracleCall[]) {
  const minutes = calls.filter(oracleLists['called-back']).map((call) => call.minutes);
  return {
    ...Object.fromEntries(Object.entries(oracleLists).map(([list, has]) => [list, count(calls.filter(has))])),
    medianMinutes: atShare(minutes, 50),
    ninetiethMinutes: atShare(minutes, 90),
  };
}

export const oracleGroups = (calls: readonly OracleCall[], keyOf: (call: OracleCall) => string) =>
  Object.fromEntries(
    [...new Set(calls.map(keyOf))].map((key) => [
      key,
      oracleOutcomes(calls.filter((call) => keyOf(call) === key)),
    ]),
  );
