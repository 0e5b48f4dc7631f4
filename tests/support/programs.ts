import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from './imports.ts';

/** A new folder that every user can enter (root's PostgreSQL is another user); removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-test-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Compiled modules: programs of this checkout start in half of the time with them. */
export const compileCache = join(root, 'node_modules/.cache/compiled-modules');

/** A running program of this checkout. */
export interface RunningProgram {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Everything it has printed so far, errors included. */
  output(): string;
  /** What it has printed on standard output alone. */
  answer(): string;
  /** Waits until its output matches the pattern; fails when it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** How a program is run. */
interface ProgramOptions {
  args?: readonly string[];
  env?: Record<string, string>;
  as?: { uid: number; gid: number };
  /** Runs it with the command of `deploy/mailcall.service`. */
  asService?: boolean;
}

/** Runs a program of this checkout on this Node; a test that fails leaves none behind. */
export function runProgram(path: string, options: ProgramOptions = {}): RunningProgram {
  const [command, program, cwd] = options.asService
    ? [join(root, 'tools/node24'), path, root]
    : [process.execPath, join(root, path), '/'];
  const child = spawn(command, [program, ...(options.args ?? [])], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.as,
  });
  let text = '';
  let answer = '';
  child.stdout.on('data', (chunk: Buffer | string) => {
    answer += chunk.toString();
  });
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    child,
    pid: child.pid ?? 0,
    output: () => text,
    answer: () => answer,
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(text);
          if (found) resolve(found);
        };
        listeners.add(look);
        look();
        void ended.then((code) => reject(new Error(`${path} ended (${code}) and printed:\n${text}`)));
      }),
  };
}
