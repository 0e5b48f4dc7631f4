import { open, type FileHandle } from 'node:fs/promises';

/** Null and undefined become an empty cell: "not known". */
export type Cell = string | number | boolean | null | undefined;

const flushLength = 1 << 20;

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** RFC 4180, UTF-8; written in parts to save memory. */
export class CsvFile<Column extends string> {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #columns: readonly Column[];
  #waiting: string[] = [];
  #waitingLength = 0;
  rows = 0;

  private constructor(path: string, handle: FileHandle, columns: readonly Column[]) {
    this.path = path;
    this.#handle = handle;
    this.#columns = columns;
    this.#put(columns.join(','));
  }

  static async create<const Column extends string>(
    path: string,
    columns: readonly Column[],
  ): Promise<CsvFile<Column>> {
    return new CsvFile(path, await open(path, 'w'), columns);
  }

  #put(line: string): void {
    this.#waiting.push(line);
    this.#waitingLength += line.length;
  }

  add(row: Partial<Record<Column, Cell>>): void {
    let line = '';
    for (let at = 0; at < this.#columns.length; at += 1) {
      const cell = cellText(row[this.#columns[at] as Column]);
      line = at === 0 ? cell : `${line},${cell}`;
    }
    this.#put(line);
    this.rows += 1;
  }

  /** Flushes at about a megabyte; call it between batches. */
  async flushWhenLarge(): Promise<void> {
    if (this.#waitingLength >= flushLength) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const text = `${this.#waiting.join('\r\n')}\r\n`;
    this.#waiting = [];
    this.#waitingLength = 0;
    await this.#handle.writeFile(text);
  }

  async close(): Promise<number> {
    try {
      await this.#flush();
      return (await this.#handle.stat()).size;
    } finally {
      await this.#handle.close();
    }
  }
}
