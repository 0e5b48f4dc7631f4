import { Readable } from 'node:stream';
import { cellText } from '@mailcall/contract/rules/cell-text.ts';

export interface RepeatedIds {
  /** True for every repeated id, and for a few others. */
  has(id: string): boolean;
  /** Bytes read; rows added later can have any id. */
  readonly bytes: number;
}

const newline = 10;
const carriageReturn = 13;
const quote = 34;
const apostrophe = 39;
const equals = 61;
const comma = 44;

/** One of a hundred among a million ids counts as repeated by mistake. */
const hashBits = 27;
const maxCell = 1024;
const maxLine = 4 * 1024 * 1024;

/** FNV-1a, then mixed; from `start` to `end`. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return (hash ^ (hash >>> 16)) >>> (32 - hashBits);
}

/** Bits set once, and more than once. */
class Marks implements RepeatedIds {
  readonly #once = new Uint8Array(2 ** (hashBits - 3));
  readonly #again = new Uint8Array(2 ** (hashBits - 3));
  bytes = 0;

  mark(hash: number): void {
    const [at, bit] = [hash >>> 3, 1 << (hash & 7)];
    const marked = (this.#once[at] as number) & bit ? this.#again : this.#once;
    marked[at] = (marked[at] as number) | bit;
  }

  has(id: string): boolean {
    const bytes = Buffer.from(id);
    const hash = hashOf(bytes, 0, bytes.length);
    return ((this.#again[hash >>> 3] as number) & (1 << (hash & 7))) !== 0;
  }
}

export function firstBytes(stream: Readable, limit: number): Readable {
  const pieces = async function* () {
    let left = limit;
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      yield piece.subarray(0, left);
      left -= piece.length;
      if (left <= 0) return;
    }
  };
  return Readable.from(pieces(), { objectMode: false });
}

/** `plain`: ASCII without blanks, quotes and formulas. */
function firstCell(line: Uint8Array, start: number, end: number): { cellEnd: number; plain: boolean } {
  let plain = ![quote, apostrophe, equals].includes(line[start] as number);
  let at = start;
  for (; at < end && at - start < maxCell; at += 1) {
    const code = line[at] as number;
    if (code === comma) break;
    if (code <= 32 || code > 126) plain = false;
  }
  return { cellEnd: at, plain };
}

/** The first column of the header is the id, and lines end with LF. */
const beginsWithId = (line: Uint8Array) =>
  [-1, line.length - 1].includes(line.indexOf(carriageReturn)) &&
  /^\uFEFF?id(?:,|\r?$)/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(line.subarray(0, 64)));

const hashOfText = (text: string) => {
  const bytes = Buffer.from(cellText(text));
  return hashOf(bytes, 0, bytes.length);
};

/** Null for a blank line, false if unreadable. */
function idOfLine(bytes: Uint8Array, start: number, end: number): number | null | false {
  if (start === end || bytes[start] === carriageReturn) return null;
  const { cellEnd, plain } = firstCell(bytes, start, end);
  if (cellEnd - start >= maxCell) return false;
  if (plain) return hashOf(bytes, start, cellEnd);
  if (bytes[start] !== quote) return hashOfText(Buffer.from(bytes.subarray(start, cellEnd)).toString());
  // a comma or a doubled quote in quotes, or the end of a cell that began on another line
  const last = bytes[cellEnd - 1] === carriageReturn ? cellEnd - 2 : cellEnd - 1;
  const closing = bytes.indexOf(quote, start + 1);
  return closing === last && hashOfText(Buffer.from(bytes.subarray(start + 1, closing)).toString());
}

/** Reads the first cells of all lines, in 32 MB. Null for at most `leastLines` lines, or if ids cannot be found this way. */
export async function findRepeatedIds(stream: Readable, leastLines: number): Promise<RepeatedIds | null> {
  let marks: Marks | null = null;
  // most files are small and need no marks
  let first: number[] = [];
  let hasHeader = false;
  const noted = (bytes: Uint8Array, start: number, end: number): boolean => {
    if (!hasHeader) {
      hasHeader = beginsWithId(bytes.subarray(start, end));
      return hasHeader;
    }
    const hash = idOfLine(bytes, start, end);
    if (hash === false) return false;
    if (hash === null) return true;
    if (marks) marks.mark(hash);
    else if (first.push(hash) > leastLines) {
      marks = new Marks();
      for (const one of first) marks.mark(one);
      first = [];
    }
    return true;
  };
  let rest: Uint8Array = new Uint8Array();
  let read = 0;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    read += piece.length;
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      if (!noted(bytes, start, end)) return null;
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > maxLine) return null;
  }
  if (rest.length > 0 && !noted(rest, 0, rest.length)) return null;
  const found = marks as Marks | null;
  if (found) found.bytes = read;
  return found;
}
