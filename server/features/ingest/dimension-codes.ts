import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';

/** Codes are smallint, and a longer list is not a list of choices. */
export const maxValues = 32_000;

const codeLock = 7_305_411;

/** Limit of one system over HTTP: a stolen key or a mistake must not use up all values. */
export const maxValuesOfSystem = 4_000;

export class DimensionCodes {
  readonly #codes = new Map<string, Map<string, string>>();

  static async read(database: Queryable): Promise<DimensionCodes> {
    const codes = new DimensionCodes();
    const { rows } = await executeSql<{ dimension: string; value: string; code: number }>(
      database,
      'select dimension, value, code from dimension_values',
    );
    for (const { dimension, value, code } of rows) codes.#of(dimension).set(value, String(code));
    return codes;
  }

  /** For one import; null: from a folder. */
  ofSystem(system: string | null): SystemCodes {
    // only for this import: another process can add values before the next
    const problems = new Map<string, string>();
    return {
      codeOf: (dimension, value) => this.#codes.get(dimension)?.get(value),
      problemOf: (dimension) => problems.get(dimension),
      add: async (database, dimension, values) => {
        const { makeKnown, problem } = await this.#add(database, { system, dimension, values });
        if (problem !== null) problems.set(dimension, problem);
        return makeKnown;
      },
    };
  }

  async #add(
    database: Queryable,
    { system, dimension, values }: { system: string | null; dimension: string; values: readonly string[] },
  ): Promise<{ makeKnown: () => void; problem: string | null }> {
    await executeSql(database, 'select pg_advisory_xact_lock($1)', [codeLock]);
    const { rows } = await executeSql<{ value: string; code: number }>(
      database,
      `with known as (select code, value, system from dimension_values where dimension = $1),
       last as (
         select coalesce(max(code), 0) as code, count(*) filter (where system = $4) as added from known
       ),
       fresh as (
         select value, row_number() over (order by place) as place
         from unnest($2::text[]) with ordinality as given (value, place)
         where not exists (select 1 from known where known.value = given.value)
       ),
       added as (
         insert into dimension_values (dimension, code, value, system)
         select $1, last.code + place, value, $4 from fresh, last
         where last.code + place <= $3 and ($4::text is null or last.added + place <= $5)
         returning value, code
       )
       select value, code from added union all select value, code from known where value = any($2)`,
      [dimension, values, maxValues, system, maxValuesOfSystem],
    );
    const makeKnown = () => {
      const codes = this.#of(dimension);
      for (const { value, code } of rows) codes.set(value, String(code));
    };
    if (rows.length === values.length) return { makeKnown, problem: null };
    const { rows: found } = await executeSql<{ full: boolean }>(
      database,
      'select coalesce(max(code), 0) >= $2 as full from dimension_values where dimension = $1',
      [dimension, maxValues],
    );
    return {
      makeKnown,
      problem: found[0]?.full
        ? `has too many different values over all rows (more than ${thousands(maxValues)})`
        : `has too many new values: ${system} can add ${thousands(maxValuesOfSystem)} over all rows`,
    };
  }

  #of(dimension: string): Map<string, string> {
    let codes = this.#codes.get(dimension);
    if (!codes) this.#codes.set(dimension, (codes = new Map()));
    return codes;
  }
}

export interface SystemCodes {
  codeOf(dimension: string, value: string): string | undefined;
  /** Completes the column's name if the dimension takes no more values; undefined otherwise. */
  problemOf(dimension: string): string | undefined;
  /** Values beyond the maximum get no code. Call the returned function after the commit: before, another value can get the same code. */
  add(database: Queryable, dimension: string, values: readonly string[]): Promise<() => void>;
}

/** For changes outside an import; assigns codes to new texts. @throws {Error} if a dimension takes no more values */
export async function codesOfTexts(
  transaction: Queryable,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  if (texts.size === 0) return new Map();
  const { rows } = await executeSql<{ dimension: string; code: number }>(
    transaction,
    `select dimension, code from dimension_values
     where (dimension, value) in (select * from unnest($1::text[], $2::text[]))`,
    [[...texts.keys()], [...texts.values()]],
  );
  const codes = new Map(rows.map(({ dimension, code }) => [dimension, code]));
  const known = new DimensionCodes().ofSystem(null);
  for (const [dimension, value] of texts) {
    if (codes.has(dimension)) continue;
    const makeKnown = await known.add(transaction, dimension, [value]);
    makeKnown();
    const code = known.codeOf(dimension, value);
    if (code === undefined) throw new Error(`${dimension} ${known.problemOf(dimension)}`);
    codes.set(dimension, Number(code));
  }
  return codes;
}
