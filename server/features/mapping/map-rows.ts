import { type FeedRow, type RowProblem, textOfJson } from '../ingest/index.ts';
import { cellOf, ValueProblem } from './cell-values.ts';
import type { RowResult } from './evaluation.ts';
import type { EvaluationTimeouts } from './evaluator.ts';
import { Evaluator } from './evaluator.ts';
import type { Expression } from './expressions.ts';
import type { IdleProcesses } from './idle-processes.ts';
import type { Lookup } from './lookups.ts';
import type { MappedColumn, MappedFile, MappedLookup } from './mapping.ts';
import type { TheirRow } from './their-rows.ts';

export const filterColumn = 'where';

export function namesRead({ where, columns }: MappedFile): string[] | null {
  const names = new Set<string>();
  const expressions = columns.flatMap(({ origin }) => ('expression' in origin ? [origin.expression] : []));
  for (const expression of where ? [where, ...expressions] : expressions) {
    if (expression.names === null) return null;
    for (const name of expression.names) names.add(name);
  }
  for (const { origin } of columns) if ('column' in origin) names.add(origin.column);
  return [...names];
}

export interface OpenLookup {
  lookup: Lookup;
  take: MappedLookup['take'];
}

const notAValue = 'must give a text, a number, true, false or a list of texts without semicolons';

interface RowOfValues {
  line: number;
  /** By column position; null does not change the column. */
  texts: (string | null)[];
  /** Optional columns that cannot be made; their texts are null. */
  skipped: RowProblem[];
  problem: FeedRow['problem'];
}

export class RowMapper {
  readonly #mapped: MappedFile;
  readonly #lookups: ReadonlyMap<string, OpenLookup>;
  readonly #evaluator: Evaluator;
  /** Columns with expressions, in the evaluator's order. */
  readonly #evaluated: readonly MappedColumn[];
  /** Names to send to the evaluator; null for whole rows. */
  readonly #sent: readonly string[] | null;
  leftOut = 0;

  constructor(
    mapped: MappedFile,
    lookups: ReadonlyMap<string, OpenLookup>,
    options: {
      timeouts?: EvaluationTimeouts | undefined;
      signal?: AbortSignal | undefined;
      idle?: IdleProcesses;
    } = {},
  ) {
    this.#mapped = mapped;
    this.#lookups = lookups;
    const evaluated = mapped.columns.flatMap((column): [MappedColumn, Expression][] =>
      'expression' in column.origin ? [[column, column.origin.expression]] : [],
    );
    this.#evaluated = evaluated.map(([column]) => column);
    const expressions = evaluated.map(([, expression]) => expression);
    const all = mapped.where ? [mapped.where, ...expressions] : expressions;
    this.#sent = all.every(({ names }) => names !== null)
      ? [...new Set(all.flatMap(({ names }) => names ?? []))]
      : null;
    this.#evaluator = new Evaluator({
      expressions: all.map(({ text }) => text),
      hasFilter: mapped.where !== null,
      ...options,
    });
  }

  #partOf(object: Record<string, unknown>): Record<string, unknown> {
    if (this.#sent === null) return object;
    return Object.fromEntries(
      this.#sent.flatMap((name) => (Object.hasOwn(object, name) ? [[name, object[name]]] : [])),
    );
  }

  #valuesOf({ line, object }: TheirRow, result: RowResult): RowOfValues | null {
    const { columns, where } = this.#mapped;
    const row: RowOfValues = { line, texts: [], skipped: [], problem: null };
    if ('leftOut' in result) return null;
    if ('filterFailed' in result)
      return { ...row, problem: { column: filterColumn, reason: result.filterFailed } };
    const offset = where ? 1 : 0;
    const failures = new Map(
      result.failures?.map(({ at, reason }) => [this.#evaluated[at - offset], reason] as const),
    );
    let next = offset;
    const valueOf = ({ origin }: MappedColumn): unknown => {
      if ('constant' in origin) return origin.constant;
      if ('column' in origin) return Object.hasOwn(object, origin.column) ? object[origin.column] : undefined;
      return result.values[next++];
    };
    for (const column of columns) {
      const value = valueOf(column);
      const failure = failures.get(column);
      if (failure === undefined && value === undefined && column.keepsWithoutValue) {
        row.texts.push(null);
        continue;
      }
      const text = failure === undefined ? textOfJson(value, column.type === 'jsonb') : null;
      row.texts.push(text);
      if (text !== null) continue;
      const problem = { column: column.name, reason: failure ?? notAValue };
      if (column.rejects) return { ...row, problem };
      row.skipped.push(problem);
    }
    return row;
  }

  async #find(rows: readonly RowOfValues[]): Promise<Map<number, ReadonlyMap<string, readonly string[]>>> {
    const found = new Map<number, ReadonlyMap<string, readonly string[]>>();
    for (const [at, { lookup }] of this.#mapped.columns.entries()) {
      if (!lookup) continue;
      const keys = new Set(rows.flatMap(({ texts, problem }) => (problem ? [] : [(texts[at] ?? '').trim()])));
      keys.delete('');
      const open = this.#lookups.get(lookup.name) as OpenLookup;
      found.set(at, keys.size === 0 ? new Map() : await open.lookup.find([...keys]));
    }
    return found;
  }

  #cell(
    column: MappedColumn,
    text: string,
    found: ReadonlyMap<string, readonly string[]> | undefined,
  ): string | ValueProblem {
    const { lookup, otherwise } = column;
    const key = text.trim();
    if (!lookup || key === '') return cellOf(column, text);
    const cells = found?.get(key);
    if (!cells) return otherwise ?? new ValueProblem(`names no row of the lookup ${lookup.name}`);
    const at = this.#lookups.get(lookup.name)?.take.indexOf(lookup.take) ?? 0;
    return cellOf(column, cells[at] ?? '');
  }

  #feedRow(
    { line, texts, skipped, problem }: RowOfValues,
    found: ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>,
  ): FeedRow {
    const { file, columns } = this.#mapped;
    const values = new Array<string | undefined>(file.columns.length).fill(undefined);
    if (problem) return { line, values, problem };
    const left = [...skipped];
    for (const [at, column] of columns.entries()) {
      const text = texts[at] ?? null;
      if (text === null) continue;
      const cell = this.#cell(column, text, found.get(at));
      if (!(cell instanceof ValueProblem)) {
        values[column.position] = cell;
        continue;
      }
      const unusable = { column: column.name, reason: cell.reason };
      if (column.rejects) return { line, values, problem: unusable };
      left.push(unusable);
    }
    return left.length === 0
      ? { line, values, problem: null }
      : { line, values, problem: null, skipped: left };
  }

  /** Rows that the filter leaves out are only counted. */
  async map(rows: readonly TheirRow[]): Promise<FeedRow[]> {
    const good = rows.filter(({ problem }) => problem === null);
    const results = await this.#evaluator.evaluate(good.map(({ object }) => this.#partOf(object)));
    let next = 0;
    const values = rows.flatMap((row): RowOfValues[] => {
      if (row.problem !== null)
        return [{ line: row.line, texts: [], skipped: [], problem: { column: '', reason: row.problem } }];
      const one = this.#valuesOf(row, results[next++] as RowResult);
      if (one === null) this.leftOut += 1;
      return one === null ? [] : [one];
    });
    const found = await this.#find(values);
    return values.map((one) => this.#feedRow(one, found));
  }

  close(): Promise<void> {
    return this.#evaluator.close();
  }
}
