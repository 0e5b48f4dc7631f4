import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asProgram } from '../../../tests/support/operate.ts';
import { runProgram } from '../../../tests/support/programs.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { readArguments } from '../../import-arguments.ts';
import { importByWords } from '../../import-by-words.ts';
import { emptyRecord, FeedFolders } from './feed-for-tests.ts';

const db = testDatabase();
const folders = new FeedFolders();
beforeEach(() => emptyRecord(db.database.pool));
afterEach(() => folders.remove());

const settings = async () => ({ DATABASE_URL: db.url, DATA_DIR: await folders.folder() });

async function runImport(
  given: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const variables = { ...(await settings()), ...environment };
  const { result, ...printed } = await asProgram((program) => importByWords(program, given, variables));
  return { code: result, ...printed };
}

it('ends with 0 when all is good, and shows what it did', async () => {
  const folder = await folders.folder({ 'accounts.csv': 'id,name\nA1,x\n' });
  const program = runProgram('server/import.ts', { args: [folder], env: await settings() });
  expect(await program.ended).toBe(0);
  expect(program.output()).toBe(program.answer());
  expect(program.output()).toContain(
    'accounts.csv     1      1        0          0         0         0        0\n',
  );
  expect(program.output()).toMatch(/Imported 1 row of 1 in \d+\.\d s\.\n$/);
});

it('ends with 1 when a row is rejected, shows the first 20 and writes all of them to a file', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `S${index},A9,x\n`).join('');
  const { code, out } = await runImport([
    await folders.folder({ 'accounts.csv': 'id,name\nA1,x\n', 'staff.csv': `id,account_id,name\n${rows}` }),
  ]);
  expect(code).toBe(1);
  expect(out).toContain(
    '30 rows rejected, the first 20:\n  staff.csv:2  account_id names account A9, which is not known\n',
  );
  const report = /row by row: (\S+)\n/.exec(out)?.[1] as string;
  expect((await readFile(report, 'utf8')).trim().split('\n')).toHaveLength(31);
});

it('saves nothing with --strict', async () => {
  const { code, out } = await runImport([
    '--strict',
    await folders.folder({ 'accounts.csv': 'id,name\nA1,x\nA2,\n' }),
  ]);
  expect([code, out.trim().split('\n').at(-1)]).toEqual([
    1,
    'Nothing was kept: --strict, and 1 row rejected.',
  ]);
  expect((await db.database.pool.query('select from accounts')).rowCount).toBe(0);
});

it.each<[name: string, words: string[], files: Record<string, string>, lines: string[]]>([
  [
    'a file without a column that it needs',
    [],
    { 'calls.csv': 'number\n+13035550199\n' },
    [
      '1 file rejected:',
      '  calls.csv:1  the file has no column id in its header (the first line)',
      'Imported 0 rows of 0',
    ],
  ],
  [
    'an unreadable file beside good and bad rows',
    [],
    { 'accounts.csv': 'id,name\nA1,x\nA2,\nA1,y\n', 'calls.csv': 'id,id\nK1,K1\n' },
    [
      '1 row and 1 file rejected:',
      '  calls.csv:1  the file has the column "id" twice in its header',
      'Imported 2 rows of 3',
    ],
  ],
  [
    'an unreadable file with --strict',
    ['--strict'],
    { 'accounts.csv': 'id,name\nA1,x\n', 'calls.csv': 'id,id\n' },
    ['Nothing was kept: --strict, and 1 file rejected.'],
  ],
  [
    'an unreadable file with --dry-run',
    ['--dry-run'],
    { 'accounts.csv': 'id,name\nA1,x\n', 'calls.csv': 'id,id\n' },
    ['An import would take 1 row of 1.'],
  ],
])('counts %s as what it is', async (_, words, files, lines) => {
  const { code, out } = await runImport([...words, await folders.folder(files)]);
  expect(code).toBe(1);
  for (const line of lines) expect(out).toContain(line);
});

const callWith = (audio: string) => ({
  'accounts.csv': 'id,name,time_zone\nA1,x,America/Denver\n',
  'calls.csv': `id,account_id,call_date_time,audio\nK1,A1,2026-03-01T10:00:00Z,${audio}\n`,
});

it.each<[name: string, files: Record<string, string>, code: number, line: string]>([
  ['recordings alone', { 'call.mp3': 'x' }, 2, 'There is nothing to import in'],
  [
    'recordings that no call names',
    { 'accounts.csv': 'id\n', 'call.mp3': 'x' },
    0,
    '"call.mp3" is not known and is not read',
  ],
  ['a recording outside of it', callWith('../call.mp3'), 1, '1 row rejected:'],
  [
    'a recording that is a text',
    { ...callWith('call.mp3'), 'call.mp3': 'x' },
    0,
    'could not be read and was left out',
  ],
  ['a recording that is missing', callWith('call.mp3'), 0, '1 recording is not in the folder'],
])('the exit code of a folder with %s', async (_, files, code, line) => {
  const imported = await runImport([await folders.folder(files)]);
  expect(imported.out + imported.err).toContain(line);
  expect(imported.code).toBe(code);
});

it('writes nothing with --dry-run, and says what an import would do', async () => {
  const folder = await folders.folder({
    'offices.csv': 'code,title\nA1,x\nA2,\n',
    'mapping.yaml': 'version: 1\nfiles: {accounts: {from: offices.csv, columns: {id: code, name: title}}}\n',
  });
  const { code, out } = await runImport(['--map', join(folder, 'mapping.yaml'), '--dry-run', folder]);
  expect([code, out.trim().split('\n').at(-1)]).toEqual([
    1,
    'Nothing was written: a dry run. An import would take 1 row of 2.',
  ]);
  expect(out).toContain('{"id":"A1","name":"x"}');
  expect(out).toContain('offices.csv:3  name must not be empty (mapping.yaml:2)');
  expect(out).not.toContain('row by row');
  expect((await db.database.pool.query('select from accounts')).rowCount).toBe(0);
});

const startedBy = (pid: number) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${pid}\n`);
    } catch {
      return false;
    }
  });

it.each([
  ['Ctrl-C', 'SIGINT' as const, 130],
  ['kill -9', 'SIGKILL' as const, 'SIGKILL'],
])('leaves neither a row nor a process when %s ends a mapped import', async (_, signal, code) => {
  // the second row's expression never ends
  const folder = await folders.folder({
    'offices.csv': `code,title\nA1,x\nA2,${'a'.repeat(40)}!\n`,
    'mapping.yaml':
      'version: 1\nfiles: {accounts: {from: offices.csv, columns: {id: code, name: "$contains(title, /^(a+)+$/) ? code : title"}}}\n',
  });
  const importing = runProgram('server/import.ts', {
    args: ['--map', join(folder, 'mapping.yaml'), folder],
    env: await settings(),
  });
  await expect.poll(() => startedBy(importing.pid)).toHaveLength(1);
  const [evaluating] = startedBy(importing.pid);
  process.kill(importing.pid, signal);
  expect(await importing.ended).toBe(code);
  await expect.poll(() => readdirSync('/proc')).not.toContain(evaluating);
  expect((await db.database.pool.query('select from accounts')).rowCount).toBe(0);
});

it.each<[name: string, given: string[], environment: Record<string, string>, words: string]>([
  ['the mapping is missing', ['--map', '/nowhere.yaml', '/tmp'], {}, '/nowhere.yaml cannot be read (ENOENT)'],
  ['an option is unknown', ['--fast', '/tmp'], {}, 'no option --fast'],
  [
    'callbacks are wanted from what is no day',
    ['/tmp', '--callbacks-from', '2026-02-30'],
    {},
    '--callbacks-from is 2026-02-30, which is not a date like 2027-03-31.',
  ],
  [
    'callbacks are wanted from a day that has not begun',
    ['/tmp', '--callbacks-from=2999-01-01'],
    {},
    '--callbacks-from is 2999-01-01, which has not begun anywhere',
  ],
  [
    'the database cannot be reached',
    ['/tmp'],
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    'does not answer',
  ],
])('ends with 2 when %s', async (_, given, environment, words) => {
  const { code, out, err } = await runImport(given, environment);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(words);
  expect(err).not.toContain('    at ');
});

it.each([
  ['no folder', ['--strict'], 'Name one folder'],
  ['two folders', ['/tmp', '/var'], 'Name one folder'],
  ['no mapping', ['/tmp', '--map'], 'Name the mapping after --map'],
  ['from no day', ['/tmp', '--callbacks-from'], 'Name a day after --callbacks-from, like 2027-03-31.'],
  ['for real what is tried with a value', ['/tmp', '--dry-run=true'], '--dry-run takes no value.'],
  ['loosely what is strict with a value', ['/tmp', '--strict=yes'], '--strict takes no value.'],
])('refuses to import %s', (_, words, reason) => {
  expect(() => readArguments(words)).toThrow(reason);
});

it('reads the day from which calls wait, and by default none', () => {
  expect(readArguments(['/tmp', '--callbacks-from', '2026-03-01'])).toMatchObject({
    folder: '/tmp',
    callbacksFrom: '2026-03-01',
  });
  expect(readArguments(['--callbacks-from=2026-03-01', '/tmp', '--strict'])).toMatchObject({
    strict: true,
    callbacksFrom: '2026-03-01',
  });
  expect(readArguments(['/tmp'])).toMatchObject({ callbacksFrom: null });
});
