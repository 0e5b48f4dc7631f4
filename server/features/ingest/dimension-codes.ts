import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';

/** The maximum number of values of a dimension: codes are smallint, and a longer list is not a list of choices. */
export const maxValues = 32_000;

/** Number of the lock under which new codes are assigned. */
const codeLock = 7_305_411;

/** The codes of dimension values that an import knows. */
export class DimensionCodes {
  readonly #codes = new Map<string, Map<string, string>>();

  /** Reads all codes that exist. */
  static async read(database: Queryable): Promise<DimensionCodes> {
    const codes = new DimensionCodes();
    const { rows } = await executeSql<{ dimension: string; value: string; code: number }>(
      database,
      'select dimension, value, code from dimension_values',
    );
    for (const { dimension, value, code } of rows) codes.#of(dimension).set(value, String(code));
    return codes;
  }

  /** The code of a value, undefined when it has none yet. */
  codeOf(dimension: string, value: string): string | undefined {
    return this.#codes.get(dimension)?.get(value);
  }

  /** Whether no other value of the dimension can get a code. */
  isFull(dimension: string): boolean {
    return this.#of(dimension).size >= maxValues;
  }

  /**
   * Assigns codes to new values within the caller's transaction, safely while other processes do the same. Values
   * beyond the maximum get none.
   */
  async add(database: Queryable, dimension: string, values: readonly string[]): Promise<void> {
    await executeSql(database, 'select pg_advisory_xact_lock($1)', [codeLock]);
    const { rows } = await executeSql<{ value: string; code: number }>(
      database,
      `with known as (select code, value from dimension_values where dimension = $1),
       fresh as (
         select value, row_number() over (order by place) as place
         from unnest($2::text[]) with ordinality as given (value, place)
         where not exists (select from known where known.value = given.value)
       ),
       added as (
         insert into dimension_values (dimension, code, value)
         select $1, (select coalesce(max(code), 0) from known) + place, value from fresh
         where (select coalesce(max(code), 0) from known) + place <= $3
         returning value, code
       )
       select value, code from added union all select value, code from known where value = any($2)`,
      [dimension, values, maxValues],
    );
    const codes = this.#of(dimension);
    for (const { value, code } of rows) codes.set(value, String(code));
  }

  #of(dimension: string): Map<string, string> {
    let codes = this.#codes.get(dimension);
    if (!codes) this.#codes.set(dimension, (codes = new Map()));
    return codes;
  }
}
