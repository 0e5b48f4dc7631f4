import {
  DummyDriver,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type RawNode,
  type ValueNode,
} from 'kysely';
import { CodedList } from '../coded-list.ts';

export interface DuckDbStatement {
  text: string;
  values: readonly string[];
}

/** Numbers of the columnar copy; ids without a number are left out. */
export type CodesOf = (kind: string, ids: readonly string[]) => readonly number[];

const comparesWithList = /= any\($/;
/** Like the pattern above, but only for a plain column, which may be compared several times. */
const comparesColumn = /(?:^\s*|\(|\b(?:where|and|or|not|on)\s+)([\w.]+) = any\($/;
/** Stands for an empty list, because `in ()` is not allowed. */
const noValue = 'select null where false';

/** Up to this many ranges, comparing with their ends is faster than looking numbers up. */
const mostRanges = 12;
const leastNumbers = 3;

/** List lengths for `list_contains`, which reads other columns only after a match. Shorter lists compare singly; longer ones join. */
const scannedList = { least: 6, most: 500 };

interface NumberRange {
  first: number;
  last: number;
}

interface ComparedList {
  values: readonly unknown[];
  /** Null for a list without a few ranges. */
  ranges: readonly NumberRange[] | null;
  /** The list's numbers in order, if a column is compared with them while it is read; otherwise null. */
  scanned: readonly number[] | null;
}

function rangesOf(numbers: readonly number[]): NumberRange[] | null {
  const ranges: NumberRange[] = [];
  for (const value of numbers) {
    const range = ranges.at(-1);
    if (range?.last === value - 1) range.last = value;
    else ranges.push({ first: value, last: value });
  }
  const isFew = ranges.length <= mostRanges && numbers.length >= ranges.length * leastNumbers;
  return isFew && ranges.length > 0 ? ranges : null;
}

/** Distinct whole numbers in order; none if the list has other values. */
const numbersOf = (list: readonly unknown[]): number[] =>
  list.every((value): value is number => Number.isSafeInteger(value))
    ? [...new Set(list)].sort((one, other) => one - other)
    : [];

const isValue = (node: OperationNode | undefined): node is ValueNode => node?.kind === 'ValueNode';

/** DuckDB skips parts of a table only by literals, so only texts stay parameters. `= any(list)` becomes `in (…)` or `between`. */
class DuckDbCompiler extends PostgresQueryCompiler {
  readonly #codesOf: CodesOf;
  /** A statement may use the same list several times. */
  readonly #lists = new Map<unknown, ComparedList>();

  constructor(codesOf: CodesOf) {
    super();
    this.#codesOf = codesOf;
  }

  protected override visitRaw(node: RawNode): void {
    for (const [at, fragment] of node.sqlFragments.entries()) {
      const parameter = node.parameters[at];
      const list = isValue(parameter) && !parameter.immediate ? this.#listOf(parameter.value) : null;
      if (list && comparesWithList.test(fragment)) {
        const column = comparesColumn.exec(fragment)?.[1];
        const before = fragment.slice(0, -`${column} = any(`.length);
        // the following text closes the first parenthesis
        if (column !== undefined && list.ranges) {
          const within = list.ranges.map(({ first, last }) => `${column} between ${first} and ${last}`);
          this.append(`${before}(${within.join(' or ')}`);
        } else if (column !== undefined && list.scanned) {
          // the bounds skip parts of the table
          const [first, last] = [list.scanned[0], list.scanned.at(-1)];
          this.append(
            `${before}(list_contains([${list.scanned.join(', ')}], ${column}) and ${column} between ${first} and ${last}`,
          );
        } else {
          this.append(fragment.replace(comparesWithList, 'in ('));
          this.#appendList(list.values);
        }
      } else {
        this.append(fragment);
        if (parameter) this.visitNode(parameter);
      }
    }
  }

  protected override appendValue(value: unknown): void {
    if (value === null || value === undefined) this.append('null');
    else if (typeof value === 'boolean') this.append(String(value));
    else if (typeof value === 'number' && Number.isSafeInteger(value)) this.append(String(value));
    else if (value instanceof Date) this.append(`timestamptz '${value.toISOString()}'`);
    else if (typeof value === 'string') super.appendValue(value);
    else throw new TypeError(`DuckDB gets no parameter of this type: ${JSON.stringify(value)}.`);
  }

  #listOf(value: unknown): ComparedList | null {
    const known = this.#lists.get(value);
    if (known) return known;
    const values: unknown = value instanceof CodedList ? this.#codesOf(value.kind, value.ids) : value;
    if (!Array.isArray(values)) return null;
    const numbers = numbersOf(values);
    const isScanned = numbers.length >= scannedList.least && numbers.length <= scannedList.most;
    const list = { values, ranges: rangesOf(numbers), scanned: isScanned ? numbers : null };
    this.#lists.set(value, list);
    return list;
  }

  #appendList(list: readonly unknown[]): void {
    if (list.length === 0) this.append(noValue);
    for (const [at, value] of list.entries()) {
      if (at > 0) this.append(', ');
      this.appendValue(value);
    }
  }
}

/** Throws TypeError for a parameter of a type that only PostgreSQL supports. */
export function compileForDuckDb(statement: RawBuilder<unknown>, codesOf: CodesOf): DuckDbStatement {
  const compiling = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new DuckDbCompiler(codesOf),
    },
  });
  const { sql, parameters } = statement.compile(compiling);
  return { text: sql, values: parameters as readonly string[] };
}
