import { spawn } from 'node:child_process';
import {
  constants,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { chown, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@mailcall/contract/time/durations.ts';
import pg from 'pg';
import { OperatorProblem } from '../operator-problem.ts';
import { withinTime } from '../time-limit.ts';
import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';
import {
  type LockFile,
  lockFileDamage,
  lockFileOf,
  lookAtProcess,
  processesIn,
  readLockFile,
  servesFolder,
  socketLockPid,
} from './lock-file.ts';
import { serverSettings, socketPort, type Tuning } from './settings.ts';

export interface RunningServer {
  readonly socketFolder: string;
  readonly port: number;
  readonly pid: number;
}

const pollInterval = 20;
/** Milliseconds for a live server to accept a connection. */
const connectTimeout = seconds(2);
/** Milliseconds to wait for an abandoned start to stop; after that it stops on its own. */
const abandonTimeout = seconds(10);
/** Milliseconds after which a damaged lock file is not one that a starting server is just writing. */
const damageTimeout = seconds(1);
/** Bytes before rotation; the previous log is kept beside it. */
const maxLogSize = 5 * 1024 * 1024;

export function administrator(
  server: { socketFolder: string; port: number },
  database = 'postgres',
): pg.Client {
  const client = new pg.Client({
    host: server.socketFolder,
    port: server.port,
    user: 'postgres',
    database,
    connectionTimeoutMillis: connectTimeout,
  });
  // without a listener a lost connection would end the process; queries report it anyway
  client.on('error', () => {});
  return client;
}

/** The server is only starting or stopping. */
export function isTransient(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  const transient = ['57P01', '57P02', '57P03', '08006', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ECONNREFUSED'];
  return (
    (code !== undefined && transient.includes(code)) ||
    /Connection terminated|Client has encountered a connection error|timeout expired/.test(message)
  );
}

/** `silent` if no server listens, `busy` if it is not ready, otherwise its data folder. */
async function queryServer(server: {
  socketFolder: string;
  port: number;
}): Promise<'silent' | 'busy' | { data: string }> {
  const client = administrator(server);
  try {
    await client.connect();
    const answered = client.query<{ data: string }>(`select current_setting('data_directory') as data`);
    const { rows } = await withinTime(connectTimeout, answered, () => new Error('timeout expired'));
    return { data: await realpath(rows[0]?.data ?? '') };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || (error as Error).message.includes('timeout expired'))
      return 'silent';
    if (isTransient(error)) return 'busy';
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

interface Attempt {
  readonly pid: number | undefined;
  ended: boolean;
  complaint(): string;
}

async function start(home: Home, binaries: Binaries, tuning: Tuning): Promise<Attempt> {
  rotate(home.logFile);
  removeStaleSocketLock(home);
  const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW;
  const log = openSync(home.logFile, flags, 0o600);
  try {
    if (home.user) await chown(home.logFile, home.user.uid, home.user.gid);
    const from = fstatSync(log).size;
    const settings = serverSettings(home.socketFolder, tuning);
    const child = spawn(
      join(binaries.folder, 'bin', 'postgres'),
      ['-D', home.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...(home.user ? { uid: home.user.uid, gid: home.user.gid } : {}),
        cwd: '/',
        // its own session, so that neither Ctrl-C nor the end of this process reaches it
        detached: true,
        env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'], ...withoutStaleHolder(home) },
        stdio: ['ignore', log, log],
      },
    );
    const attempt: Attempt = {
      pid: child.pid,
      ended: false,
      complaint: () => readFileSync(home.logFile).subarray(from).toString('utf8').trim(),
    };
    const end = () => {
      attempt.ended = true;
    };
    child.once('exit', end).once('error', end);
    child.unref();
    return attempt;
  } finally {
    closeSync(log);
  }
}

/**
 * PostgreSQL takes any live process with the lock file's id for the holder, even a program after a reboot. This variable says that the id
 * is no server's. PostgreSQL itself finds running children by shared memory. Only PostgreSQL touches the file.
 */
function withoutStaleHolder(home: Home): { PG_GRANDPARENT_PID?: string } {
  const holder = readLockFile(home.data);
  const stale = holder !== null && servesFolder(holder.pid, home.data) === false;
  return stale ? { PG_GRANDPARENT_PID: String(holder.pid) } : {};
}

/** PostgreSQL refuses to start with a socket lock that is damaged or came with a copied folder. Only this folder's servers use it. */
function removeStaleSocketLock(home: Home): void {
  const path = join(home.socketFolder, `.s.PGSQL.${socketPort}.lock`);
  const pid = socketLockPid(path);
  if (pid === null || (pid > 0 && servesFolder(pid, home.data) !== false)) return;
  rmSync(path, { force: true });
}

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogSize) renameSync(file, `${file}.1`);
}

const named = (processes: readonly { pid: number; command: string }[]): string =>
  processes.map(({ pid, command }) => `process ${pid}${command ? ` (${command})` : ''}`).join(', ');

function heldBy(home: Home, complaint: string): OperatorProblem {
  const holder = readLockFile(home.data);
  const serves = holder ? servesFolder(holder.pid, home.data) : false;
  if (holder && serves === null) {
    const seen = named([{ pid: holder.pid, command: lookAtProcess(holder.pid).command }]);
    return new OperatorProblem(
      `The lock file ${lockFileOf(home.data)} names ${seen}, which does not answer. If that is the PostgreSQL of this folder (ps -fp ${holder.pid}), end it. If it is another program, leave it alone and remove the file. Then start again.\n${complaint}`.trim(),
    );
  }
  const holders =
    holder && serves
      ? [{ pid: holder.pid, command: lookAtProcess(holder.pid).command }]
      : processesIn(home.data);
  return new OperatorProblem(
    `The database in ${home.data} is held by ${named(holders) || 'another process'} and does not answer. End it, then start again.\n${complaint}`.trim(),
  );
}

function damagedLock(home: Home, damage: string): OperatorProblem {
  const holders = processesIn(home.data);
  const todo =
    holders.length > 0
      ? `PostgreSQL still works in this folder: end ${named(holders)}. Then remove the file if it is still there, and start again.`
      : 'A full disk or a power cut can cause this. If no PostgreSQL works in this folder, remove the file and start again.';
  return new OperatorProblem(`The lock file ${lockFileOf(home.data)} ${damage}. ${todo}`);
}

const copiedLock = (home: Home, other: string): OperatorProblem =>
  new OperatorProblem(
    `The lock file ${lockFileOf(home.data)} belongs to the PostgreSQL that works in ${other}: this folder is a copy of that one. Leave that server running. A copy of a folder in use can be damaged: make a backup with npm run cli -- backup and restore it here. If this copy is complete, remove the file and start again.`,
  );

/** Folder of the server that a copied lock file names; null if the lock file is this folder's, or no server's. */
function copiedFrom(home: Home, holder: LockFile): string | null {
  if (holder.data === home.data || servesFolder(holder.pid, home.data) !== false) return null;
  return servesFolder(holder.pid, holder.data) === true ? holder.data : null;
}

/** Concurrent processes end up with one server. An abort gives up. Throws OperatorProblem with the reason and the folder's holder. */
export async function ensureRunning(
  home: Home,
  binaries: Binaries,
  tuning: Tuning,
  { startTimeout, signal }: { startTimeout: number; signal: AbortSignal },
): Promise<RunningServer> {
  let attempt: Attempt | null = null;
  let silentSince = Date.now();
  let damagedSince: number | null = null;
  for (;;) {
    if (signal.aborted) {
      if (attempt) await abandon(attempt);
      signal.throwIfAborted();
    }
    const damage = lockFileDamage(home.data);
    if (damage === null) damagedSince = null;
    else damagedSince ??= Date.now();
    if (damage !== null && damagedSince !== null && Date.now() - damagedSince >= damageTimeout)
      throw damagedLock(home, damage);
    const holder = readLockFile(home.data);
    const other = holder && copiedFrom(home, holder);
    if (other !== null) throw copiedLock(home, other);
    const held = holder !== null && servesFolder(holder.pid, home.data) !== false;
    // a live server may have been started with another socket folder
    const server = {
      socketFolder: (held && holder.socketFolder) || home.socketFolder,
      port: (held && holder.port) || socketPort,
      pid: holder?.pid ?? 0,
    };
    const answer = await queryServer(server);
    if (typeof answer === 'object') {
      if (answer.data !== home.data) throw copiedLock(home, answer.data);
      if (held) return server;
    }
    if (answer === 'busy') silentSince = Date.now();
    if (answer === 'silent' && damage === null && !held && (attempt === null || attempt.ended)) {
      if (attempt) await throwUnlessTransient(home, attempt, silentSince + startTimeout);
      attempt = await start(home, binaries, tuning);
    } else if (Date.now() - silentSince > startTimeout) {
      throw heldBy(home, attempt?.complaint() ?? '');
    }
    await pause(pollInterval);
  }
}

/** For example one in crash recovery. */
async function abandon(attempt: Attempt): Promise<void> {
  const until = Date.now() + abandonTimeout;
  if (attempt.pid !== undefined && !attempt.ended) process.kill(attempt.pid, 'SIGINT');
  while (!attempt.ended && Date.now() < until) await pause(pollInterval);
}

/** Returns if another server has the folder or a killed server's children are still ending. */
async function throwUnlessTransient(home: Home, attempt: Attempt, until: number): Promise<void> {
  const complaint = attempt.complaint();
  const held =
    /lock file "[^"]*" (already exists|is empty)|bogus data in lock file|pre-existing shared memory block/.test(
      complaint,
    );
  if (!held) {
    const reasons = complaint.split('\n').slice(-5).join('\n');
    throw new OperatorProblem(`PostgreSQL did not start (its log is ${home.logFile}):\n${reasons}`);
  }
  if (Date.now() > until) throw heldBy(home, complaint);
  await pause(pollInterval * 5);
}

/** "Fast" shutdown: rolls back open transactions and writes every commit to disk. */
export async function stop(home: Home, server: RunningServer): Promise<void> {
  try {
    process.kill(server.pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    throw error;
  }
  // its lock file goes last; a zombie may stay until its parent reaps it
  while (
    readLockFile(home.data)?.pid === server.pid &&
    ['alive', 'unseen'].includes(lookAtProcess(server.pid).state)
  ) {
    await pause(pollInterval);
  }
}
