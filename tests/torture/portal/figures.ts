import { setTimeout as pause } from 'node:timers/promises';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import type { Database } from '../../../server/platform/database.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { PortalClient } from './client.ts';
import { isMissed, isOpportunity, type World } from './world.ts';

/** Milliseconds in which each process has to answer by its copy after it was killed. */
const copyTimeout = 180_000;

export interface Figures {
  calls: number;
  missed: number;
  waiting: number;
  opportunities: number;
  appointments: number;
  answeredByStaff: number;
  listedMissed: number;
}

/** The figures that follow from the acknowledged work, counted without the portal's code or database. */
export function expectedFigures({ size }: World, acknowledged: Acknowledged): Figures {
  const seeds = Array.from({ length: size.calls }, (_, number) => number);
  const sent = [...acknowledged.calls.values()];
  const missed = seeds.filter(isMissed).length + sent.filter((call) => call.missed).length;
  const calls = size.calls + sent.length;
  let appointments = 0;
  for (const resolution of acknowledged.resolutions.values()) appointments += resolution.appointments;
  return {
    calls,
    missed,
    waiting: missed - acknowledged.resolutions.size,
    opportunities: seeds.filter(isOpportunity).length,
    appointments,
    answeredByStaff: calls - missed,
    listedMissed: missed,
  };
}

interface SummaryAnswer {
  all_calls_count: number;
  missed_calls_count: number;
  missed_and_followup_count: number;
  opportunity_calls_count: number;
  appointment_calls_count: number;
  meta: { version: number };
}

const everything = { accountIds: ['*'] };

async function read<Answer>(client: PortalClient, url: string, path: string, query: object): Promise<Answer> {
  for (;;) {
    const request = { method: 'GET', path: `/api/data${path}?${encodeQuery(query)}`, headers: client.reader };
    const { status, text } = await client.send(url, request);
    if (status === 200) return (JSON.parse(text) as { data: Answer }).data ?? JSON.parse(text);
    if (status !== 0 && status !== 503) throw new Error(`${path} was answered ${status}: ${text}`);
    await pause(50);
  }
}

export async function readSummary(
  client: PortalClient,
  url: string,
): Promise<{ calls: number; version: number }> {
  const { all_calls_count, meta } = await read<SummaryAnswer>(client, url, '/call-summary-count', everything);
  return { calls: all_calls_count, version: meta.version };
}

/** The figures as one process answers them, with the version that every answer has; null when answers have different ones. */
export async function answeredFigures(
  client: PortalClient,
  url: string,
): Promise<{ figures: Figures; versions: Set<number> }> {
  interface Breakdown {
    records: { name: string; value: number }[];
    meta: { version: number };
  }
  interface List {
    meta: { total_count: number; version: number };
  }
  const missed = { ...everything, filters: { outcome: ['missed call'] }, sort: 'callDuration' };
  const summary = await read<SummaryAnswer>(client, url, '/call-summary-count', everything);
  const answeredBy = await read<Breakdown>(client, url, '/calls/get-answered-by', everything);
  const list = await read<List>(client, url, '/calls', missed);
  const of = (name: string) => answeredBy.records.find((record) => record.name === name)?.value ?? 0;
  return {
    figures: {
      calls: summary.all_calls_count,
      missed: summary.missed_calls_count,
      waiting: summary.missed_and_followup_count,
      opportunities: summary.opportunity_calls_count,
      appointments: summary.appointment_calls_count,
      answeredByStaff: of('Staff'),
      listedMissed: list.meta.total_count,
    },
    versions: new Set([summary, answeredBy, list].map(({ meta }) => meta.version)),
  };
}

export async function recordFigures({
  pool,
}: Pick<Database, 'pool'>): Promise<{ figures: Figures; version: number }> {
  const { rows } = await pool.query<Figures & { version: number }>(`
    select count(*) as calls, count(*) filter (where answered_by = 4) as missed,
      count(*) filter (where answered_by = 4 and resolve_date is null) as waiting,
      count(*) filter (where answered_by = 1 and opportunity) as opportunities,
      count(*) filter (where answered_by = 1) as "answeredByStaff",
      (select count(*) from appointments where account_id <> 'T') as appointments,
      (select sum(version)::bigint from account_version where account_id <> 'T') as version
    from calls where account_id <> 'T'`);
  const [found] = rows;
  if (!found) throw new Error('The record was not read.');
  const { version, ...figures } = found;
  return { figures: { ...figures, listedMissed: figures.missed }, version };
}

export async function waitForCopy(client: PortalClient, url: string): Promise<void> {
  let health = '';
  for (const until = Date.now() + copyTimeout; Date.now() < until; await pause(200)) {
    health = (await client.send(url, { method: 'GET', path: '/health' })).text;
    if (health.includes('"readModel":"ready"')) return;
  }
  throw new Error(`${url} has no copy of the record after ${copyTimeout} ms: ${health}`);
}
