import { Readable } from 'node:stream';
import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { aboveHeader, namesDelimiter } from '@mailcall/contract/rules/list-lines.ts';
import { readSpreadsheetDay, readSpreadsheetTime } from '@mailcall/contract/rules/spreadsheet-dates.ts';
import { clockInZone, timeOfDayText } from '@mailcall/contract/time/office-time.ts';
import { isUnknownDay } from '@mailcall/contract/time/unknown-day.ts';
import { cellText } from '@mailcall/contract/rules/cell-text.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { FileStore } from '../../platform/files.ts';
import { type FeedRow, type FeedSource, feedFiles, type FileOfFeed, keyColumns } from '../ingest/index.ts';
import { rowsOfList } from '../patient-lists/index.ts';
import type { SpreadsheetRecord } from './records.ts';

type ReadableRecord = Pick<SpreadsheetRecord, 'fileKey' | 'layout' | 'headers'> & {
  kind: FeedFileName;
  columns: (string | null)[];
};

interface DateForm {
  cells: number;
  example: string;
  readAs: string;
  isLocal: boolean;
}

/** What was seen while the rows were read. */
export interface SeenRows {
  /** By column, then by form. */
  dates: Map<string, Map<string, DateForm>>;
  /** Lines by the text of the key. */
  lines: Map<string, number[]>;
  /** Accounts that a line names. */
  accounts: Map<number, string[]>;
}

/** Written before a cell that would run as a formula. */
const guard = /^'(?=[=+\-@\t\r])/;

/** Time zones by the ids that the feed knows, for times by the clock of the office. */
export async function readTimeZones(database: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; time_zone: string }>`
    select accounts.id, coalesce(survivor.time_zone, accounts.time_zone) as time_zone
    from accounts left join accounts survivor on survivor.id = accounts.merged_into`.execute(database);
  const zones = new Map(rows.map(({ id, time_zone }) => [id, time_zone]));
  const tied = await database
    .selectFrom('tied_ids')
    .select(['feed_id', 'row_id'])
    .where('file', '=', 'accounts')
    .execute();
  for (const { feed_id, row_id } of tied) zones.set(feed_id, zones.get(row_id) ?? '');
  return zones;
}

const fileOfKind = (kind: FeedFileName): FileOfFeed =>
  feedFiles.find(({ name }) => name === kind) as FileOfFeed;

function clockText(time: string, zone: string): string {
  const { day, minutes } = clockInZone(time, zone);
  return `${day} ${timeOfDayText(minutes)}`;
}

const yes = /^(?:true|yes|y)$/i;
const no = /^(?:false|no|n)$/i;

export class SpreadsheetReader {
  readonly seen: SeenRows = { dates: new Map(), lines: new Map(), accounts: new Map() };
  readonly #files: FileStore;
  readonly #record: ReadableRecord;
  readonly #file: FileOfFeed;
  /** Place in the file of the import by place in the spreadsheet; -1 for a column that is not read. */
  readonly #places: readonly number[];
  readonly #zones: ReadonlyMap<string, string>;
  readonly #thisYear: number;

  constructor(
    files: FileStore,
    record: ReadableRecord,
    { zones, thisYear }: { zones: ReadonlyMap<string, string>; thisYear: number },
  ) {
    this.#files = files;
    this.#record = record;
    this.#file = fileOfKind(record.kind);
    const names = this.#file.columns.map(({ name }) => name);
    this.#places = record.headers.map((_, at) => {
      const column = record.columns[at] ?? null;
      return column === null ? -1 : names.indexOf(column);
    });
    this.#zones = zones;
    this.#thisYear = thisYear;
  }

  get source(): FeedSource {
    return {
      name: 'the spreadsheet',
      system: 'spreadsheets',
      showsRejections: true,
      files: async () => [`${this.#file.name}.csv`],
      open: async () => Readable.from([]),
      attachment: async () => ({ refused: false, reason: 'names a file, and a spreadsheet has none' }),
      rows: () => this.#rows(),
    };
  }

  async *#rows(): AsyncGenerator<FeedRow[]> {
    const { fileKey, layout } = this.#record;
    for await (const batch of rowsOfList(this.#files, fileKey, { layout, onHeader: () => {} })) {
      const rows = batch.flatMap(({ row: { line, cells, problem }, leftOut }) => {
        if (leftOut === aboveHeader || leftOut === namesDelimiter) return [];
        return [this.#row(line, cells, problem ?? leftOut)];
      });
      if (rows.length > 0) yield rows;
    }
  }

  #row(line: number, cells: readonly string[], problem: string | null): FeedRow {
    const values = new Array<string | undefined>(this.#file.columns.length).fill(undefined);
    const width = this.#record.headers.length;
    const isRagged =
      cells.length < width || (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''));
    const reason = problem ?? (isRagged ? `has ${cells.length} cells where the header has ${width}` : null);
    if (reason !== null) return { line, values, problem: { column: '', reason } };
    this.#places.forEach((place, at) => {
      if (place >= 0) values[place] = (cells[at] ?? '').replace(guard, '');
    });
    const zone = this.#zoneOf(values);
    this.#file.columns.forEach(({ name, type }, place) => {
      const value = values[place];
      if (value !== undefined && value.trim() !== '')
        values[place] = this.#read(name, type, value.trim(), zone);
    });
    this.#note(line, values);
    return { line, values, problem: null };
  }

  #valueOf(values: readonly (string | undefined)[], column: string): string {
    return cellText(values[this.#file.columns.findIndex(({ name }) => name === column)] ?? '');
  }

  #zoneOf(values: readonly (string | undefined)[]): string | null {
    return this.#zones.get(this.#valueOf(values, 'account_id')) || null;
  }

  /** A cell that cannot be read stays, so that the import says what is wrong with it. */
  #read(column: string, type: string, value: string, zone: string | null): string {
    if (type === 'boolean') return yes.test(value) ? 'true' : no.test(value) ? 'false' : value;
    if (type === 'date' && this.#record.kind !== 'patients') {
      const written = isUnknownDay(value) ? null : readSpreadsheetDay(value, this.#thisYear);
      if (!written) return value;
      this.#noteForm(column, written.form, { example: value, readAs: written.day, isLocal: false });
      return written.day;
    }
    if (type !== 'timestamptz') return value;
    const written = isUnknownDay(value) ? null : readSpreadsheetTime(value, this.#thisYear, zone);
    if (!written) return value;
    const { form, time, isLocal } = written;
    const readAs = isLocal && zone !== null ? clockText(time, zone) : time;
    this.#noteForm(column, form, { example: value, readAs, isLocal });
    return time;
  }

  #noteForm(column: string, form: string, read: Omit<DateForm, 'cells'>): void {
    const forms = this.seen.dates.get(column) ?? new Map<string, DateForm>();
    this.seen.dates.set(column, forms);
    const known = forms.get(form);
    if (known) known.cells += 1;
    else forms.set(form, { cells: 1, ...read });
  }

  #note(line: number, values: readonly (string | undefined)[]): void {
    const key = keyColumns(this.#file)
      .map((column) => this.#valueOf(values, column))
      .join('\n');
    const lines = this.seen.lines.get(key);
    if (lines) lines.push(line);
    else if (key.trim() !== '') this.seen.lines.set(key, [line]);
    const own = this.#file.name === 'accounts' ? 'id' : 'account_id';
    const accounts =
      this.#file.name === 'contacts'
        ? this.#valueOf(values, 'account_ids').split(';')
        : [this.#valueOf(values, own)];
    this.seen.accounts.set(
      line,
      accounts.map((id) => id.trim()).filter((id) => id !== ''),
    );
  }
}
