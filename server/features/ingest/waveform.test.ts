import { describe, expect, it } from 'vitest';
import { peakCount, readWaveform } from './waveform.ts';

interface Wave {
  format?: number;
  bits?: number;
  data: Buffer;
  extra?: Buffer;
  dataSize?: number;
}

function wav({ format = 1, bits = 16, data, extra = Buffer.alloc(0), dataSize = data.length }: Wave): Buffer {
  const head = Buffer.alloc(36);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + extra.length + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE((8000 * bits) / 8, 28);
  head.writeUInt16LE(bits / 8, 32);
  head.writeUInt16LE(bits, 34);
  const data8 = Buffer.alloc(8);
  data8.write('data', 0, 'latin1');
  data8.writeUInt32LE(dataSize, 4);
  return Buffer.concat([head, extra, data8, data]);
}

const samples16 = (count: number, value: (index: number) => number) => {
  const data = Buffer.alloc(count * 2);
  for (let index = 0; index < count; index += 1) data.writeInt16LE(value(index), index * 2);
  return data;
};

function peaksOf(file: Buffer, piece = file.length): number[] | null {
  const reader = readWaveform(file.length);
  for (let at = 0; at < file.length; at += piece) reader.take(file.subarray(at, at + piece));
  return reader.peaks();
}

const half = (index: number, count: number, loud: number, silent: number) =>
  index >= count / 2 ? loud : silent;
const expected = Array.from({ length: peakCount }, (_, index) => (index >= peakCount / 2 ? 100 : 0));

describe('the waveform', () => {
  it.each<[name: string, file: Buffer]>([
    ['16 bit PCM', wav({ data: samples16(4000, (index) => half(index, 4000, -32768, 0)) })],
    [
      '8 bit PCM',
      wav({
        bits: 8,
        data: Buffer.from(Array.from({ length: 4000 }, (_, index) => half(index, 4000, 0, 128))),
      }),
    ],
    [
      'mu-law',
      wav({
        format: 7,
        bits: 8,
        data: Buffer.from(Array.from({ length: 4000 }, (_, index) => half(index, 4000, 0x80, 0xff))),
      }),
    ],
    [
      'a chunk of an odd size before the data',
      wav({
        data: samples16(4000, (index) => half(index, 4000, 32767, 0)),
        extra: Buffer.from('LIST\x03\0\0\0abc\0', 'latin1'),
      }),
    ],
    [
      'a size that a streaming recorder left at zero',
      wav({ data: samples16(4000, (index) => half(index, 4000, 32767, 0)), dataSize: 0 }),
    ],
    [
      'a size beyond the end of the file',
      wav({ data: samples16(4000, (index) => half(index, 4000, 32767, 0)), dataSize: 0xffffffff }),
    ],
  ])('of %s', (name, file) => {
    const scale = name === 'mu-law' ? expected.map((value) => (value ? 98 : 0)) : expected;
    for (const piece of [1, 7, 1000, file.length]) expect(peaksOf(file, piece)).toEqual(scale);
  });

  it('stays within 0 to 100 and distinguishes quiet from loud', () => {
    const peaks =
      peaksOf(wav({ data: samples16(8000, (index) => Math.round(Math.sin(index) * 16384)) })) ?? [];
    expect(peaks).toHaveLength(peakCount);
    expect(Math.max(...peaks)).toBe(50);
  });

  it.each<[name: string, file: Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['another format', Buffer.from('ID3\x03 not a wave file at all, but long enough')],
    ['24 bit samples', wav({ bits: 24, data: Buffer.alloc(300) })],
    ['floating point', wav({ format: 3, bits: 32, data: Buffer.alloc(400) })],
    ['no samples', wav({ data: Buffer.alloc(0) })],
    [
      'a header without end',
      Buffer.concat([
        wav({ data: Buffer.alloc(0) }).subarray(0, 36),
        Buffer.from('LIST\xff\xff\xff\x7f', 'latin1'),
        Buffer.alloc(4000),
      ]),
    ],
    ['a header that is cut off', wav({ data: Buffer.alloc(0) }).subarray(0, 30)],
    ['data before its format', Buffer.from('RIFF\x10\0\0\0WAVEdata\x04\0\0\0abcd', 'latin1')],
  ])('is unknown for %s', (_, file) => {
    expect(peaksOf(file)).toBeNull();
    expect(peaksOf(file, 3)).toBeNull();
  });
});
