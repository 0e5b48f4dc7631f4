import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { ownerOnly, ownerOnlyFolder } from '../../platform/private-files.ts';
import type { RowPlace } from './feed-source.ts';

/** Per file. rows = added + changed + unchanged + asked + rejected + replaced. */
export interface FileReport {
  file: string;
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Rows that wait for a person's answer, because a row made in the portal has their email or number. */
  asked: number;
  rejected: number;
  /** Unreadable cells, and parts of cells that were left out. */
  emptied: number;
  /** Rows whose id occurs again later in the file. */
  replaced: number;
  pending: number;
  /** Recordings that rows name but the folder lacks. */
  missingRecordings: number;
  missingImages: number;
  unreadable: boolean;
}

export type RowOutcome = 'added' | 'changed' | 'unchanged';

export interface Rejection {
  file: string;
  line: number;
  /** Empty if the whole row is wrong. */
  column: string;
  /** Completes "{column} …", "the row …" or "the file …". */
  reason: string;
  wholeFile?: true;
}

/** Unreadable cell that stays empty, or a part that was left out. */
export interface EmptiedFeedCell extends Omit<Rejection, 'reason'> {
  reason: string;
}

export interface ImportReport {
  files: FileReport[];
  rejected: number;
  /** In the order of the files: 20, or as many as requested. */
  firstRejections: Rejection[];
  firstEmptied: EmptiedFeedCell[];
  /** Lines by outcome, as many as `samples` asked for. */
  sampled: Readonly<Record<RowOutcome, number[]>>;
  /** Unknown files and columns, each once. */
  notices: string[];
  /** False for a dry run, or if `strict` found a problem. */
  kept: boolean;
  dryRun?: true;
  /** Lists every rejection, pending reference and missing recording; null without any. */
  reportFile: string | null;
  seconds: number;
}

const defaultListed = 20;
/** A wrong file may have thousands of unknown columns; the rest is only counted. */
const maxNotices = 200;

const csvCell = (value: string | number) => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

type PlaceOf = (file: string, column: string) => RowPlace | null;

/** Long lists go to a file as they grow. */
export class ReportBuilder {
  readonly #folder: string | null;
  readonly #listed: number;
  readonly #place: PlaceOf;
  readonly #started = performance.now();
  readonly #files: FileReport[] = [];
  readonly #sampled: Record<RowOutcome, number[]> = { added: [], changed: [], unchanged: [] };
  readonly #first = new Map<FileReport, Rejection[]>();
  readonly #firstEmptied = new Map<FileReport, EmptiedFeedCell[]>();
  readonly #notices = new Set<string>();
  #rejected = 0;
  #path: string | null = null;
  #stream: Promise<WriteStream> | null = null;
  #failed = false;

  /** Without a folder, writes no file of rejections. `listed` limits rejections, and emptied cells, in the report itself. */
  constructor(folder: string | null, listed = defaultListed, place: PlaceOf = () => null) {
    this.#folder = folder;
    this.#listed = listed;
    this.#place = place;
  }

  get rejected(): number {
    return this.#rejected;
  }

  file(name: string): FileReport {
    const report: FileReport = {
      file: name,
      rows: 0,
      added: 0,
      changed: 0,
      unchanged: 0,
      asked: 0,
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

  reportOf(name: string): FileReport | undefined {
    return this.#files.find((report) => report.file === name);
  }

  notice(text: string): void {
    if (this.#notices.size < maxNotices) this.#notices.add(text);
  }

  /** One item per row, with its first problem. */
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

  sample(rows: readonly { line: number; outcome: RowOutcome }[], most: number): void {
    for (const { line, outcome } of rows)
      if (this.#sampled[outcome].length < most) this.#sampled[outcome].push(line);
  }

  async rejectFile(report: FileReport, reason: string): Promise<void> {
    report.unreadable = true;
    this.#rejected += 1;
    this.#list(this.#first, report, { line: 1, column: '', reason, wholeFile: true });
    await this.write('rejected', report.file, 1, '', reason);
  }

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

  #placed(row: Rejection): Rejection {
    const place = this.#place(row.file, row.column);
    return place ? { ...row, file: place.file, reason: `${row.reason} (${place.rule})` } : row;
  }

  /** In the order of the files, because two can be imported at once. */
  #firstOf<Row>(lists: Map<FileReport, Row[]>): Row[] {
    return this.#files.flatMap((report) => lists.get(report) ?? []).slice(0, this.#listed);
  }

  async write(
    kind: 'rejected' | 'left out' | 'pending' | 'missing recording' | 'missing image',
    file: string,
    line: number,
    column: string,
    reason: string,
  ): Promise<void> {
    if (this.#folder === null || this.#failed) return;
    try {
      // two files can be imported at once
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

  /** Goes on without the file: the rows matter more, and the report has the most important ones. */
  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    this.notice(
      `The file that lists all of these, row by row, could not be written to ${this.#folder} (${code}).`,
    );
  }

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
      sampled: this.#sampled,
      notices: [...this.#notices],
      kept,
      reportFile: this.#failed ? null : this.#path,
      seconds: (performance.now() - this.#started) / 1000,
    };
  }
}
