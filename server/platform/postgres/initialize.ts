import { spawn } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorProblem } from '../operator-problem.ts';
import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';
import { lookAtProcess } from './lock-file.ts';

const partialName = /^data-in-making-(\d+)$/;

async function versionOf(data: string): Promise<string | null> {
  return readFile(join(data, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

async function runInitdb(home: Home, binaries: Binaries, folder: string, durable: boolean): Promise<void> {
  const args = [
    '--pgdata',
    folder,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // access is by a socket in a folder that only the database's user may enter; see home.ts
    '--auth-local=trust',
    '--auth-host=reject',
    ...(durable ? [] : ['--no-sync']),
  ];
  const child = spawn(join(binaries.folder, 'bin', 'initdb'), args, {
    ...(home.user ? { uid: home.user.uid, gid: home.user.gid } : {}),
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new OperatorProblem(`The database could not be made in ${home.folder}: ${complaint.trim()}`);
}

async function removeAbandoned(home: Home): Promise<void> {
  for (const name of await readdir(home.folder)) {
    const pid = partialName.exec(name)?.[1];
    if (pid && Number(pid) !== process.pid && lookAtProcess(Number(pid)).state === 'absent') {
      await rm(join(home.folder, name), { recursive: true, force: true });
    }
  }
}

/** Creates the folder aside and renames it, so that concurrent processes use one. Throws OperatorProblem for another major version. */
export async function initialize(home: Home, binaries: Binaries, durable: boolean): Promise<void> {
  if ((await versionOf(home.data)) === null) {
    await removeAbandoned(home);
    const partial = join(home.folder, `data-in-making-${process.pid}`);
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { mode: 0o700 });
    if (home.user) await chown(partial, home.user.uid, home.user.gid);
    try {
      await runInitdb(home, binaries, partial, durable);
      await rename(partial, home.data).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      });
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  const version = await versionOf(home.data);
  if (version === null) {
    throw new OperatorProblem(
      `${home.data} holds something that is not a PostgreSQL database. Move it away or set DATA_DIR to another folder.`,
    );
  }
  if (version !== String(binaries.major)) {
    throw new OperatorProblem(
      `The database in ${home.data} was made by PostgreSQL ${version}; this Mailcall brings PostgreSQL ${binaries.major}. Start it with the release of Mailcall that made it, or set DATABASE_URL.`,
    );
  }
}
