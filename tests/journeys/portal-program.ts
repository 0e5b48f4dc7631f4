import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { throwAwayFolder } from '../support/memory-folder.ts';

const project = resolve(import.meta.dirname, '../..');

export type Settings = Readonly<Record<string, string>>;

export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(throwAwayFolder(), 'mailcall-portal-'));
  // root's PostgreSQL is another user, who must get there
  await chmod(folder, 0o755);
  return folder;
}

export async function freeAddress(): Promise<string> {
  const server = createServer();
  const port = await new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}`;
}

const environmentOf = (settings: Settings) => ({ PATH: process.env['PATH'] ?? '', ...settings });

export async function runToEnd(program: string, settings: Settings, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(project, program), ...words], {
    cwd: project,
    env: environmentOf(settings),
  });
  return stdout.trim();
}

export interface PortalProgram {
  readonly pid: number;
  /** Ends it, and its database as the last that uses it. */
  stop(): Promise<void>;
}

export async function startPortal(url: string, settings: Settings): Promise<PortalProgram> {
  const child: ChildProcess = spawn(join(project, 'tools/node24'), [join(project, 'server/main.ts')], {
    cwd: project,
    env: environmentOf({ PORT: new URL(url).port, PUBLIC_URL: url, LOG_LEVEL: 'warn', ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // a run that is cut off leaves no server behind
  const cut = () => child.kill('SIGTERM');
  process.once('exit', cut);
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let printed = '';
  await new Promise<void>((ready, fail) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('Mailcall is ready at')) ready();
    });
    void ended.then(() => fail(new Error(`A server for the journey ended and printed:\n${printed}`)));
  });
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', cut);
    },
  };
}

/** Starts a portal with the demo story of its own, for as long as `use` runs; its data goes with it. */
export async function withOwnPortal<Result>(
  use: (url: string, folder: string) => Promise<Result>,
  settings: Settings = {},
): Promise<Result> {
  const folder = await makeDataFolder();
  try {
    const url = await freeAddress();
    const portal = await startPortal(url, { DATA_DIR: folder, ...settings });
    return await use(url, folder).finally(() => portal.stop());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
