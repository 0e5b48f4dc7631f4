import { type DimensionName, dimensions } from '@mailcall/contract/figures/dimensions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export const dimensionColumn = (dimension: DimensionName): RawBuilder<number | null> =>
  sql.ref(`calls.${dimensions[dimension].column}`);

/** Compares codes, which are looked up once a statement; an unknown value matches nothing. */
export const callHasValue = (dimension: DimensionName, values: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${dimensionColumn(dimension)} = any(array(select code from dimension_values where dimension = ${dimension} and value = any(${[...values]})))`;
