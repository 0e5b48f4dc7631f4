import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { demoPassword } from '../demo/people.ts';
import { freeAddress } from '../tests/journeys/portal-program.ts';
import { requireRatio } from './comparison.ts';
import { signIn } from './sign-in.ts';

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);

/** Seconds from the install to the first answer, and MB of the folder without and with Node. */
const limits = { seconds: 40, withoutNode: 400, withNode: 560 };

async function megabytesOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['-s', '--block-size=1000000', folder]);
  return Number.parseInt(stdout, 10);
}

/** Serves the demo from an installed package until `use` has ended. */
async function withInstalled(folder: string, url: string, use: () => Promise<void>): Promise<void> {
  const portal = spawn(join(folder, 'node_modules/.bin/mailcall'), [], {
    cwd: folder,
    // of the machine: the Node that runs this bench would hide that one is fetched
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, PORT: new URL(url).port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => portal.once('close', () => done()));
  try {
    let printed = '';
    await new Promise<void>((ready, fail) => {
      portal.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('Mailcall is ready at')) ready();
      });
      void ended.then(() => fail(new Error(`The installed portal ended and printed:\n${printed}`)));
    });
    await use();
  } finally {
    portal.kill('SIGTERM');
    await ended;
  }
}

/** Packs Mailcall, installs it in an empty folder, and starts it with the demo. */
export async function measurePackage(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-package-'));
  // root's PostgreSQL is another user, who must get there
  await chmod(folder, 0o755);
  try {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
    const tarball = join(folder, stdout.trim().split('\n').at(-1) ?? '');
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    await run('npm', ['install', '--no-fund', '--no-audit', tarball], { cwd: folder });
    const [installed, withoutNode] = [seconds(), await megabytesOf(join(folder, 'node_modules'))];
    const url = await freeAddress();
    await withInstalled(folder, url, async () => {
      const ready = seconds();
      await signIn(url, { email: 'owner@demo.example', password: demoPassword });
      const withNode = await megabytesOf(join(folder, 'node_modules'));
      console.log(
        `Package: installed after ${installed.toFixed(0)} s, ready with the demo ${ready.toFixed(0)} s, signed in ${seconds().toFixed(0)} s, ${withoutNode} MB, with Node ${withNode} MB`,
      );
      requireRatio('the first answer of the package, in seconds beside one', seconds(), limits.seconds);
      requireRatio('the package without Node, in MB beside one', withoutNode, limits.withoutNode);
      requireRatio('the package with Node, in MB beside one', withNode, limits.withNode);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
