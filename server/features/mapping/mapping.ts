import { basename } from 'node:path';
import { IANAZone } from 'luxon';
import { feedFiles, type FileOfFeed, keyColumns } from '../ingest/index.ts';
import { type Expression, ExpressionProblem, readExpression } from './expressions.ts';
import { type ColumnDocument, type MappingPlaces, readMappingDocument } from './mapping-document.ts';
import { formatOf, theirFormats } from './their-rows.ts';

/** Where a column's value comes from before it is changed. */
export type Origin = { constant: string } | { column: string } | { expression: Expression };

export interface MappedColumn {
  name: string;
  position: number;
  /** PostgreSQL type of the feed's column. */
  type: string;
  place: string;
  origin: Origin;
  /** The value is the key of a row of another file, whose column `take` is taken. */
  lookup: { name: string; take: string } | null;
  values: ReadonlyMap<string, string> | null;
  /** Replaces values that the lookup or list does not have, or that cannot be read; null for nothing. */
  otherwise: string | null;
  date: string | null;
  /** For dates without a time zone. */
  zone: string | null;
  phone: boolean;
  /** An invalid value rejects the row; otherwise the column keeps its value. */
  rejects: boolean;
  /** A row without a value does not change the column, as for columns of a call's score. */
  keepsWithoutValue: boolean;
}

export interface MappedFile {
  file: FileOfFeed;
  from: string;
  place: string;
  /** Filter; null for all rows. */
  where: Expression | null;
  wherePlace: string;
  columns: readonly MappedColumn[];
}

/** A file of the export in which rows are found by a key. */
export interface MappedLookup {
  name: string;
  place: string;
  from: string;
  key: string;
  take: readonly string[];
}

export interface Mapping {
  files: readonly MappedFile[];
  lookups: readonly MappedLookup[];
  /** Source of the scores of its calls and inquiries. */
  source: 'feed' | 'telephony';
}

const isInstant = (date: string) => date.startsWith('unix-');

class MappingReader {
  readonly #places: MappingPlaces;
  readonly #zone: string | null;
  readonly #taken = new Map<string, Set<string>>();

  constructor(places: MappingPlaces, zone: string | undefined) {
    this.#places = places;
    this.#zone = this.#checkedZone(zone, ['zone']);
  }

  takenFrom(lookup: string): string[] {
    return [...(this.#taken.get(lookup) ?? [])];
  }

  #checkedZone(zone: string | undefined, path: readonly string[]): string | null {
    if (zone !== undefined && !IANAZone.isValidZone(zone))
      throw this.#places.problem(
        path,
        `${JSON.stringify(zone)} is not an IANA time zone such as America/Chicago.`,
      );
    return zone ?? null;
  }

  checkFormat(from: string, path: readonly string[]): void {
    if (formatOf(from) === null || /[\\/]/.test(from))
      throw this.#places.problem(
        path,
        `${JSON.stringify(from)} is not the name of a file that can be read: it ends with .${theirFormats.join(', .')}, without a folder.`,
      );
  }

  expression(text: string, path: readonly string[]): Expression {
    try {
      return readExpression(text);
    } catch (error) {
      if (!(error instanceof ExpressionProblem)) throw error;
      throw this.#places.problem(path, `${path.at(-1)} ${error.message}.`);
    }
  }

  #origin({ value, column, constant }: ColumnDocument, path: readonly string[]): Origin {
    if ([value, column, constant].filter((given) => given !== undefined).length !== 1)
      throw this.#places.problem(path, `${path.at(-1)} needs exactly one of value, column and constant.`);
    if (column !== undefined) return { column };
    if (constant !== undefined) return { constant };
    const expression = this.expression(value ?? '', path);
    return expression.plain ?? { expression };
  }

  #lookup(
    { lookup, take }: ColumnDocument,
    path: readonly string[],
    known: readonly string[],
  ): MappedColumn['lookup'] {
    if (lookup === undefined && take === undefined) return null;
    if (lookup === undefined || take === undefined)
      throw this.#places.problem(path, `${path.at(-1)} needs both lookup and take, or neither.`);
    if (!known.includes(lookup))
      throw this.#places.problem([...path, 'lookup'], `there is no lookup ${lookup}.`);
    this.#taken.set(lookup, (this.#taken.get(lookup) ?? new Set()).add(take));
    return { name: lookup, take };
  }

  column(file: FileOfFeed, name: string, given: ColumnDocument, lookups: readonly string[]): MappedColumn {
    const path = ['files', file.name, 'columns', name];
    const position = file.columns.findIndex((column) => column.name === name);
    const column = file.columns[position];
    if (!column)
      throw this.#places.problem(
        path,
        `${file.name} has no column ${JSON.stringify(name)}. It has ${file.columns.map((one) => one.name).join(', ')}.`,
      );
    const zone = this.#checkedZone(given.zone, [...path, 'zone']) ?? this.#zone;
    const { date = null } = given;
    if (date !== null && column.type !== 'timestamptz' && column.type !== 'date')
      throw this.#places.problem([...path, 'date'], `${name} of ${file.name} is neither a date nor a time.`);
    if (date !== null && zone === null && (isInstant(date) ? column.type === 'date' : column.type !== 'date'))
      throw this.#places.problem([...path, 'date'], `${name} needs a zone, here or for the whole mapping.`);
    return {
      name,
      position,
      type: column.type,
      place: this.#places.of(path),
      origin: this.#origin(given, path),
      lookup: this.#lookup(given, path, lookups),
      values: given.map ? new Map(Object.entries(given.map)) : null,
      otherwise: given.otherwise ?? null,
      date,
      zone,
      phone: given.phone ?? false,
      // a row with a wrong key, office or removal would change another row
      rejects: column.required || column.identifies || keyColumns(file).includes(name),
      keepsWithoutValue: column.score,
    };
  }
}

/** Format: docs/connect/mapping.md; `path` is for messages. @throws {OperatorProblem} with the line of the first problem */
export function readMapping(path: string, text: string): Mapping {
  const { document, places } = readMappingDocument(basename(path), text);
  const reader = new MappingReader(places, document.zone);
  const lookups = Object.entries(document.lookups ?? {});
  for (const [name, { from }] of lookups) reader.checkFormat(from, ['lookups', name, 'from']);
  const names = lookups.map(([name]) => name);
  for (const name of Object.keys(document.files)) {
    if (!feedFiles.some((file) => file.name === name))
      throw places.problem(
        ['files', name],
        `there is no file ${name} to import; docs/reference/import.md lists them.`,
      );
  }
  const files = feedFiles.flatMap((file): MappedFile[] => {
    const given = document.files[file.name];
    if (!given) return [];
    const at = ['files', file.name];
    reader.checkFormat(given.from, [...at, 'from']);
    const missing = keyColumns(file).find((key) => given.columns[key] === undefined);
    if (missing !== undefined)
      throw places.problem([...at, 'columns'], `${file.name} needs the column ${missing}.`);
    return [
      {
        file,
        from: given.from,
        place: places.of(at),
        where: given.where === undefined ? null : reader.expression(given.where, [...at, 'where']),
        wherePlace: places.of([...at, 'where']),
        columns: Object.entries(given.columns).map(([name, column]) =>
          reader.column(file, name, column, names),
        ),
      },
    ];
  });
  if (files.length === 0) throw places.problem(['files'], 'files names no file to import.');
  return {
    files,
    source: document.source ?? 'feed',
    lookups: lookups.map(([name, { from, key }]) => ({
      name,
      place: places.of(['lookups', name]),
      from,
      key,
      take: reader.takenFrom(name),
    })),
  };
}
