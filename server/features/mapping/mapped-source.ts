import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { Pool } from 'pg';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { type FeedRow, type FeedSource, UnreadableFile } from '../ingest/index.ts';
import type { EvaluationTimeouts } from './evaluator.ts';
import { IdleProcesses } from './idle-processes.ts';
import { openLookup } from './lookups.ts';
import { filterColumn, namesRead, type OpenLookup, RowMapper } from './map-rows.ts';
import type { MappedFile, Mapping } from './mapping.ts';
import type { Preview } from './preview.ts';
import { readTheirRows, type TheirRow } from './their-rows.ts';

export interface MappedSource {
  source: FeedSource;
  close(): void;
}

export interface MappingOptions {
  pool: Pool;
  preview?: Preview;
  /** 200,000 by default. */
  lookupRowsInMemory?: number;
  timeouts?: EvaluationTimeouts;
  /** Ends the evaluation at once; reading rows then fails with its reason. */
  signal?: AbortSignal;
}

async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const result = await next;
      if (result.done) return;
      next = items.next();
      // the reader awaits it and gets the error
      next.catch(() => {});
      yield result.value;
    }
  } finally {
    await next.catch(() => {});
    await items.return(undefined);
  }
}

function placeOfName({ columns, place, where, wherePlace }: MappedFile, name: string): string {
  if (where?.names?.includes(name)) return wherePlace;
  const column = columns.find(({ origin }) =>
    'column' in origin
      ? origin.column === name
      : 'expression' in origin && origin.expression.names?.includes(name),
  );
  return column?.place ?? place;
}

class FileReader {
  readonly #folder: FeedSource;
  readonly #mapped: MappedFile;
  readonly #options: MappingOptions;
  readonly #mapper: RowMapper;
  /** Names that no row had so far. */
  readonly #unseen: Set<string>;

  constructor(
    folder: FeedSource,
    mapped: MappedFile,
    lookups: ReadonlyMap<string, OpenLookup>,
    options: MappingOptions & { idle: IdleProcesses },
  ) {
    this.#folder = folder;
    this.#mapped = mapped;
    this.#options = options;
    this.#mapper = new RowMapper(mapped, lookups, options);
    this.#unseen = new Set(namesRead(mapped) ?? []);
  }

  #onHeader(header: readonly string[]): void {
    this.#options.preview?.names(this.#mapped.from, header);
    const known = new Set(header);
    const missing = [...this.#unseen].find((name) => !known.has(name));
    if (missing !== undefined)
      throw new UnreadableFile(
        `has no column ${JSON.stringify(missing)}, which ${placeOfName(this.#mapped, missing)} names`,
      );
    this.#unseen.clear();
  }

  async *#read(): AsyncGenerator<TheirRow[]> {
    const { from } = this.#mapped;
    const stream = await this.#folder.open(from);
    try {
      yield* readTheirRows(from, stream, (header) => this.#onHeader(header));
    } finally {
      stream.destroy();
    }
  }

  #look(rows: readonly TheirRow[]): void {
    for (const { object } of rows) {
      for (const name of this.#unseen) if (Object.hasOwn(object, name)) this.#unseen.delete(name);
      if (!this.#mapped.from.endsWith('.csv'))
        this.#options.preview?.names(this.#mapped.from, Object.keys(object));
    }
  }

  async *#map(notice: (message: string) => void): AsyncGenerator<FeedRow[]> {
    const { from, place, wherePlace } = this.#mapped;
    let read = 0;
    for await (const batch of ahead(this.#read())) {
      read += batch.length;
      this.#look(batch);
      const rows = await this.#mapper.map(batch);
      for (const row of rows) this.#options.preview?.row(this.#mapped.file, row);
      if (rows.length > 0) yield rows;
    }
    if (read === 0) notice(`${from} has no rows (${place})`);
    const { leftOut } = this.#mapper;
    if (leftOut > 0)
      notice(
        `${thousands(leftOut)} of ${thousands(read)} rows of ${from} are left out by where (${wherePlace})`,
      );
    if (read > 0)
      for (const name of this.#unseen)
        notice(
          `no row of ${from} has ${JSON.stringify(name)}, which ${placeOfName(this.#mapped, name)} names`,
        );
  }

  async *rows(notice: (message: string) => void): AsyncGenerator<FeedRow[]> {
    try {
      yield* ahead(this.#map(notice));
    } finally {
      await this.#mapper.close();
    }
  }
}

function checkFiles(mapping: Mapping, present: readonly string[], folder: string): void {
  const missing = [...mapping.lookups, ...mapping.files].find(({ from }) => !present.includes(from));
  if (missing) throw new OperatorProblem(`${missing.place}: there is no file ${missing.from} in ${folder}.`);
}

/** Maps rows while reading them. @throws {OperatorProblem} if a file of the mapping is missing, or a lookup cannot be read */
export async function openMappedSource(
  folder: FeedSource,
  mapping: Mapping,
  options: MappingOptions,
): Promise<MappedSource> {
  const present = await folder.files();
  checkFiles(mapping, present, folder.name);
  options.preview?.files(present);
  const lookups = new Map<string, OpenLookup>();
  const idle = new IdleProcesses();
  const close = () => {
    idle.close();
    for (const { lookup } of lookups.values()) lookup.close();
  };
  try {
    for (const one of mapping.lookups) {
      const lookup = await openLookup(one, folder, {
        pool: options.pool,
        heldConnections: [...lookups.values()].filter((open) => open.lookup.holdsConnection).length,
        inMemory: options.lookupRowsInMemory,
      });
      lookups.set(one.name, { lookup, take: one.take });
    }
  } catch (error) {
    close();
    throw error;
  }
  const byName = new Map(mapping.files.map((mapped) => [`${mapped.file.name}.csv`, mapped]));
  const source: FeedSource = {
    ...folder,
    scoreSource: mapping.source,
    files: async () => [...byName.keys()],
    rows: (name, notice) =>
      new FileReader(folder, byName.get(name) as MappedFile, lookups, { ...options, idle }).rows(notice),
    place(name, column) {
      const mapped = byName.get(name);
      if (!mapped) return null;
      const { columns, place, wherePlace } = mapped;
      const one = columns.find((candidate) => candidate.name === column);
      return { file: mapped.from, rule: column === filterColumn ? wherePlace : (one?.place ?? place) };
    },
  };
  return { source, close };
}
