import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { runCommandLine } from '../server/command-line.ts';
import { commands } from '../server/commands/index.ts';
import { doctorCommand } from '../server/doctor.ts';
import { sealActivity } from '../server/features/activity/index.ts';
import { addConnection, findConnection } from '../server/features/connectors/index.ts';
import { importFolder } from '../server/features/ingest/index.ts';
import { createLog } from '../server/platform/log.ts';
import { OperatorProblem } from '../server/platform/operator-problem.ts';
import { root } from './support/imports.ts';
import { testApp } from './support/test-app.ts';

const here = testApp();
const page = join(root, 'docs/reference/commands.md');

async function run(words: readonly string[]): Promise<{ printed: string[]; notes: string[]; code: number }> {
  const printed: string[] = [];
  const notes: string[] = [];
  const code = await runCommandLine(commands, words, {
    print: (line) => void printed.push(...line.split('\n')),
    open: async () => ({
      environment: here.environment,
      log: createLog(here.environment),
      database: here.database,
      clock: here.clock,
      files: here.files,
      input: Readable.from([]),
      printError: (line) => void notes.push(line),
      stopped: new AbortController().signal,
    }),
  });
  return { printed, notes, code };
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A text without what differs from run to run, in the same length where columns depend on it. */
const withoutVariables = (text: string) =>
  text
    .replace(uuid, (id) => '0'.repeat(id.length))
    .replace(/\b[0-9a-f]{64}\b/g, 'h'.repeat(64))
    .replace(/mck_[\w-]+/g, (key) => 'm'.repeat(key.length))
    .replace(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/gm, '0000-0000-0000-0000')
    .replace(/(code|token)=[\w-]+/g, '$1=…')
    .replace(/\d{4}-\d{2}-\d{2}([T ])\d{2}:\d{2}(:[\d.]+Z)?/g, 'time')
    .replace(/^(Mailcall|Migration|Node|PostgreSQL) .*$/gm, '$1');

const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** The page with the present output of each of its commands, run in order. Ids in a command are the last one printed. */
async function withOutputs(text: string): Promise<string> {
  const parts = text.split(/(^```console\n[\s\S]*?^```$)/m);
  let lastId = '';
  for (const [index, part] of parts.entries()) {
    if (!part.startsWith('```console')) continue;
    const lines: string[] = [];
    for (const line of part.split('\n').filter((candidate) => candidate.startsWith('$ '))) {
      const command = line.replace(/^\$ npm run --silent cli -- /, '').replace(uuid, () => lastId);
      const { printed, notes, code } = await run(wordsOf(command));
      expect(code).toBe(0);
      lines.push(line, ...printed, ...notes);
      lastId = [...printed.join('\n').matchAll(uuid)].at(-1)?.[0] ?? lastId;
    }
    parts[index] = ['```console', ...lines, '```'].join('\n');
  }
  return parts.join('');
}

test('the commands of docs/reference/commands.md print what the page says', async () => {
  const example = join(root, 'docs/reference/import-example');
  await importFolder(here.database, example, { files: here.files, strict: true });
  await here.database.pool.query(
    `insert into access_log (account_id, contact_id, action, subject_kind, subject_id, happened_at) values
      ('A-101', 'U-1', 'open', 'call', 'K-1', '2026-03-09T16:02:00Z'), ('A-101', 'U-2', 'play', 'call', 'K-1', '2026-03-10T17:20:00Z'),
      ('A-200', 'U-3', 'open', 'call', 'K-3', '2026-03-10T18:00:00Z'), ('A-101', 'U-1', 'play', 'call', 'K-1', '2026-02-10T18:00:00Z')`,
  );
  await sealActivity(here);
  const text = await readFile(page, 'utf8');
  expect(withoutVariables(await withOutputs(text))).toBe(withoutVariables(text));
});

const documented = (
  await Promise.all(
    (
      await readdir(join(root, 'docs'), { recursive: true })
    )
      .filter((name) => name.endsWith('.md'))
      .map(async (name) => {
        const text = await readFile(join(root, 'docs', name), 'utf8');
        const found = [...text.matchAll(/npm run (?:--silent )?cli -- ([^#`|)>\n]+)/g)];
        return found.map(([, line = '']) => [name, line.trim().replaceAll("'", '"')] as const);
      }),
  )
)
  .flat()
  .filter(([, line]) => line !== 'help');

test.each(documented)('%s: the command line takes %s', async (_page, line) => {
  const opened = new Error('opened');
  const doctor = { ...doctorCommand, examine: () => Promise.reject(opened) };
  const running = runCommandLine([...commands, doctor], wordsOf(line), {
    print: () => {},
    open: () => Promise.reject(opened),
  });
  await expect(running).rejects.toBe(opened);
});

test.each(commands.map((command) => [command.name, command] as const))(
  '%s has help with its options',
  async (name, command) => {
    const { printed, code } = await run([...name.split(' '), '--help']);
    expect(code).toBe(0);
    const help = printed.join('\n');
    for (const text of [command.summary, '--json', ...Object.keys(command.options ?? {})])
      expect(help).toContain(text);
  },
);

test.each(
  commands
    .filter(
      (command) =>
        command.arguments.length === 0 &&
        !['remove-demo', 'outbox-link', 'export', 'person erase', 'person allow', 'distribute'].includes(
          command.name,
        ),
    )
    .map(({ name }) => name),
)('%s --json prints one JSON value', async (name) => {
  const { printed } = await run([...name.split(' '), '--json']);
  expect(JSON.parse(printed.join('\n'))).toBeTypeOf('object');
});

test.each<[string, string]>([
  ['accounts', 'npm run cli -- accounts list'],
  ['fly', 'There is no command fly.'],
  [
    'distribute',
    'The embedded PostgreSQL is one machine. Set DATABASE_URL to the coordinator of a Citus cluster.',
  ],
  ['accounts list --limit 501', '--limit is 501, it must be a whole number from 1 to 500.'],
  ['access-log --from yesterday', 'yesterday is not a date.'],
  ['access-log --since 2026-01-01', '[--from DATE]'],
  ['accounts show none', 'There is no account none.'],
  ['verify-activity --hash 00', 'A hash is of one account: name it with --account.'],
  ['contacts show none@people.test', 'No contact has the email address none@people.test.'],
  ['grants revoke none', 'There is no grant none.'],
  ['roles owner@front-range.example --add owner', 'There is no role owner.'],
  ['roles books@harbor.example --remove limited-access-user', 'The feed gives books@harbor.example the role'],
  ['roles books@harbor.example --remove operator', 'does not have the role operator.'],
])('%s is refused with the reason', async (line, reason) => {
  const failed = await run(wordsOf(line)).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(OperatorProblem);
  expect((failed as OperatorProblem).message).toContain(reason);
});

test('verify-activity names the account and the seal whose entries were changed', async () => {
  const change = (from: string, to: string) =>
    here.database.pool.query(
      `update access_log set subject_id = $2 where account_id = 'A-200' and subject_id = $1`,
      [from, to],
    );
  await change('K-3', 'K-1');
  await expect(run(['verify-activity'])).rejects.toThrow(
    'A-200: Seal 1: an entry was changed, or replaced by another.',
  );
  await expect(run(['verify-activity', '--account', 'A-101'])).resolves.toMatchObject({ code: 0 });
  await change('K-1', 'K-3');
  await expect(run(['verify-activity'])).resolves.toMatchObject({ code: 0 });
});

test('an erasure shows who that is, and wants the count', async () => {
  const erase = async (...options: string[]) =>
    (await run(['person', 'erase', '--phone', '+1 303 555 0777', ...options])).printed.join('\n');
  expect(await erase()).toMatch(/Replaced in texts: 13035550777[^]*add --yes 0\./);
  await expect(erase('--yes', '1')).rejects.toThrow('Nothing was erased: 0');
  expect(await erase('--yes', '0')).toMatch(/^Erased:\nCalls: 0/);
  const allow = await run(['person', 'allow', '--phone', '+1 303 555 0777']);
  expect(allow.printed).toEqual(['Feeds can bring this person again.']);
});

test.each([
  ['connections replay rail', '0 events to work off again.'],
  ['person allow --phone +13035550778', 'This person is not among the erased ones.'],
])('%s ends with exit code 1 when there is nothing to do it with', async (words, line) => {
  if (!(await findConnection(here.database.kysely, 'rail')))
    await addConnection(here.database.kysely, { name: 'rail', kind: 'callrail' }, here.clock.now());
  const ended = await run(words.split(' '));
  expect([ended.printed, ended.code]).toEqual([expect.arrayContaining([line]), 1]);
});

test.each([
  ['a rejected scan', '[{"imb":"12","scanDatetime":"2026-03-04T10:00:00"}]', '1 scan rejected:', 1],
  ['no scan', '[]', 'The file has no scans.', 1],
  [
    'scans of no known mailing alone',
    '[{"imb":"0030012345600000011780302","scanDatetime":"2026-03-04T10:00:00"}]',
    '0 scans recorded.',
    1,
  ],
  [
    'scans of another time alone',
    '[{"imb":"0030012345600000011780302","scanDatetime":"2020-03-04T10:00:00"}]',
    '1 scan not counted: of more than 90 days ago, or of a day to come.',
    1,
  ],
])(
  'mail-events import of a file with %s ends with an exit code that says so',
  async (_, scans, line, code) => {
    const connection = { name: 'usps', kind: 'informed-visibility' as const };
    if (!(await findConnection(here.database.kysely, connection.name)))
      await addConnection(here.database.kysely, connection, here.clock.now());
    const file = join(await mkdtemp(join(tmpdir(), 'scans-')), 'feed.json');
    await writeFile(file, scans);
    const ended = await run(['mail-events', 'import', 'usps', file]);
    expect(ended.printed).toContain(line);
    expect(ended.code).toBe(code);
  },
);
