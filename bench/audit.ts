import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { buildApp } from '../server/app.ts';
import { auditsOfAccounts, PatientAudits } from '../server/features/patient-lists/index.ts';
import { type Clock, fixedClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/database.ts';
import { type Environment, readEnvironment } from '../server/platform/env.ts';
import type { FileStore } from '../server/platform/files.ts';
import { folderFileStore } from '../server/platform/folder-files.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { createLog } from '../server/platform/log.ts';
import { migrate } from '../server/platform/migrate.ts';
import { prepareDataFolder } from './data-folder.ts';
import { reportMissed, sized } from './options.ts';

const size = sized(
  { households: 100_000, zones: 200, routesPerZone: 30, cornersPerRoute: 100, calls: 100_000 },
  { households: 2000, zones: 2, routesPerZone: 3, cornersPerRoute: 10, calls: 2000 },
);
/** Seconds of the audit, and milliseconds by which the serving process may pause. */
const limits = { seconds: 20, pause: 50 };
/** Milliseconds. */
const betweenRequests = 100;
/** Milliseconds of measurement without an audit, beforehand. */
const controlTime = sized(8_000, 100);

const folder = resolve(import.meta.dirname, '../node_modules/.cache/mailcall-bench-audit');

function routeShape(zone: number, route: number) {
  const at = zone * size.routesPerZone + route;
  const [longitude, latitude] = [-100 + (at % 100) / 100, 35 + Math.floor(at / 100) / 100];
  const ring = Array.from({ length: size.cornersPerRoute }, (_, corner) => {
    const angle = (2 * Math.PI * (corner % (size.cornersPerRoute - 1))) / (size.cornersPerRoute - 1);
    return [longitude + 0.0055 * Math.cos(angle), latitude + 0.0055 * Math.sin(angle)];
  });
  return {
    type: 'Feature',
    properties: { geocode: `${70_000 + zone}C${String(route).padStart(3, '0')}` },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

async function fill({ pool }: Database): Promise<void> {
  const { households, zones, routesPerZone, calls } = size;
  await pool.query(`insert into accounts (id, name) values ('office', 'Office')`);
  for (let zone = 0; zone < zones; zone += 1) {
    const features = Array.from({ length: routesPerZone }, (_, route) => routeShape(zone, route));
    await pool.query(
      `insert into geodata (account_id, id, shape, centroid, bounding_box) values ('office', $1, $2, '{0,0}', '{0,0,0,0}')`,
      [`zone-${zone}`, JSON.stringify({ type: 'FeatureCollection', features })],
    );
  }
  await pool.query(`
    insert into mailing_zones (account_id, id, name, geodata_id, carrier_routes)
    select 'office', 'zone-' || zone, 'Zone', 'zone-' || zone,
      (select array_agg((70000 + zone) || 'C' || lpad(route::text, 3, '0')) from generate_series(0, ${routesPerZone - 1}) route)
    from generate_series(0, ${zones - 1}) zone;
    insert into campaigns (account_id, id, name, campaign_type, status, zone_id, delivery_date, quantity)
    select 'office', 'mailing-' || zone, 'Mailing', 'MVP Mail', 'delivered', 'zone-' || zone, date '2026-01-05' + zone % 60, 5000
    from generate_series(0, ${zones - 1}) zone;
    insert into calls (account_id, id, call_date_time, campaign_id, caller_phone_number, caller_name, caller_id_name)
    select 'office', 'call-' || n, timestamptz '2026-01-06 15:00Z' + (n % 90) * interval '1 day', 'mailing-' || n % ${zones},
      '+1828' || lpad((n * 7 % 10000000)::text, 7, '2'), 'Ann Name' || n % 5000, 'NAME' || n % 4000 || ' BO'
    from generate_series(1, ${calls}) n;
    insert into appointments (account_id, id, call_id, first_name, last_name, phone, date_time)
    select 'office', 'appointment-' || n, 'call-' || n, 'Ann', 'Name' || n % 5000, null, timestamptz '2026-02-06 15:00Z'
    from generate_series(1, ${calls}, 3) n;
    insert into patient_lists (account_id, id, name, prepared_version) values ('office', 'list', 'List', 1);
    insert into patient_households (account_id, patient_list_id, id, address_key, zip, latitude, longitude, point_source,
      patient_count, production_cents)
    select 'office', 'list', 'household-' || n, n || ' OAK ST', '70000', 35 + n * 13 % 60000 / 100000.0,
      -100 + n * 7 % 100000 / 100000.0, case when n % 10 = 0 then 'zip' else 'given' end, 1, 10000
    from generate_series(1, ${households}) n;
    insert into patients (account_id, id, patient_list_id, household_id, first_name, last_name, phone, first_visit,
      production_cents)
    select 'office', 'patient-' || n, 'list', 'household-' || n, 'Ann', 'Name' || n % 5000,
      '+1828' || lpad((n * 11 % 10000000)::text, 7, '2'), date '2026-01-20' + n % 120, 10000
    from generate_series(1, ${households}) n;
    analyze`);
}

interface Pauses {
  seconds: number;
  pause: number;
  busy: number;
}

/** Longest pause of the event loop, and most processor time between two turns of a timer, which other programs do not change. */
export async function pausesDuring(base: string, work: () => Promise<unknown>): Promise<Pauses> {
  await fetch(`${base}/health`);
  const requests = setInterval(() => void fetch(`${base}/health`), betweenRequests);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let busy = 0;
  let used = processorTime();
  const turns = setInterval(() => {
    busy = Math.max(busy, processorTime() - used);
    used = processorTime();
  }, 5);
  delay.enable();
  const started = performance.now();
  try {
    await work();
  } finally {
    delay.disable();
    clearInterval(requests);
    clearInterval(turns);
  }
  return { seconds: (performance.now() - started) / 1000, pause: delay.max / 1e6, busy };
}

/** Milliseconds of this thread. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export interface AuditedOffice {
  database: Database;
  environment: Environment;
  files: FileStore;
  clock: Clock;
  base: string;
}

export async function withOffice(
  say: (line: string) => void,
  work: (office: AuditedOffice) => Promise<void>,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await prepareDataFolder(folder);
  const environment = readEnvironment({
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://mailcall.test',
    DATABASE_STATEMENT_TIMEOUT: '3600',
  });
  const database = await openDatabase(environment, { say });
  try {
    await migrate(database.pool);
    await installJobs(database.pool);
    await fill(database);
    const clock = fixedClock('2026-06-01T12:00:00.000Z');
    const files = folderFileStore(join(folder, 'files'));
    const { http } = await buildApp({ database, environment, files, clock, log: createLog(environment) });
    const base = await http.listen({ host: '127.0.0.1', port: 0 });
    await work({ database, environment, files, clock, base }).finally(() => http.close());
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export const auditedList = { accountId: 'office', patientListId: 'list' };

export const pausesWhenIdle = (base: string): Promise<Pauses> => pausesDuring(base, () => wait(controlTime));

/** Measures the duration of an audit and the process's pauses. Throws if nothing was found. */
export async function measureAudit(say: (line: string) => void): Promise<void> {
  await withOffice(say, async ({ database, environment, clock, base }) => {
    const audits = new PatientAudits({ database, environment, clock });
    const idle = await pausesWhenIdle(base);
    const { seconds, pause, busy } = await pausesDuring(base, () => audits.audit(auditedList));
    const audit = (await auditsOfAccounts(database.kysely, [auditedList.accountId])).get(
      auditedList.patientListId,
    );
    say(
      `An audit of ${thousands(size.households)} households, ${size.zones} zones and ${thousands(size.calls)} calls: ${seconds.toFixed(1)} s, ${thousands(audit?.matches ?? 0)} matches; the process paused for ${pause.toFixed(0)} ms at most and worked for ${busy.toFixed(0)} ms at a time (${idle.pause.toFixed(0)} and ${idle.busy.toFixed(0)} ms without the audit)`,
    );
    if (!audit || audit.matches === 0) throw new Error('The audit found nothing.');
    if (seconds > limits.seconds) reportMissed(`The audit took more than ${limits.seconds} seconds.`);
    // a busy machine pauses processes, too
    if (busy > limits.pause || pause > Math.max(limits.pause, 2 * idle.pause))
      reportMissed(`The process paused for more than ${limits.pause} ms.`);
  });
}
