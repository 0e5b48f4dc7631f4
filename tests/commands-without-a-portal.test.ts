import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importByWords } from '../server/import-by-words.ts';
import { asProgram, runCommand } from './support/operate.ts';
import { runProgram, temporaryFolder } from './support/programs.ts';
import { cloneDatabase } from './support/test-database.ts';

const advice = 'Set DATA_DIR or DATABASE_URL as the portal has it. For a new portal, run npm start first.';

async function oneOffice(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'accounts.csv'), 'id,name\nA-1,Boulder\n');
  return folder;
}

test.each([
  ['an empty folder', async (folder: string) => folder],
  ['a folder that is not there', async (folder: string) => join(folder, 'nowhere')],
  [
    'a folder with a database whose making was cut off',
    async (folder: string) => {
      await mkdir(join(folder, 'cut/postgres/data-in-making-1'), { recursive: true });
      return join(folder, 'cut');
    },
  ],
  [
    'a folder of other files',
    async (folder: string) => {
      await mkdir(join(folder, 'other'));
      await writeFile(join(folder, 'other/letter.txt'), 'dear');
      return join(folder, 'other');
    },
  ],
])('a command with %s as DATA_DIR makes no database, and says where it looked', async (_kind, make) => {
  const outside = await temporaryFolder();
  const folder = await make(outside);
  const before = await readdir(outside, { recursive: true });
  for (const words of [['accounts', 'list'], ['backup', join(outside, 'saved')], ['remove-demo']])
    await expect(runCommand({ DATA_DIR: folder }, ...words)).rejects.toThrow(
      `There is no database in ${folder}, which DATA_DIR names. ${advice}`,
    );
  expect(await readdir(outside, { recursive: true })).toEqual(before);
});

test.each([['server/cli.ts', 'accounts', 'list'], ['server/import.ts']])(
  '%s without DATA_DIR names the folder in which it looked',
  async (path, ...args) => {
    const given = args.length > 0 ? args : [await oneOffice()];
    const program = runProgram(path, { args: given });
    expect(await program.ended).not.toBe(0);
    expect(program.output()).toBe(
      `There is no database in /var, where Mailcall looks without DATA_DIR. ${advice}\n`,
    );
  },
);

test('an import makes the database of a new portal in the folder that DATA_DIR names, and says so', async () => {
  const importing = async (variables: Record<string, string>) => {
    const given = [await oneOffice()];
    return asProgram((program) => importByWords(program, given, variables));
  };
  const folder = join(await temporaryFolder(), 'new');
  const first = await importing({ DATA_DIR: folder });
  expect(first.result).toBe(0);
  expect(first.err).toBe(
    `There was no database in ${folder}: a new one is made. If the portal has another DATA_DIR or DATABASE_URL, set that and import again.\n`,
  );
  const again = await importing({ DATA_DIR: folder });
  expect([again.result, again.err]).toEqual([0, '']);
  expect((await runCommand({ DATA_DIR: folder }, 'accounts', 'list')).printed[1]).toMatch(/^A-1 /);
});

test('a command with the address of an empty database leaves it empty', async () => {
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  await clone.database.pool.query('drop table migrations');
  await expect(
    runCommand({ DATA_DIR: await temporaryFolder(), DATABASE_URL: clone.url }, 'accounts', 'list'),
  ).rejects.toThrow('The database that DATABASE_URL names is empty. Set DATABASE_URL as the portal has it.');
  const { rows } = await clone.database.pool.query(`select to_regclass('migrations') as found`);
  expect(rows).toEqual([{ found: null }]);
});

test('a command with the database of a portal and not its keys makes no others', async () => {
  const clone = await cloneDatabase();
  onTestFinished(() => clone.drop());
  const folder = await temporaryFolder();
  const variables = { DATA_DIR: folder, DATABASE_URL: clone.url };
  // no one has signed in: the portal may not have been started yet
  await runCommand(variables, 'accounts', 'list');
  await clone.database.kysely
    .insertInto('sessions')
    .values({
      id: '11111111-1111-4111-8111-111111111111',
      contact_id: 'U-1',
      realm: 'password',
      limited: false,
      created_at: '2026-03-11T15:00:00Z',
      expires_at: '2026-03-12T03:00:00Z',
    })
    .execute();
  await expect(runCommand(variables, 'setup-link', 'a@b.example')).rejects.toThrow(
    `People sign in to the portal of this database, and its keys are not in ${folder}. Set DATA_DIR as the portal has it.`,
  );
  expect(await readdir(folder)).not.toContain('identity');
});
