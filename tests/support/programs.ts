import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root } from './imports.ts';

/** Creates a folder that every user can enter, because root's PostgreSQL runs as another user. Removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-test-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

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

/** Compile cache; with it, programs of this checkout start in half the time. */
export const compileCache = join(root, 'node_modules/.cache/compiled-modules');

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Everything printed so far, including errors. */
  output(): string;
  answer(): string;
  /** Waits until the output matches; rejects if the program ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<number | string>;
}

interface ProgramOptions {
  args?: readonly string[];
  env?: Record<string, string>;
  as?: { uid: number; gid: number };
  /** Uses the command line in `deploy/mailcall.service`. */
  asService?: boolean;
}

/** Runs a program of this checkout with this Node; ends it after the test. */
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
