import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { minutes, seconds } from '@mailcall/contract/time/durations.ts';
import type { CommandResult } from './command.ts';
import { lacksDatabase, refuseOtherPortal } from './open.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { connectionProblem } from './platform/connection-problem.ts';
import { type Environment, isUnencrypted, readEnvironment, release } from './platform/env.ts';
import { smtpMailer } from './platform/mail.ts';
import { pendingMigrations } from './platform/migrate.ts';
import { openFiles } from './platform/open-files.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { ownerOnlyFolder, passableFolder } from './platform/private-files.ts';
import { withRecordedAddress } from './platform/recorded-address.ts';
import { readProvider } from './provider.ts';

export interface Finding {
  check:
    | 'versions'
    | 'settings'
    | 'disk'
    | 'permissions'
    | 'files'
    | 'database'
    | 'clock'
    | 'mail'
    | 'portal';
  /** A problem stops the portal or loses something; a warning can wait. */
  state: 'ok' | 'warning' | 'problem';
  /** What was found, and what to do. */
  text: string;
}

type Found = Omit<Finding, 'check'>;

const ok = (text: string): Found => ({ state: 'ok', text });
const warning = (text: string): Found => ({ state: 'warning', text });
const problem = (text: string): Found => ({ state: 'problem', text });

const gigabyte = 1024 ** 3;
const timeout = seconds(10);
/** Codes of sign-in and signatures of webhooks are good for minutes. */
const maxClockDifference = minutes(1);

export function checkVersions(node = process.versions.node): Found {
  return Number.parseInt(node, 10) >= 24
    ? ok(`Mailcall ${release} on Node ${node}, ${process.platform} ${process.arch}`)
    : problem(`This is Node ${node}. Install Node 24 or newer.`);
}

function checkSettings(environment: Environment): Found[] {
  readProvider(environment);
  const found = [ok(`links begin with ${environment.publicUrl}; data is in ${environment.dataFolder}`)];
  if (isUnencrypted(environment))
    found.push(warning('PUBLIC_URL begins with http: passwords cross the network unencrypted. Serve https.'));
  if (environment.backupWarningHours === undefined)
    found.push(warning('Nobody hears of a missing backup. Set BACKUP_WARNING_HOURS, such as 26.'));
  return found;
}

/** The folder, or the nearest one above it: a new portal makes its own. */
function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}

/** `free` in bytes. */
export function judgeDisk(free: number): Found {
  const shown = `${(free / gigabyte).toFixed(1)} GB are free for DATA_DIR`;
  if (free < gigabyte) return problem(`${shown}. Make room: the portal needs at least 1 GB.`);
  return free < 5 * gigabyte ? warning(`${shown}. Plan for more; recordings grow every day.`) : ok(shown);
}

function checkDisk({ dataFolder }: Environment): Found {
  const { bavail, bsize } = statfsSync(existingFolder(dataFolder));
  return judgeDisk(bavail * bsize);
}

export function checkPermissions({ dataFolder }: Pick<Environment, 'dataFolder'>): Found {
  const folder = existingFolder(dataFolder);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return problem(`This user may not write to ${folder}. Run as its owner, or change the owner.`);
  }
  const { mode, uid } = statSync(folder);
  const user = process.getuid?.();
  if (folder !== dataFolder) return ok(`${dataFolder} can be made`);
  if (user !== undefined && user !== 0 && uid !== user)
    return problem(`${folder} belongs to another user (${uid}). Run the portal as its owner.`);
  const most = user === 0 ? passableFolder : ownerOnlyFolder;
  return (mode & 0o777 & ~most) === 0
    ? ok('DATA_DIR is closed to other users')
    : warning(`Other users can look into ${folder}. The next start closes it, or: chmod 700 ${folder}`);
}

async function checkFiles(environment: Environment): Promise<Found> {
  const files = await openFiles(environment);
  files.close();
  return ok(environment.files ? 'the bucket answers' : 'recordings and pictures are in DATA_DIR');
}

/** `difference` in milliseconds: time of the database less time here. */
export function judgeClock(difference: number): Found {
  const shown = `${Math.round(Math.abs(difference) / 1000)} s`;
  return Math.abs(difference) <= maxClockDifference
    ? ok(`this machine and the database differ by ${shown}`)
    : problem(
        `The clock is ${shown} ${difference > 0 ? 'behind' : 'ahead of'} the database. Use NTP on both.`,
      );
}

async function checkClock({ pool }: Database): Promise<Found> {
  const asked = Date.now();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const between = (asked + Date.now()) / 2;
  return judgeClock((rows[0]?.now.getTime() ?? 0) - between);
}

async function checkDatabase(database: Database, environment: Environment): Promise<Found[]> {
  const { pool, embedded } = database;
  const { rows } = await pool.query<{ version: string; connections: number; migrated: boolean }>(
    `select current_setting('server_version') as version, current_setting('max_connections')::int as connections,
      to_regclass('migrations') is not null as migrated`,
  );
  const { version = '', connections = 0, migrated = false } = rows[0] ?? {};
  const found = [ok(`PostgreSQL ${version}, ${embedded ? 'embedded' : 'of DATABASE_URL'}`)];
  if (environment.databaseConnections * 2 > connections)
    found.push(
      warning(
        `The server takes ${connections} connections, a portal and a worker want ${environment.databaseConnections * 2}. Lower DATABASE_CONNECTIONS or raise max_connections.`,
      ),
    );
  if (!migrated) return [...found, ok('the database is empty; the first start fills it')];
  const pending = await pendingMigrations(pool);
  if (pending > 0)
    found.push(warning(`The next start updates the database (${pending} migrations). Back it up first.`));
  await refuseOtherPortal({ environment, database });
  return found;
}

async function checkMail({ smtpUrl, mailFrom }: Environment): Promise<Found> {
  if (smtpUrl === undefined) return warning('No mail leaves the portal. Set SMTP_URL and MAIL_FROM.');
  try {
    await smtpMailer(smtpUrl).verify();
  } catch (error) {
    return problem(`The mail server of SMTP_URL does not work: ${(error as Error).message}`);
  }
  return mailFrom === undefined
    ? warning('The mail server answers. Set MAIL_FROM to an address of yours, or mails may count as spam.')
    : ok(`the mail server answers; mails come from ${mailFrom}`);
}

/** Warnings of a portal that runs with these settings. */
async function checkPortal({ publicUrl }: Environment): Promise<Found[]> {
  const answer = await fetch(`${publicUrl}/health`, { signal: AbortSignal.timeout(timeout) }).catch(
    () => null,
  );
  const health = (await answer?.json().catch(() => null)) as { warnings?: string[] } | null | undefined;
  if (!health?.warnings)
    return [warning(`No portal answers at ${publicUrl}. Start it, or correct PUBLIC_URL.`)];
  return [ok(`a portal answers at ${publicUrl}`), ...health.warnings.map(warning)];
}

/** A check that throws has found a problem. */
async function findingsOf(
  check: Finding['check'],
  look: () => Found | Found[] | Promise<Found | Found[]>,
): Promise<Finding[]> {
  try {
    return [await look()].flat().map((found) => ({ check, ...found }));
  } catch (error) {
    const text = error instanceof OperatorProblem ? error.message : connectionProblem(error);
    return [{ check, ...problem(text) }];
  }
}

/** Looks at everything that a portal with these variables needs, changes nothing, and says what to do. */
export async function examine(variables: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const findings = await findingsOf('versions', () => checkVersions());
  let environment: Environment;
  try {
    environment = await withRecordedAddress(readEnvironment(variables), variables);
  } catch (error) {
    return [...findings, ...(await findingsOf('settings', () => Promise.reject(error)))];
  }
  findings.push(
    ...(await findingsOf('settings', () => checkSettings(environment))),
    ...(await findingsOf('disk', () => checkDisk(environment))),
    ...(await findingsOf('permissions', () => checkPermissions(environment))),
    ...(await findingsOf('mail', () => checkMail(environment))),
  );
  if (await lacksDatabase(environment))
    return [...findings, { check: 'database', ...ok('there is none yet; the first start makes it') }];
  findings.push(...(await findingsOf('files', () => checkFiles(environment))));
  let database: Database | undefined;
  try {
    const opened = await openDatabase(environment);
    database = opened;
    findings.push(
      ...(await findingsOf('database', () => checkDatabase(opened, environment))),
      ...(await findingsOf('clock', () => checkClock(opened))),
      ...(await findingsOf('portal', () => checkPortal(environment))),
    );
  } catch (error) {
    findings.push(...(await findingsOf('database', () => Promise.reject(error))));
  } finally {
    await database?.close();
  }
  return findings;
}

const marks: Record<Finding['state'], string> = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM' };

export const doctorCommand = {
  name: 'doctor',
  arguments: [],
  summary: 'Look at settings, disk, permissions, mail, database, clock and versions, and say what to do.',
  async examine(variables: Readonly<Record<string, string | undefined>>): Promise<CommandResult> {
    const findings = await examine(variables);
    const lines = findings.map(
      ({ check, state, text }) =>
        `${marks[state].padEnd(8)} ${check.padEnd(12)} ${text.replaceAll('\n', ' ')}`,
    );
    return { lines, json: findings, incomplete: findings.some(({ state }) => state === 'problem') };
  },
} as const;
