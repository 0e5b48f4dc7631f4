import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { ownerOnly, ownerOnlyFolder } from '../../platform/private-files.ts';
import type { RowPlace } from './feed-source.ts';

/** Results of the rows of one file. rows = added + changed + unchanged + rejected + replaced. */
export interface FileReport {
  /** Its name, for example `calls.csv`. */
  file: string;
  /** Rows read. */
  rows: number;
  added: number;
  changed: number;
  /** Rows that said nothing new. */
  unchanged: number;
  rejected: number;
  /** Cells that could not be read and were left empty, and parts of cells that were left out. */
  emptied: number;
  /** Rows whose id occurs again later in the same file. */
  replaced: number;
  /** References of all imported rows to something that has not been imported yet. */
  pending: number;
  /** Calls whose recording is not in the folder. */
  missingRecordings: number;
  /** Images that rows name and that are not in the folder. */
  missingImages: number;
  /** Whether it could not be read, so that it is rejected as a whole. */
  unreadable: boolean;
}

/** A rejected row, or a file that could not be read (line 1). */
export interface Rejection {
  file: string;
  line: number;
  /** Empty when the row as a whole is wrong. */
  column: string;
  /** Completes "{column} …", "the row …" or "the file …". */
  reason: string;
  /** Set for a file that is rejected as a whole. */
  wholeFile?: true;
}

/** A cell that could not be read and was left empty, or a part of it that was left out. */
export interface EmptiedFeedCell extends Omit<Rejection, 'reason'> {
  /** A sentence that says what would be right. */
  reason: string;
}

/** Results of an import. */
export interface ImportReport {
  files: FileReport[];
  /** Rejected rows, and files that could not be read, together. */
  rejected: number;
  /** The first of them, in the order of the files: 20, or as many as were asked for. */
  firstRejections: Rejection[];
  /** The first cells that were left empty, wholly or in part, likewise. */
  firstEmptied: EmptiedFeedCell[];
  /** Unknown files and columns, each once. */
  notices: string[];
  /** False when `strict` found something bad, or for a dry run: then nothing was saved. */
  kept: boolean;
  /** Whether it only says what an import would do. */
  dryRun?: true;
  /**
   * Path of the file that lists every rejection, pending reference and missing recording; null if there is nothing to list.
   */
  reportFile: string | null;
  seconds: number;
}

/** How many rejections, and how many emptied cells, the report itself holds unless more are asked for. */
const defaultListed = 20;
/** Unknown columns beyond these are only counted: a file of another kind may have thousands. */
const maxNotices = 200;

const csvCell = (value: string | number) => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Where a row, and the rule that makes a column of it, really are; null for no other place. */
type PlaceOf = (file: string, column: string) => RowPlace | null;

/** Gathers the report of an import; the long lists go to a file as they come. */
export class ReportBuilder {
  readonly #folder: string | null;
  readonly #listed: number;
  readonly #place: PlaceOf;
  readonly #started = performance.now();
  readonly #files: FileReport[] = [];
  readonly #first = new Map<FileReport, Rejection[]>();
  readonly #firstEmptied = new Map<FileReport, EmptiedFeedCell[]>();
  readonly #notices = new Set<string>();
  #rejected = 0;
  #path: string | null = null;
  #stream: Promise<WriteStream> | null = null;
  #failed = false;

  /**
   * @param folder where the file of rejections goes; null writes none
   * @param listed how many rejections, and emptied cells, the report itself holds
   * @param place where the rows of a file really are
   */
  constructor(folder: string | null, listed = defaultListed, place: PlaceOf = () => null) {
    this.#folder = folder;
    this.#listed = listed;
    this.#place = place;
  }

  get rejected(): number {
    return this.#rejected;
  }

  /** Begins the account of a file. */
  file(name: string): FileReport {
    const report: FileReport = {
      file: name,
      rows: 0,
      added: 0,
      changed: 0,
      unchanged: 0,
      rejected: 0,
      emptied: 0,
      replaced: 0,
      pending: 0,
      missingRecordings: 0,
      missingImages: 0,
      unreadable: false,
    };
    this.#files.push(report);
    return report;
  }

  /** The account of a file that has begun. */
  reportOf(name: string): FileReport | undefined {
    return this.#files.find((report) => report.file === name);
  }

  notice(text: string): void {
    if (this.#notices.size < maxNotices) this.#notices.add(text);
  }

  /** Counts rejected rows: each item is one row with the first thing that is wrong with it. */
  async reject(
    report: FileReport,
    rows: readonly { line: number; column: string; reason: string }[],
  ): Promise<void> {
    report.rejected += rows.length;
    this.#rejected += rows.length;
    for (const { line, column, reason } of rows) {
      this.#list(this.#first, report, { line, column, reason });
      await this.write('rejected', report.file, line, column, reason);
    }
  }

  /** Rejects a file that could not be read. */
  async rejectFile(report: FileReport, reason: string): Promise<void> {
    report.unreadable = true;
    this.#rejected += 1;
    this.#list(this.#first, report, { line: 1, column: '', reason, wholeFile: true });
    await this.write('rejected', report.file, 1, '', reason);
  }

  /** Counts cells that were left empty, wholly or in part. */
  async empty(
    report: FileReport,
    cells: readonly { line: number; column: string; reason: string }[],
  ): Promise<void> {
    report.emptied += cells.length;
    for (const { line, column, reason } of cells) {
      this.#list(this.#firstEmptied, report, { line, column, reason });
      await this.write('left out', report.file, line, column, reason);
    }
  }

  #list(lists: Map<FileReport, Rejection[]>, report: FileReport, row: Omit<Rejection, 'file'>): void {
    const list = lists.get(report) ?? [];
    if (list.length < this.#listed) list.push(this.#placed({ file: report.file, ...row }));
    lists.set(report, list);
  }

  /** A row with the place where it really is. */
  #placed(row: Rejection): Rejection {
    const place = this.#place(row.file, row.column);
    return place ? { ...row, file: place.file, reason: `${row.reason} (${place.rule})` } : row;
  }

  /** The first of all files, in the order of the files: two can be imported at the same time. */
  #firstOf<Row>(lists: Map<FileReport, Row[]>): Row[] {
    return this.#files.flatMap((report) => lists.get(report) ?? []).slice(0, this.#listed);
  }

  /** Adds a line to the file of rejections. */
  async write(
    kind: 'rejected' | 'left out' | 'pending' | 'missing recording' | 'missing image',
    file: string,
    line: number,
    column: string,
    reason: string,
  ): Promise<void> {
    if (this.#folder === null || this.#failed) return;
    try {
      // two files can be imported at the same time
      this.#stream ??= this.#open(this.#folder);
      const stream = await this.#stream;
      const placed = this.#placed({ file, line, column, reason });
      const cells = [kind, placed.file, line, column, placed.reason];
      if (!stream.write(`${cells.map(csvCell).join(',')}\n`)) await once(stream, 'drain');
    } catch (error) {
      this.#fail(error);
    }
  }

  async #open(folder: string): Promise<WriteStream> {
    await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
    const name = `import-${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}.csv`;
    this.#path = join(folder, name);
    const stream = createWriteStream(this.#path, { flags: 'wx', mode: ownerOnly });
    stream.on('error', (error) => this.#fail(error));
    stream.write('kind,file,line,column,reason\n');
    return stream;
  }

  /** Does without the file: the rows matter more, and the report itself says the most important. */
  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    this.notice(
      `The file that lists all of these, row by row, could not be written to ${this.#folder} (${code}).`,
    );
  }

  /** Ends the report. */
  async finish(kept: boolean): Promise<ImportReport> {
    if (this.#stream && !this.#failed) {
      const stream = await this.#stream;
      stream.end();
      await finished(stream).catch((error: unknown) => this.#fail(error));
    }
    return {
      files: this.#files,
      rejected: this.#rejected,
      firstRejections: this.#firstOf(this.#first),
      firstEmptied: this.#firstOf(this.#firstEmptied),
      notices: [...this.#notices],
      kept,
      reportFile: this.#failed ? null : this.#path,
      seconds: (performance.now() - this.#started) / 1000,
    };
  }
}
