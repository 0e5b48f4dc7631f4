import type { TextEncoding } from '@mailcall/contract/rules/text-encodings.ts';

const headBytes = 512;

/** By the byte order mark, or the zeros beside ASCII; null for another encoding. `first`: the first bytes of the file. */
export function utf16Of(first: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const head = first.subarray(0, headBytes);
  // UTF-32 begins like UTF-16, followed by zeros
  if (head[0] === 0xff && head[1] === 0xfe) return head[2] === 0 && head[3] === 0 ? null : 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const half = Math.floor(head.length / 2);
  if (half === 0 || Math.max(even, odd) < half / 2 || Math.min(even, odd) > half / 20) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

export async function* decodePieces(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Exclude<TextEncoding, 'mixed'>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** UTF-8 beyond ASCII, in a text of bytes. */
const utf8Characters =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}/g;

const windows1252 = new TextDecoder('windows-1252');

/** Bytes that are no UTF-8 are read as Windows-1252. */
export function decodeMixed(bytes: Uint8Array): string {
  const byteText = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  let text = '';
  let at = 0;
  const other = (part: string) =>
    /[\x80-\xff]/.test(part) ? windows1252.decode(Buffer.from(part, 'latin1')) : part;
  for (const { 0: found, index } of byteText.matchAll(utf8Characters)) {
    text += other(byteText.slice(at, index)) + Buffer.from(found, 'latin1').toString('utf8');
    at = index + found.length;
  }
  return text + other(byteText.slice(at));
}

export function linesNotUtf8(bytes: Uint8Array): number[] {
  const byteText = Buffer.from(bytes).toString('latin1');
  const lines = byteText.includes('\n') ? byteText.split('\n') : byteText.split('\r');
  return lines.flatMap((line, at) =>
    /[\x80-\xff]/.test(line) && /[\x80-\xff]/.test(line.replace(utf8Characters, '')) ? [at + 1] : [],
  );
}

/** Plausibility of an encoding: letters and apostrophes beside letters, less signs between letters. */
function likelihoodOf(byteText: string, encoding: 'windows-1252' | 'macintosh'): number {
  const text = new TextDecoder(encoding).decode(Buffer.from(byteText, 'latin1'));
  const letters = text.match(/(?<=[a-z])(?![a-z])[\p{L}\u2019]|(?![a-z])\p{L}(?=[a-z])/giu) ?? [];
  const signs = text.match(/(?<=[a-z])[^\0-\x7f\p{L}\u2019](?=[a-z])/giu) ?? [];
  return letters.length - signs.length;
}

/** `mixed` if the text contains UTF-8 characters or its mark. Old Macs end lines with CR and have letters where Windows has signs. */
export function encodingOfOthers(bytes: Uint8Array): 'mixed' | 'windows-1252' | 'macintosh' {
  const byteText = Buffer.from(bytes).toString('latin1');
  if (byteText.search(utf8Characters) >= 0) return 'mixed';
  if (byteText.includes('\n') || !byteText.includes('\r')) return 'windows-1252';
  return likelihoodOf(byteText, 'macintosh') > likelihoodOf(byteText, 'windows-1252')
    ? 'macintosh'
    : 'windows-1252';
}
