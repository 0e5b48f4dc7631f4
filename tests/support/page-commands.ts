import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { runCommandLine } from '../../server/command-line.ts';
import { commands } from '../../server/commands/index.ts';
import { OperatorProblem } from '../../server/platform/operator-problem.ts';
import { root } from './imports.ts';
import { compileCache } from './programs.ts';
import type { TestApp } from './test-app.ts';

export function shellBlocks(page: string): string[] {
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

async function runHere(
  here: TestApp,
  words: readonly string[],
  input: string,
): Promise<{ failed: boolean; lines: string[] }> {
  const lines: string[] = [];
  try {
    const code = await runCommandLine(commands, words, {
      print: (line) => void lines.push(line),
      open: async () => ({
        environment: here.environment,
        log: here.app.http.log as never,
        database: here.database,
        clock: here.clock,
        files: here.files,
        input: Readable.from([input]),
        printError: () => {},
        stopped: new AbortController().signal,
      }),
    });
    return { failed: code !== 0, lines };
  } catch (error) {
    const { message, stack } = error as Error;
    return { failed: true, lines: [error instanceof OperatorProblem ? message : String(stack)] };
  }
}

/** Runs commands in this process, because program starts take seconds. Returns what to use instead of `npm run --silent cli --`. */
export async function commandsInProcess(here: TestApp): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then(async (sent) => {
      const [count = '', ...parts] = sent.split('\0');
      const words = parts.slice(0, Number(count));
      const { failed, lines } = await runHere(here, words, parts.slice(words.length).join('\0'));
      response.writeHead(failed ? 422 : 200).end(lines.map((line) => `${line}\n`).join(''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'cli');
  await writeFile(
    program,
    `{ printf '%s\\0' "$#" "$@"; cat; } | curl --disable --silent --fail-with-body --data-binary @- http://127.0.0.1:${port}\n`,
  );
  return `sh '${program}'`;
}

/** Runs blocks of a documentation page in a new folder. `replaced`: texts of the page, such as addresses. Variables in capitals stay. */
export async function shellOf(
  here: TestApp,
  replaced: Readonly<Record<string, string>> = {},
): Promise<(blocks: readonly string[]) => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-page-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n"\n');
  const { port } = here.app.http.server.address() as AddressInfo;
  const texts: Record<string, string> = {
    'http://localhost:3000': `http://127.0.0.1:${port}`,
    ' docs/': ` ${root}/docs/`,
    'npm run --silent cli --': `'${process.execPath}' '${root}/server/cli.ts'`,
    'npm run import --': `'${process.execPath}' '${root}/server/import.ts'`,
    ' --to ': ` --to ${folder}/`,
    ...replaced,
  };
  const environment = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: compileCache,
    CURL_HOME: folder,
    DATA_DIR: here.environment.dataFolder,
    DATABASE_URL: here.databaseUrl,
    PUBLIC_URL: here.environment.publicUrl,
    TWILIO_AUTH_TOKEN: 'fedcba98765432100123456789abcdef',
    CALLRAIL_ACCOUNT: 'ACC0123456789abcdef',
    CALLRAIL_SIGNING_KEY: 'signing-key-of-the-company',
    CALLRAIL_API_KEY: 'key-of-the-api',
  };
  let kept: Record<string, string> = {};
  return async (blocks) => {
    let script = `${blocks.join('\n')}\nenv --null > .variables\n`;
    for (const [found, other] of Object.entries(texts)) script = script.replaceAll(found, other);
    const running = promisify(execFile)('bash', ['-aeuo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...environment, ...kept },
    });
    // commands that read standard input find its end
    running.child.stdin?.end();
    const { stdout } = await running;
    const variables = (await readFile(join(folder, '.variables'), 'utf8')).split('\0');
    kept = Object.fromEntries(
      variables.flatMap((line) => {
        const [, name = '', value = ''] = /^([A-Z_]+)=([\s\S]*)$/.exec(line) ?? [];
        return name === '' || name in environment ? [] : [[name, value]];
      }),
    );
    return stdout;
  };
}
