import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../../tests/support/imports.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { FeedFolders } from './feed-for-tests.ts';
import { type FeedSource, folderSource } from './feed-source.ts';
import { RecordingImporter, type RecordingResult } from './recordings.ts';

const folders = new FeedFolders();
afterEach(() => folders.remove());

const sample = (name: string) => readFile(join(root, 'tests/recordings', name));

/** Imports `content` in pieces of `pieces` bytes, under a name without a type. */
async function keep(content: Buffer, pieces = 1000): Promise<RecordingResult> {
  const source: FeedSource = {
    ...(await folderSource(await folders.folder({ 'calls.csv': '' }))),
    attachment: async () => ({
      bytes: content.length,
      open: async () =>
        Readable.from(
          Array.from({ length: Math.ceil(content.length / pieces) }, (_, at) =>
            content.subarray(at * pieces, (at + 1) * pieces),
          ),
          { objectMode: false },
        ),
    }),
  };
  return new RecordingImporter(source, folderFileStore(await folders.folder()), false).keep('call.pdf');
}
const reasonOf = (result: RecordingResult) => ('unusable' in result ? result.unusable.reason : result);
const right = ' Send a recording as WAV, MP3, MP4, Ogg, AAC, FLAC or WebM.';

/** The chunks follow the format. */
const wav = (...chunks: [name: string, size: number, content: Buffer][]) =>
  Buffer.concat([
    Buffer.from(
      'RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0',
      'latin1',
    ),
    ...chunks.map(([name, size, content]) => {
      const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
      head.writeUInt32LE(size, 4);
      return Buffer.concat([head, content]);
    }),
  ]);
const silence = Buffer.alloc(8000, 128);

describe('the bytes of a recording decide its media type', () => {
  test.each([
    ['voice.mp3', 'audio/mpeg'],
    ['mulaw.wav', 'audio/wav'],
    ['alaw.wav', 'audio/wav'],
    ['streamed.wav', 'audio/wav'],
    ['opus.ogg', 'audio/ogg'],
    ['vorbis.ogg', 'audio/ogg'],
    ['voice.m4a', 'audio/mp4'],
    ['voice.aac', 'audio/aac'],
    ['voice.flac', 'audio/flac'],
    ['voice.webm', 'audio/webm'],
    ['streamed.webm', 'audio/webm'],
  ])('%s is %s', async (name, mediaType) => {
    const content = await sample(name);
    for (const pieces of [7, 100_000])
      expect(await keep(content, pieces)).toMatchObject({ kept: { mediaType, bytes: content.length } });
  });

  test.each([
    ['silence', wav(['data', 8000, silence])],
    ['silence whose header does not know its length', wav(['data', 0, silence])],
    ['silence whose header says the greatest length', wav(['data', 0xffffffff, silence])],
    ['silence that is cut off', wav(['data', 80_000, silence])],
    ['silence after another chunk', wav(['LIST', 4, Buffer.from('INFO')], ['data', 8000, silence])],
  ])('%s is kept', async (_, content) => {
    expect(await keep(content)).toMatchObject({ kept: { mediaType: 'audio/wav' } });
  });

  test('MP3 after a tag is kept', async () => {
    const tag = Buffer.from('ID3\x04\0\0\0\0\0\x0aTIT2\0\0\0\0\0\0', 'latin1');
    const content = Buffer.concat([tag, await sample('voice.mp3')]);
    expect(await keep(content)).toMatchObject({ kept: { mediaType: 'audio/mpeg' } });
  });
});

describe('a file that is no recording is not stored', () => {
  test.each([
    ['The file is empty.', Buffer.alloc(0)],
    ['The file is text.', Buffer.from('not really')],
    ['The file is text.', Buffer.from('é'.repeat(3000))],
    ['The file is HTML.', Buffer.from('\ufeff\n<!DOCTYPE html><title>Sign in</title>')],
    ['The file is JSON.', Buffer.from('{"error":"not found"}')],
    ['The file is XML, which browsers do not play.', Buffer.from('<?xml version="1.0"?><TwilioResponse/>')],
    ['The file is of an unknown format.', Buffer.alloc(5000, 1)],
    ['The file is of an unknown format.', Buffer.alloc(5000)],
    ['The file is PDF, which browsers do not play.', Buffer.from('%PDF-1.7\n')],
    [
      'The file is PNG, which browsers do not play.',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    ['The file is AMR, which browsers do not play.', Buffer.from(`#!AMR\n${'\x3c'.repeat(3200)}`)],
    ['The file is WAV without any sound.', wav()],
    ['The file is WAV without any sound.', wav(['data', 0, Buffer.alloc(0)])],
    ['The file is WAV without any sound.', wav(['data', 8000, Buffer.alloc(0)])],
    [
      'The file is WAV without any sound.',
      wav(['data', 0, Buffer.alloc(0)], ['LIST', 4, Buffer.from('INFO')]),
    ],
    ['The file is WAV without any sound.', wav(['data', 8000, silence]).subarray(0, 30)],
    ['The file is MP3 without any sound.', Buffer.from(`\xff\xfb\x90\0${'hello'.repeat(1000)}`, 'latin1')],
  ])('%s', async (reason, content) => {
    expect(reasonOf(await keep(content))).toBe(reason + right);
  });

  test.each([
    ['video.mp4', 'The file is MP4 without an audio track.'],
    ['video.webm', 'The file is WebM without an audio track.'],
    ['gsm.wav', 'The file is WAV with GSM610 audio, which browsers do not play.'],
    ['speex.ogg', 'The file is Ogg with Speex 1.2.1 audio, which browsers do not play.'],
    ['voice.aiff', 'The file is AIF, which browsers do not play.'],
  ])('%s', async (name, reason) => {
    expect(reasonOf(await keep(await sample(name)))).toBe(reason + right);
  });

  test('ID3 alone, half a header and a file that breaks off are refused', async () => {
    const contents = [
      Buffer.from('ID3\x04\0\0\0\0\0\x0aTIT2\0\0\0\0\0\0', 'latin1'),
      Buffer.from('RI'),
      (await sample('voice.m4a')).subarray(0, 700),
      (await sample('opus.ogg')).subarray(0, 200),
      (await sample('streamed.webm')).subarray(0, 300),
    ];
    for (const content of contents)
      expect(reasonOf(await keep(content))).toMatch(/^The file is .*\. Send a recording as/);
  });

  test('a source that fails while it is read is not taken for a damaged file', async () => {
    let opened = 0;
    const mp3 = await sample('voice.mp3');
    const broken = new Error('The store is away.');
    const source: FeedSource = {
      ...(await folderSource(await folders.folder({ 'calls.csv': '' }))),
      attachment: async () => ({
        bytes: mp3.length,
        open: async () => {
          opened += 1;
          if (opened === 1) return Readable.from([mp3], { objectMode: false });
          return new Readable({ read: () => undefined, construct: (done) => done(broken) });
        },
      }),
    };
    const importer = new RecordingImporter(source, folderFileStore(await folders.folder()), false);
    await expect(importer.keep('call.mp3')).rejects.toBe(broken);
  });
});
