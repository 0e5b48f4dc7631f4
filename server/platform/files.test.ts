import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileStore, folderFileStore } from './files.ts';

let folder: string;
let files: FileStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailcall-files-'));
  files = folderFileStore(join(folder, 'store'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const key = 'recordings/3f/3fa9.wav';

describe('the folder file store', () => {
  it('gives back what it was given, whole or in part', async () => {
    expect(await files.put(key, Readable.from([Buffer.from('hello '), Buffer.from('world')]))).toBe(11);
    expect(await files.stat(key)).toMatchObject({ bytes: 11 });
    expect(await text(files.createReadStream(key))).toBe('hello world');
    expect(await text(files.createReadStream(key, { start: 6, end: 8 }))).toBe('wor');
    expect(await text(files.createReadStream(key, { start: 6 }))).toBe('world');
  });

  it('replaces and removes', async () => {
    await files.put(key, Readable.from([Buffer.from('one')]));
    await files.put(key, Readable.from([Buffer.from('two!')]));
    expect(await text(files.createReadStream(key))).toBe('two!');
    await files.remove(key);
    await files.remove(key);
    expect(await files.stat(key)).toBeNull();
    await expect(text(files.createReadStream(key))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('keeps nothing of a file that does not come whole', async () => {
    const breaking = async function* () {
      yield Buffer.from('half');
      throw new Error('cut off');
    };
    await expect(files.put(key, breaking())).rejects.toThrow('cut off');
    expect(await files.stat(key)).toBeNull();
    expect(await readdir(join(folder, 'store/recordings/3f'))).toEqual([]);
  });

  it.each([
    '',
    '/etc/passwd',
    '../secret',
    'a/../../b',
    'a//b',
    'a/./b',
    'A.wav',
    'a\\b',
    '.hidden',
    'a/.b',
    'a\0b',
    'a'.repeat(200),
  ])('refuses %j as a key', async (wrong) => {
    await expect(files.put(wrong, Readable.from([]))).rejects.toThrow(RangeError);
    await expect(files.stat(wrong)).rejects.toThrow(RangeError);
    expect(() => files.createReadStream(wrong)).toThrow(RangeError);
    await expect(files.remove(wrong)).rejects.toThrow(RangeError);
  });

  it('has nothing where a folder is', async () => {
    await files.put(key, Readable.from([Buffer.from('x')]));
    expect(await files.stat('recordings/3f')).toBeNull();
    expect(await files.stat(`${key}/deeper`)).toBeNull();
  });
});
