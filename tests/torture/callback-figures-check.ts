import { type CallbackFigureList, callbackFigureLists } from '@mailcall/contract/rules/callback-figures.ts';
import { countFigures, listFigureCalls } from '../../server/features/callbacks/callback-figures.ts';
import type { CheckedScope } from '../../server/features/scope/index.ts';
import type { Database } from '../../server/platform/database.ts';
import {
  type CallerLog,
  judgedCalls,
  type OracleCall,
  oracleGroups,
  type OracleHours,
  oracleLists,
  oracleOutcomes,
} from '../figures/callback-oracle.ts';

const byKey = (entries: [string, unknown][]) =>
  JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

interface Played {
  accountId: string;
  logs: ReadonlyMap<string, CallerLog>;
  hours: OracleHours;
  startDate: string;
  endDate: string;
  now: Date;
}

const scopeOf = ({ accountId, startDate, endDate, now }: Played) =>
  ({
    accountIds: [accountId],
    days: { startDate, endDate },
    dayMode: 'utc',
    followUpsFrom: now,
    campaignTypes: null,
    campaignIds: [],
  }) as unknown as CheckedScope;

export async function wrongFigures(database: Database, played: Played): Promise<string | null> {
  const { logs, hours, startDate, endDate, now } = played;
  const scope = scopeOf(played);
  const expected = judgedCalls(logs, {
    from: Date.parse(`${startDate}T00:00:00.000Z`),
    to: Date.parse(`${endDate}T23:59:59.999Z`),
    hours,
  });
  const figures = await countFigures(database.kysely, scope, now);
  const calledBack = expected.filter(oracleLists['called-back']);
  const compared: [string, string, string][] = [
    ['outcomes', byKey(Object.entries(figures.outcomes)), byKey(Object.entries(oracleOutcomes(expected)))],
    [
      'staff',
      byKey(figures.staff.map(({ staff, outcomes }) => [staff ?? '', byKey(Object.entries(outcomes))])),
      byKey(
        Object.entries(oracleGroups(calledBack, ({ by }) => by ?? '')).map(([key, outcomes]) => [
          key,
          byKey(Object.entries(outcomes)),
        ]),
      ),
    ],
    [
      'hours',
      byKey(figures.hours.map(({ hour, outcomes }) => [String(hour), byKey(Object.entries(outcomes))])),
      byKey(
        Object.entries(oracleGroups(expected, ({ hour }) => String(hour))).map(([key, outcomes]) => [
          key,
          byKey(Object.entries(outcomes)),
        ]),
      ),
    ],
  ];
  const wrong = compared.find(([, counted, rows]) => counted !== rows);
  if (wrong) return `the figures by ${wrong[0]} are ${wrong[1]}, not ${wrong[2]}`;
  return wrongRows(database, { scope, now, expected });
}

async function wrongRows(
  database: Database,
  { scope, now, expected }: { scope: CheckedScope; now: Date; expected: readonly OracleCall[] },
): Promise<string | null> {
  const [first] = expected;
  const requests: { list: CallbackFigureList; staff?: string; hour?: number }[] = [
    ...callbackFigureLists.map((list) => ({ list })),
    ...(first ? [{ list: 'missed' as const, hour: first.hour }] : []),
    ...(first?.calledBack ? [{ list: 'reached' as const, staff: first.by ?? '' }] : []),
  ];
  for (const request of requests) {
    const { list, staff, hour } = request;
    const rows = expected.filter(
      (call) =>
        oracleLists[list](call) &&
        (hour === undefined || call.hour === hour) &&
        (staff === undefined || (call.calledBack && (call.by ?? '') === staff)),
    );
    const page = { accountIds: [], exceptAccountIds: [], page: 1, pageSize: 500 };
    const { records } = await listFigureCalls(database.kysely, scope, {
      request: { ...page, ...request },
      now,
    });
    const listed = byKey(records.map(({ callId, firstAttempt }) => [callId, firstAttempt?.minutes ?? 0]));
    const counted = byKey(rows.map(({ id, minutes }) => [id, minutes]));
    if (listed !== counted) return `the rows of ${JSON.stringify(request)} are ${listed}, not ${counted}`;
  }
  return null;
}
