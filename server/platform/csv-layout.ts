import { type CsvRow, readCsv } from './read-csv.ts';

export const delimiters = [',', ';', '\t', '|'] as const;

/** Excel's first line that names the separator: sep=; */
const delimiterLine = /^\uFEFF?"?sep=(\\t|[^"\r\n])"?[,;\t|]*\r?(?:\n|$)/i;

/** Separator named by the first line, with the line's length; null for other lines. */
export function namedDelimiter(text: string): { delimiter: string; length: number } | null {
  const found = delimiterLine.exec(text.slice(0, 100));
  if (!found) return null;
  return { delimiter: found[1] === '\\t' ? '\t' : (found[1] ?? ','), length: found[0].length };
}

export const headLength = 64 * 1024;

/** Most frequent separator outside quotes in the first nonblank line. */
function delimiterOfFirstLine(text: string): string {
  let [isQuoted, isBlank] = [false, true];
  const counts = new Map<string, number>(delimiters.map((one) => [one, 0]));
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n' && !isBlank) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    if (character.trim() !== '') isBlank = false;
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Replaces lone CR by LF if lines end with it. */
async function* withLineFeeds(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let endsWithCr: boolean | null = null;
  let held = '';
  for await (const given of pieces) {
    let piece = held + given;
    held = '';
    if (piece.endsWith('\r')) {
      held = '\r';
      piece = piece.slice(0, -1);
    }
    if (endsWithCr === null && /[\r\n]/.test(piece))
      endsWithCr = /\r(?!\n)/.test(piece) && !piece.includes('\n');
    if (piece !== '') yield endsWithCr ? piece.replace(/\r(?!\n)/g, '\n') : piece;
  }
  if (held !== '') yield endsWithCr ? '\n' : held;
}

async function* withHead(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let head: string | null = '';
  for await (const piece of pieces) {
    if (head === null) yield piece;
    else {
      head += piece;
      if (head.length < headLength) continue;
      yield head;
      head = null;
    }
  }
  if (head) yield head;
}

/** Lines end with LF or CRLF; the first piece has at least {@link headLength} characters, if the text has. */
export const csvPieces = (pieces: AsyncIterable<string>): AsyncGenerator<string> =>
  withLineFeeds(withHead(pieces));

/** Uses the separator that a first line such as sep=; names, else the most frequent one in the header. */
export async function* readAnyCsv(given: AsyncIterable<string>): AsyncGenerator<CsvRow[]> {
  const pieces = csvPieces(given);
  const head = await pieces.next();
  if (head.done) return;
  async function* all() {
    yield head.value as string;
    yield* pieces;
  }
  const named = namedDelimiter(head.value);
  let isFirst = named !== null;
  for await (const rows of readCsv(all(), named?.delimiter ?? delimiterOfFirstLine(head.value))) {
    yield isFirst ? rows.slice(1) : rows;
    isFirst = false;
  }
}
