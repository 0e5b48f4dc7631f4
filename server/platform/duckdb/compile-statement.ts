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

/** A statement as DuckDB runs it. */
export interface DuckDbStatement {
  text: string;
  /** The values of `$1`, `$2` and so on. */
  values: readonly string[];
}

/** The numbers that a columnar copy has for the ids of a kind; an id without a number is left out. */
export type CodesOf = (kind: string, ids: readonly string[]) => readonly number[];

const comparesWithList = /= any\($/;
/** The same with a column alone, which can be compared several times. */
const comparesColumn = /(?:^\s*|\(|\b(?:where|and|or|not|on)\s+)([\w.]+) = any\($/;
/** `in ()` is not allowed: this list has no value either. */
const noValue = 'select null where false';

/** Ranges up to which comparing with their ends takes less than looking numbers up, and numbers that each has on average. */
const mostRanges = 12;
const leastNumbers = 3;

/** Consecutive numbers. */
interface NumberRange {
  first: number;
  last: number;
}

/** A list that a column is compared with. */
interface ComparedList {
  values: readonly unknown[];
  /** The same as a few ranges, where that is possible. */
  ranges: readonly NumberRange[] | null;
}

/** Whole numbers as few ranges of consecutive ones, in order; null when there would be many, or for other values. */
function rangesOf(list: readonly unknown[]): NumberRange[] | null {
  if (!list.every((value): value is number => Number.isSafeInteger(value))) return null;
  const ranges: NumberRange[] = [];
  const numbers = [...new Set(list)].sort((one, other) => one - other);
  for (const value of numbers) {
    const range = ranges.at(-1);
    if (range?.last === value - 1) range.last = value;
    else ranges.push({ first: value, last: value });
  }
  const isFew = ranges.length <= mostRanges && numbers.length >= ranges.length * leastNumbers;
  return isFew && ranges.length > 0 ? ranges : null;
}

const isValue = (node: OperationNode | undefined): node is ValueNode => node?.kind === 'ValueNode';

/**
 * Writes a statement for DuckDB with the text that PostgreSQL gets, except for its parameters. DuckDB skips parts of a table
 * only by values that are in the text: numbers, booleans and times are written there, and `= any(list)` as `in (…)`, or as
 * `between` when the numbers are consecutive. Only texts stay parameters.
 */
class DuckDbCompiler extends PostgresQueryCompiler {
  readonly #codesOf: CodesOf;
  /** A statement has the same list in several places. */
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
        const ranges = column === undefined ? null : list.ranges;
        if (column !== undefined && ranges) {
          this.append(fragment.slice(0, -`${column} = any(`.length));
          // the text that follows closes the parenthesis
          this.append(
            `(${ranges.map(({ first, last }) => `${column} between ${first} and ${last}`).join(' or ')}`,
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
    const list = { values, ranges: rangesOf(values) };
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

/**
 * Compiles a statement for DuckDB.
 * @throws {TypeError} for a parameter of a type that only PostgreSQL gets.
 */
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
