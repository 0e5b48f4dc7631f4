import type { PieceState } from '@mailcall/contract/rules/mail-pieces.ts';
import { JSONParser } from '@streamparser/json';
import { cellTooLong, maxCellLength } from '../../../platform/cell-length.ts';
import { readCsv } from '../../../platform/read-csv.ts';
import { readBarcode, readBarcodeParts, type MailEvent } from '../../mail-tracking/index.ts';

/** A scan in another phase, or in none, says that the post has the piece. */
export const mailPhases: ReadonlyMap<string, PieceState> = new Map([
  ['Phase 0 - Origin Processing Cancellation of Postage', 'entered'],
  ['Phase 1 - Origin Processing', 'entered'],
  ['Phase 1a - Origin Primary Processing', 'entered'],
  ['Phase 1b - Origin Secondary Processing', 'entered'],
  ['Phase 2 - Destination Processing', 'near'],
  ['Phase 2a - Destination MMP Processing', 'near'],
  ['Phase 2b - Destination SCF Processing', 'near'],
  ['Phase 2c - Destination Primary Processing', 'near'],
  ['Phase 3a - Destination Secondary Processing', 'near'],
  ['Phase 3b - Destination Box Mail Processing', 'near'],
  ['Phase 3c - Destination Sequenced Carrier Sortation', 'near'],
  ['Phase 4c - Delivery', 'delivered'],
  ['PARS Processing', 'entered'],
  ['FPARS Processing', 'entered'],
  ['Foreign Processing', 'entered'],
  ['Miscellaneous', 'entered'],
] as const);
/** Ignores differences in spelling: `scanDatetime`, `scan_date_time`, `Scan Datetime`. */
const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const statesOfPhases = new Map([...mailPhases].map(([phase, state]) => [plainName(phase), state]));
export const stateOfPhase = (phase: string): PieceState => statesOfPhases.get(plainName(phase)) ?? 'entered';

export interface ReadScan {
  /** First line, or position in the array, from 1. */
  line: number;
  event: MailEvent | null;
  /** Why there is no event; completes "the scan …". Repeats nothing from the file. */
  problem: string | null;
}

export class UnreadableScans extends Error {}

const fieldNames = {
  barcode: ['imb', 'imbcode', 'intelligentmailbarcode'],
  mailerId: ['imbmid', 'mid', 'mailerid'],
  serial: ['imbserialnumber', 'serialnumber'],
  time: ['scandatetime', 'scandateandtime'],
  phase: ['mailphase'],
} as const;
type Field = keyof typeof fieldNames;
const fields = Object.keys(fieldNames) as Field[];

const maxLine = 1024 * 1024;

/** An instant with an offset from UTC, otherwise the day at the place. */
function readTime(text: string): Date | string | null {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
    text,
  );
  const american = /^(\d{2})\/(\d{2})\/(\d{4})(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/.exec(text);
  const day = iso?.[1] ?? (american && `${american[3]}-${american[1]}-${american[2]}`);
  const midnight = new Date(`${day}T00:00:00Z`);
  // impossible days, such as February 30, come back as others
  if (!day || Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  if (iso?.[2] === undefined) return day;
  const instant = new Date(text.replace(' ', 'T'));
  return Number.isNaN(instant.getTime()) ? null : instant;
}

function scanOf(line: number, field: (name: Field) => string): ReadScan {
  const bad = (problem: string): ReadScan => ({ line, event: null, problem });
  const long = fields.find((name) => field(name).length > maxCellLength);
  if (long) return bad(`has a ${long} that ${cellTooLong}`);
  const piece = readBarcode(field('barcode')) ?? readBarcodeParts(field('mailerId'), field('serial'));
  if (!piece) return bad(barcodeProblem(field('barcode')));
  const at = readTime(field('time'));
  if (at === null) return bad('has no scan time such as 2026-03-04T15:30:00Z');
  return { line, event: { piece, campaignId: null, state: stateOfPhase(field('phase')), at }, problem: null };
}

/** A number that has lost digits gets an exponent, so that it is not taken for another one. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'number') return '';
  return Number.isSafeInteger(value) ? String(value) : value.toExponential();
}

function barcodeProblem(text: string): string {
  const digits = text.replaceAll(' ', '');
  if (digits === '') return 'has no Intelligent Mail barcode of 20, 25, 29 or 31 digits';
  // spreadsheets save it like this
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(digits))
    return 'has a barcode that was written as a number and has lost digits; it must be a text of 20, 25, 29 or 31 digits';
  if (!/^\d+$/.test(digits)) return 'has a barcode with other characters than digits';
  if (![20, 25, 29, 31].includes(digits.length))
    return `has a barcode of ${digits.length} digits; it must have 20, 25, 29 or 31`;
  return 'has a barcode whose second digit is not 0 to 4';
}

function scanOfObject(line: number, value: unknown): ReadScan {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { line, event: null, problem: 'is not a JSON object' };
  const byName = new Map(Object.entries(value).map(([name, cell]) => [plainName(name), textOf(cell)]));
  return scanOf(line, (field) => {
    const name = fieldNames[field].find((candidate) => byName.has(candidate));
    return (name && byName.get(name)) ?? '';
  });
}

/** The divider is a character that no cell has. */
async function* dividedRows(
  pieces: AsyncIterable<string>,
  divider: string,
): AsyncGenerator<{ line: number; cells: string[] }[]> {
  let text = '';
  let line = 0;
  const rowsOf = (lines: readonly string[]) =>
    lines.flatMap((one) => {
      line += 1;
      return one.trim() === ''
        ? []
        : [{ line, cells: one.split(divider).map((cell) => cell.replace(/^"(.*)"$/, '$1')) }];
    });
  for await (const piece of pieces) {
    const lines = (text + piece).split(/\r?\n/);
    text = lines.pop() ?? '';
    if (text.length > maxLine) throw new UnreadableScans('has a line of more than a million characters');
    yield rowsOf(lines);
  }
  yield rowsOf([text]);
}

const noHeader = 'has no header with the fields IMb and Scan Datetime';

async function* delimitedScans(pieces: AsyncIterable<string>, divider: string): AsyncGenerator<ReadScan[]> {
  let positions: Record<Field, number> | undefined;
  const rows = divider === ',' ? readCsv(pieces) : dividedRows(pieces, divider);
  for await (const batch of rows) {
    const scans: ReadScan[] = [];
    for (const { line, cells, ...row } of batch) {
      const problem: string | null = 'problem' in row ? (row.problem as string | null) : null;
      if (!positions) {
        const names = cells.map(plainName);
        const at = (field: Field) =>
          names.findIndex((name) => (fieldNames[field] as readonly string[]).includes(name));
        positions = {
          barcode: at('barcode'),
          mailerId: at('mailerId'),
          serial: at('serial'),
          time: at('time'),
          phase: at('phase'),
        };
        if (
          problem ||
          positions.time < 0 ||
          (positions.barcode < 0 && (positions.mailerId < 0 || positions.serial < 0))
        )
          throw new UnreadableScans(noHeader);
        continue;
      }
      const known = positions;
      scans.push(
        problem ? { line, event: null, problem } : scanOf(line, (field) => cells[known[field]]?.trim() ?? ''),
      );
    }
    yield scans;
  }
  if (!positions) throw new UnreadableScans(noHeader);
}

/** An array of scans, or an object that has one as `data`, `events`, `records` or `pieces`. */
async function* jsonScans(pieces: AsyncIterable<string>, isArray: boolean): AsyncGenerator<ReadScan[]> {
  let scans: ReadScan[] = [];
  let line = 0;
  let failed = false;
  const paths = isArray ? ['$.*'] : ['data', 'events', 'records', 'pieces'].map((name) => `$.${name}.*`);
  const parser = new JSONParser({ paths, keepStack: false });
  let since = 0;
  parser.onValue = ({ value }) => {
    line += 1;
    since = 0;
    scans.push(scanOfObject(line, value));
  };
  parser.onError = () => {
    failed = true;
  };
  for await (const piece of pieces) {
    since += piece.length;
    parser.write(piece);
    if (since > maxLine + piece.length)
      throw new UnreadableScans(`has more than a million characters after its scan ${line}`);
    if (failed) break;
    if (scans.length > 0) yield scans;
    scans = [];
  }
  if (scans.length > 0) yield scans;
  if (failed || !parser.isEnded) throw new UnreadableScans(`is not JSON after its scan ${line}`);
  if (line === 0 && !isArray)
    throw new UnreadableScans('has no list of scans named data, events, records or pieces');
}

/** Delimited by commas, tabs or bars, or in JSON. @throws {UnreadableScans} for another file, after reading earlier scans */
export async function* readScans(pieces: AsyncIterable<string>): AsyncGenerator<ReadScan[]> {
  const iterator = pieces[Symbol.asyncIterator]();
  let head = '';
  let ended = false;
  // the first line, or the first character of JSON, tells the format
  while (!ended && !/[\r\n]/.test(head.trimStart()) && !/^\s*[[{]/.test(head)) {
    if (head.length > maxLine) throw new UnreadableScans('has a line of more than a million characters');
    const next = await iterator.next();
    ended = next.done === true;
    if (!ended) head += next.value;
  }
  const text = head.replace(/^\uFEFF?\s*/, '');
  async function* whole() {
    yield text;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  if (text.startsWith('[') || text.startsWith('{')) {
    yield* jsonScans(whole(), text.startsWith('['));
    return;
  }
  const [header = ''] = text.split(/\r?\n/, 1);
  yield* delimitedScans(whole(), ['|', '\t'].find((divider) => header.includes(divider)) ?? ',');
}
