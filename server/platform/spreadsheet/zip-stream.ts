import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** The content is read when packed. */
export interface ZipEntry {
  /** ASCII. */
  path: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface Written {
  path: string;
  offset: number;
  crc: number;
  packed: number;
  unpacked: number;
}

/** Maximum sizes and offsets; larger ones need ZIP64, which fewer programs read. */
const maxSize = 0xffff_ffff;
const version = 20;
/** Flag: sizes follow the content, because they are unknown before. */
const sizesFollow = 0x0008;
const deflated = 8;
/** Half the work of the default level for a tenth more bytes. */
const level = 3;
/** Bytes per packed chunk; each costs the main thread a turn. */
const chunkSize = 64 * 1024;
/** 1980-01-01, the format's first day, so that equal content gives equal bytes. */
const day = 0x0021;

function numbers(size: number, ...fields: readonly [bytes: 2 | 4, value: number][]): Buffer {
  const buffer = Buffer.alloc(size);
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

function localHeader(path: string): Buffer {
  return Buffer.concat([
    numbers(
      30,
      [4, 0x0403_4b50],
      [2, version],
      [2, sizesFollow],
      [2, deflated],
      [2, 0],
      [2, day],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, path.length],
      [2, 0],
    ),
    Buffer.from(path, 'ascii'),
  ]);
}

const sizesAfter = ({ crc, packed, unpacked }: Written) =>
  numbers(16, [4, 0x0807_4b50], [4, crc], [4, packed], [4, unpacked]);

function directoryEntry({ path, offset, crc, packed, unpacked }: Written): Buffer {
  return Buffer.concat([
    numbers(
      46,
      [4, 0x0201_4b50],
      [2, version],
      [2, version],
      [2, sizesFollow],
      [2, deflated],
      [2, 0],
      [2, day],
      [4, crc],
      [4, packed],
      [4, unpacked],
      [2, path.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ),
    Buffer.from(path, 'ascii'),
  ]);
}

const endOfDirectory = (count: number, size: number, offset: number) =>
  numbers(22, [4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);

function refuseTooLarge(size: number): void {
  if (size > maxSize) throw new RangeError('An archive may not hold more than 4 GiB.');
}

async function* pack(content: ZipEntry['content'], written: Written): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const chunk of content) {
      written.crc = crc32(chunk, written.crc);
      written.unpacked += chunk.length;
      refuseTooLarge(written.unpacked);
      yield chunk;
    }
  }
  const deflate = createDeflateRaw({ level, chunkSize });
  // an error on either side ends both; the loop below throws it
  pipeline(Readable.from(counted()), deflate, () => {});
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    written.packed += chunk.length;
    yield chunk;
  }
}

/** Reads and packs files one after another, so memory stays constant. Throws RangeError above 4 GiB. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const all: Written[] = [];
  let offset = 0;
  const passed = (chunk: Uint8Array) => {
    offset += chunk.length;
    refuseTooLarge(offset);
    return chunk;
  };
  for await (const { path, content } of entries) {
    const written: Written = { path, offset, crc: 0, packed: 0, unpacked: 0 };
    yield passed(localHeader(path));
    for await (const chunk of pack(content, written)) yield passed(chunk);
    yield passed(sizesAfter(written));
    all.push(written);
  }
  const directory = Buffer.concat(all.map(directoryEntry));
  yield Buffer.concat([directory, endOfDirectory(all.length, directory.length, offset)]);
}
