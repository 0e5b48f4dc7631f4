import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/programs.ts';
import { folderFileStore } from './folder-files.ts';
import { restrictDataFolder } from './private-files.ts';
import { readEnvironment } from './env.ts';
import { recordAddress } from './recorded-address.ts';
import { readOrMakeSecretFile } from './secret-file.ts';

let umask: number;
beforeEach(() => {
  // the most permissive umask
  umask = process.umask(0);
});
afterEach(() => void process.umask(umask));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

test("makes files readable only by the portal's user under any umask", async () => {
  const above = await temporaryFolder();
  for (const mask of [0, 0o022, 0o077]) {
    process.umask(mask);
    const folder = join(above, mask.toString(8));
    await recordAddress(readEnvironment({ DATA_DIR: folder }));
    await folderFileStore(join(folder, 'files')).put(
      'recordings/3f/3fa9.wav',
      Readable.from([Buffer.from('a')]),
    );
    await readOrMakeSecretFile(join(folder, 'secrets', 'key'), () => 'key');
    for (const path of ['', 'files', 'files/recordings', 'files/recordings/3f', 'secrets'])
      expect([path, await modeOf(join(folder, path))]).toEqual([path, '700']);
    for (const path of ['address', 'files/recordings/3f/3fa9.wav', 'secrets/key'])
      expect([path, await modeOf(join(folder, path))]).toEqual([path, '600']);
  }
});

const recording = 'files/recordings/3f/3fa9.wav';
const unfinished = 'files/patients/0a/.0123';
const report = 'import-reports/import.csv';
const key = 'identity/hashing-secret';

/** Data folder of an earlier release, with modes from the umask. */
async function openFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  for (const path of [
    recording,
    unfinished,
    report,
    key,
    'address',
    'notes.txt',
    'postgres/data/PG_VERSION',
  ]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'text', { mode: 0o664 });
  }
  return folder;
}

test('restricts files of earlier releases and ignores foreign ones', async () => {
  const folder = await openFolder();
  const elsewhere = join(await temporaryFolder(), 'shared.txt');
  await writeFile(elsewhere, 'text', { mode: 0o644 });
  await symlink(elsewhere, join(folder, 'files', 'link'));
  expect(restrictDataFolder(folder)).toBeNull();
  // the database's user passes through root's folder
  expect(await modeOf(folder)).toBe(process.getuid?.() === 0 ? '711' : '700');
  for (const path of [recording, unfinished, report])
    for (let above = dirname(path); above !== '.'; above = dirname(above))
      expect([above, await modeOf(join(folder, above))]).toEqual([above, '700']);
  for (const path of [recording, unfinished, report, 'address'])
    expect([path, await modeOf(join(folder, path))]).toEqual([path, '600']);
  expect(await modeOf(join(folder, 'identity'))).toBe('700');
  // an exposed key needs an operator's attention
  for (const path of [key, 'notes.txt', 'postgres/data/PG_VERSION'])
    expect([path, await modeOf(join(folder, path))]).toEqual([path, '664']);
  expect(await modeOf(elsewhere)).toBe('644');
});

test('checks every file once and folders each time', async () => {
  const folder = await openFolder();
  expect(restrictDataFolder(folder)).toBeNull();
  await chmod(join(folder, recording), 0o644);
  await chmod(join(folder, 'files'), 0o755);
  expect(restrictDataFolder(folder)).toBeNull();
  expect(await modeOf(join(folder, recording))).toBe('644');
  expect(await modeOf(join(folder, 'files'))).toBe('700');
});

test('creates no folder and changes no shared one', async () => {
  const folder = await temporaryFolder();
  expect(restrictDataFolder(join(folder, 'none'))).toBeNull();
  await expect(stat(join(folder, 'none'))).rejects.toThrow('ENOENT');
  await chmod(folder, 0o1777);
  expect(restrictDataFolder(folder)).toBeNull();
  expect(await modeOf(folder)).toBe('1777');
});
