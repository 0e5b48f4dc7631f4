import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../tests/support/s3-server.ts';
import type { FileStore } from './files.ts';
import { folderFileStore } from './folder-files.ts';
import { openS3FileStore } from './s3-files.ts';

interface OpenStore {
  files: FileStore;
  /** Parts of an unfinished file, as a killed process leaves them. */
  leaveUnfinished(key: string, begun: Date, written: Date): Promise<void>;
  unfinished(): Promise<number>;
  close(): Promise<void>;
}

async function openFolder(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-files-'));
  const store = join(folder, 'store');
  return {
    files: folderFileStore(store),
    async leaveUnfinished(key, _begun, written) {
      const path = join(store, dirname(key), `.${createHash('md5').update(key).digest('hex')}`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'half');
      await utimes(path, written, written);
    },
    async unfinished() {
      const names = await readdir(store, { recursive: true }).catch(() => []);
      return names.filter((name) => /(^|\/)\./.test(name)).length;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
let opened = 0;

async function openBucket(): Promise<OpenStore> {
  opened += 1;
  const setting = { ...server.setting, prefix: `portal-${opened}/` };
  const files = await openS3FileStore(setting);
  return {
    files,
    async leaveUnfinished(key, begun, written) {
      const client = new S3Client({ ...setting, forcePathStyle: true, credentials: setting });
      const at = { Bucket: setting.bucket, Key: `${setting.prefix}${key}` };
      server.now = begun;
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
      server.now = written;
      await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'half' }));
      server.now = undefined;
      client.destroy();
    },
    unfinished: async () => server.unfinished().filter((key) => key.startsWith(setting.prefix)).length,
    close: async () => files.close(),
  };
}

const key = 'recordings/3f/3fa9.wav';
const source = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const megabyte = 1024 * 1024;

describe.each([
  ['a folder', openFolder],
  ['an S3-compatible bucket', openBucket],
])('the file store in %s', (_, open) => {
  let store: OpenStore;
  let files: FileStore;
  beforeEach(async () => {
    store = await open();
    files = store.files;
  });
  afterEach(() => store.close());

  it('returns a stored file and its size', async () => {
    const before = Date.now();
    expect(await files.put(key, source('hello ', 'world'))).toBe(11);
    const found = await files.stat(key);
    expect(found?.bytes).toBe(11);
    // services report whole seconds
    expect(Math.abs((found?.modifiedAt.getTime() ?? 0) - before)).toBeLessThan(30_000);
    expect(await text(files.createReadStream(key))).toBe('hello world');
  });

  it.each([
    [{ start: 6, end: 8 }, 'wor'],
    [{ start: 6 }, 'world'],
    [{ end: 4 }, 'hello'],
    [{ start: 0, end: 0 }, 'h'],
    [{ start: 6, end: 100 }, 'world'],
    [{ start: 11 }, ''],
    [{ start: 50, end: 60 }, ''],
    [{}, 'hello world'],
  ])('of the bytes %j gives %j', async (range, expected) => {
    await files.put(key, source('hello world'));
    expect(await text(files.createReadStream(key, range))).toBe(expected);
  });

  it('rejects a range that ends before it begins', async () => {
    await files.put(key, source('hello world'));
    expect(() => files.createReadStream(key, { start: 4, end: 2 })).toThrow(RangeError);
  });

  it('stores an empty file and one from a generator', async () => {
    expect(await files.put(key, source())).toBe(0);
    expect(await files.stat(key)).toMatchObject({ bytes: 0 });
    expect(await text(files.createReadStream(key))).toBe('');
    const generated = async function* () {
      yield new Uint8Array([104, 105]);
    };
    expect(await files.put(key, generated())).toBe(2);
    expect(await text(files.createReadStream(key))).toBe('hi');
  });

  it('stores a large file unchanged from chunks of any size', async () => {
    const hash = createHash('sha256');
    const sent = async function* () {
      for (let index = 0; index < 21; index += 1) {
        const chunk = Buffer.alloc(megabyte + index, String.fromCharCode(97 + index));
        hash.update(chunk);
        yield chunk;
      }
    };
    const bytes = 21 * megabyte + 210;
    expect(await files.put(key, sent())).toBe(bytes);
    expect(await files.stat(key)).toMatchObject({ bytes });
    const read = await buffer(files.createReadStream(key));
    expect(createHash('sha256').update(read).digest('hex')).toBe(hash.digest('hex'));
    const across = { start: 8 * megabyte - 2, end: 8 * megabyte + 1 };
    expect(await text(files.createReadStream(key, across))).toBe('hhhh');
    expect(await store.unfinished()).toBe(0);
  });

  it('replaces and removes a file', async () => {
    await files.put(key, source('one'));
    await files.put(key, source('two!'));
    expect(await text(files.createReadStream(key))).toBe('two!');
    await files.remove(key);
    await files.remove(key);
    expect(await files.stat(key)).toBeNull();
  });

  it.each([{}, { start: 0, end: 4 }])('fails with ENOENT for %j of a missing file', async (range) => {
    await expect(text(files.createReadStream(key, range))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each([
    ['small', 1],
    ['large', 20],
  ])('stores nothing of a %s file that is incomplete', async (_size, megabytes) => {
    const breaking = async function* () {
      for (let index = 0; index < megabytes; index += 1) yield Buffer.alloc(megabyte);
      throw new Error('cut off');
    };
    await expect(files.put(key, breaking())).rejects.toThrow('cut off');
    expect(await files.stat(key)).toBeNull();
    expect(await store.unfinished()).toBe(0);
  });

  it('keeps the previous file if its replacement breaks off', async () => {
    await files.put(key, source('first'));
    const broken = source('second');
    broken.destroy(new Error('cut off'));
    await expect(files.put(key, broken)).rejects.toThrow('cut off');
    expect(await text(files.createReadStream(key))).toBe('first');
  });

  it('keeps exactly one of many files stored under one key at once', async () => {
    const letters = ['a', 'b', 'c', 'd', 'e'];
    const long = 9 * megabyte;
    await Promise.all(letters.map((letter) => files.put(key, Readable.from([Buffer.alloc(long, letter)]))));
    const read = await buffer(files.createReadStream(key));
    expect(read.equals(Buffer.alloc(long, read[0]))).toBe(true);
    expect(letters).toContain(String.fromCharCode(read[0] ?? 0));
    expect(await store.unfinished()).toBe(0);
  });

  it('lets a reader stop early', async () => {
    await files.put(key, Readable.from([Buffer.alloc(4 * megabyte)]));
    const stream = files.createReadStream(key);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(stream.destroyed).toBe(true);
    expect(await files.stat(key)).toMatchObject({ bytes: 4 * megabyte });
  });

  it('removes old unfinished files of one segment only', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 11, 15, minute));
    await files.put('exports/whole.xlsx', source('whole'));
    for (const name of ['a', 'b', 'c', 'd'])
      await store.leaveUnfinished(`exports/${name}.xlsx`, at(0), at(9));
    await store.leaveUnfinished('exports/still-written.xlsx', at(0), at(10));
    await store.leaveUnfinished('recordings/3f/other.wav', at(0), at(0));
    expect(await store.unfinished()).toBe(6);
    await files.removeUnfinished('exports', at(10));
    expect(await store.unfinished()).toBe(2);
    await files.removeUnfinished('exports', at(11));
    expect(await store.unfinished()).toBe(1);
    expect(await text(files.createReadStream('exports/whole.xlsx'))).toBe('whole');
    await files.removeUnfinished('nothing', at(59));
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
    await expect(files.removeUnfinished(wrong, new Date())).rejects.toThrow(RangeError);
  });

  it("finds nothing at a folder's key", async () => {
    await files.put(key, source('x'));
    expect(await files.stat('recordings/3f')).toBeNull();
    expect(await files.stat(`${key}/deeper`)).toBeNull();
  });
});
