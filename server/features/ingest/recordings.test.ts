import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../tests/support/imports.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { wavOf } from '../../../tests/support/wav.ts';
import type { FileStore } from '../../platform/files.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { csv, emptyRecord, FeedFolders, type FolderContent } from './feed-for-tests.ts';
import { type FeedSource, folderSource } from './feed-source.ts';
import { importFolder } from './index.ts';
import { RecordingImporter } from './recordings.ts';

const db = testDatabase();
const folders = new FeedFolders();
let store: string;
let files: FileStore;
beforeEach(async () => {
  await emptyRecord(db.database.pool);
  store = await folders.folder();
  files = folderFileStore(store);
});
afterEach(() => folders.remove());

const accounts = csv([
  { id: 'A1', name: 'x' },
  { id: 'A2', name: 'y' },
]);
const calls = (...audio: string[]) =>
  csv(
    audio.map((path, index) => ({
      id: `K${index + 1}`,
      account_id: `A${(index % 2) + 1}`,
      call_date_time: '2026-03-01T00:00:00Z',
      audio: path,
    })),
  );
const bring = (content: FolderContent, strict = false) =>
  folders.import(db.database.pool, { 'accounts.csv': accounts, ...content }, { files, strict });
const audioOf = async () =>
  (await db.database.pool.query<{ audio: string | null }>('select audio from calls order by id')).rows.map(
    ({ audio }) => audio,
  );
const stored = async () =>
  (await readdir(store, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** One second: 8000 samples of 8 bits. */
const silence = Buffer.concat([
  Buffer.from(
    'RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x40\x1f\0\0',
    'latin1',
  ),
  Buffer.alloc(8000, 128),
]);
const sha = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

describe('recordings', () => {
  it('stay for the calls of later batches when one call’s recording is no longer kept', async () => {
    const { pool } = db.database;
    await bring({ 'calls.csv': calls('a.wav'), 'a.wav': silence });
    await pool.query(`update calls set audio = 'removed/' || audio; delete from recordings`);
    const content = { 'calls.csv': calls('a.wav', '', 'a.wav'), 'a.wav': silence };
    await folders.import(pool, content, { files, batchRows: 1 });
    expect(await audioOf()).toEqual([expect.stringMatching(/^removed/), null, expect.stringMatching(/^rec/)]);
    expect(await stored()).toEqual([`${sha(silence)}.wav`]);
  });

  it('are closed when the file store does not take them', async () => {
    const opened: Readable[] = [];
    const source: FeedSource = {
      ...(await folderSource(await folders.folder({ 'a.wav': silence }))),
      attachment: async () => ({
        bytes: silence.length,
        open: async () => {
          const content = Readable.from([silence], { objectMode: false });
          opened.push(content);
          return content;
        },
      }),
    };
    const broken = new Error('The disk is broken.');
    const brokenStore = { ...files, put: () => Promise.reject(broken) };
    await expect(new RecordingImporter(source, brokenStore, false).keep('a.wav')).rejects.toBe(broken);
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });

  it('are stored once for each content, with their waveform once an account', async () => {
    const mp3 = await readFile(join(root, 'tests/recordings/voice.mp3'));
    const report = await bring({
      'calls.csv': calls('audio/one.wav', 'two.wav', 'audio/one.wav', 'note.mp3', ''),
      'audio/one.wav': silence,
      'two.wav': silence,
      'note.mp3': mp3,
    });
    expect(report).toMatchObject({ rejected: 0, notices: [expect.stringContaining('have no time_zone')] });
    const wav = `recordings/${sha(silence).slice(0, 2)}/${sha(silence)}.wav`;
    const mp3Key = `recordings/${sha(mp3).slice(0, 2)}/${sha(mp3)}.mp3`;
    expect(await audioOf()).toEqual([wav, wav, wav, mp3Key, null]);
    expect((await stored()).sort()).toEqual([`${sha(silence)}.wav`, `${sha(mp3)}.mp3`].sort());
    expect(await buffer(files.createReadStream(mp3Key))).toEqual(mp3);
    const { rows } = await db.database.pool.query(
      'select account_id, key, media_type, bytes, peaks from recordings order by account_id, media_type',
    );
    const zeros = new Array(200).fill(0);
    expect(rows).toEqual([
      { account_id: 'A1', key: wav, media_type: 'audio/wav', bytes: silence.length, peaks: zeros },
      { account_id: 'A2', key: mp3Key, media_type: 'audio/mpeg', bytes: mp3.length, peaks: null },
      { account_id: 'A2', key: wav, media_type: 'audio/wav', bytes: silence.length, peaks: zeros },
    ]);
  });

  it('that are missing are reported, and the calls imported; an earlier recording stays', async () => {
    const report = await bring({ 'calls.csv': calls('gone.wav', 'audio'), 'audio/other.wav': silence });
    expect(report.files.at(-1)).toMatchObject({ added: 2, rejected: 0, missingRecordings: 2 });
    expect((await audioOf())[0]).toMatch(/^missing\//);
    expect((await bring({ 'calls.csv': calls('gone.wav'), 'gone.wav': silence })).files.at(-1)).toMatchObject(
      { changed: 1 },
    );
    const [key] = await audioOf();
    expect(key).toContain(sha(silence));
    expect((await bring({ 'calls.csv': calls('gone.wav') })).files.at(-1)).toMatchObject({
      unchanged: 1,
      missingRecordings: 1,
    });
    expect((await audioOf())[0]).toBe(key);
    await bring({ 'calls.csv': calls('') });
    expect((await audioOf())[0]).toBeNull();
  });

  it('that are no recordings leave the call what it has, and are reported', async () => {
    await bring({ 'calls.csv': calls('one.wav'), 'one.wav': silence });
    const before = await audioOf();
    const report = await bring({
      'calls.csv': calls('note.mp3', 'page.mp3'),
      'note.mp3': '',
      'page.mp3': '<html>',
    });
    expect(report.files.at(-1)).toMatchObject({ added: 1, unchanged: 1, rejected: 0, emptied: 2 });
    expect(report.firstEmptied.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
      '2 audio: The file is empty. Send a recording as WAV, MP3, MP4, Ogg, AAC, FLAC or WebM.',
      '3 audio: The file is HTML. Send a recording as WAV, MP3, MP4, Ogg, AAC, FLAC or WebM.',
    ]);
    expect(await audioOf()).toEqual([...before, null]);
    expect(await stored()).toEqual([`${sha(silence)}.wav`]);
  });

  it('are stored again when the file store has a part of them', async () => {
    const key = `recordings/${sha(silence).slice(0, 2)}/${sha(silence)}.wav`;
    await mkdir(dirname(join(store, key)), { recursive: true });
    await writeFile(join(store, key), silence.subarray(0, 100));
    await bring({ 'calls.csv': calls('a.wav'), 'a.wav': silence });
    expect(await buffer(files.createReadStream(key))).toEqual(silence);
  });

  it('come from inside the folder only, whatever a link says', async () => {
    const outside = await folders.folder({ 'secret.wav': silence });
    const folder = await folders.folder({
      'accounts.csv': accounts,
      'calls.csv': calls('link.wav', 'folder/secret.wav', 'inner.wav'),
      'real.wav': silence,
    });
    await symlink(join(outside, 'secret.wav'), join(folder, 'link.wav'));
    await symlink(outside, join(folder, 'folder'));
    await symlink(join(folder, 'real.wav'), join(folder, 'inner.wav'));
    const report = await importFolder(db.database, folder, { files });
    expect(report.firstRejections.map(({ line, column }) => `${line} ${column}`)).toEqual([
      '2 audio',
      '3 audio',
    ]);
    expect(await stored()).toEqual([`${sha(silence)}.wav`]);
  });

  it('are removed when a strict import saves nothing', async () => {
    await bring({ 'calls.csv': calls('one.wav'), 'one.wav': silence });
    const report = await bring(
      {
        'calls.csv': calls('one.wav', 'new.wav', '../bad.wav'),
        'one.wav': silence,
        'new.wav': wavOf(Buffer.from('new')),
      },
      true,
    );
    expect(report.kept).toBe(false);
    expect(await stored()).toEqual([`${sha(silence)}.wav`]);
  });
});

describe('a folder', () => {
  it.each([
    ['that is not there', async () => '/nowhere/at/all', 'There is no folder'],
    [
      'that is a file',
      async () => join(await folders.folder({ 'calls.csv': '' }), 'calls.csv'),
      'is not a folder',
    ],
    ['with nothing to import', () => folders.folder({ 'notes.txt': 'x' }), 'nothing to import'],
  ])('%s is refused with words', async (_, make, words) => {
    const importing = importFolder(db.database, await make(), { files });
    await expect(importing).rejects.toThrow(OperatorProblem);
    await expect(importing).rejects.toThrow(words);
  });

  it('may hold folders and hidden files, and empty files', async () => {
    const folder = await folders.folder({ 'accounts.csv': '', 'staff.ndjson': '', '.hidden': 'x' });
    await mkdir(join(folder, 'calls.csv'));
    await writeFile(join(folder, 'calls.csv', 'x'), 'x');
    expect(await importFolder(db.database, folder, { files })).toMatchObject({
      rejected: 0,
      notices: ['accounts.csv: it is empty, without even a header.'],
    });
  });
});
