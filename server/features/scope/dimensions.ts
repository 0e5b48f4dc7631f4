import { type DimensionName, dimensions } from '@mailcall/contract/figures/dimensions.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The column of a dimension in a query over `calls`: the code of its value, which `dimension_values` names. */
export const dimensionColumn = (dimension: DimensionName): RawBuilder<number | null> =>
  sql.ref(`calls.${dimensions[dimension].column}`);

/**
 * The condition that a call has one of these values of a dimension. The few codes are looked up once a statement, and
 * the calls are then compared by code; an unknown value matches nothing.
 */
export const callHasValue = (dimension: DimensionName, values: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${dimensionColumn(dimension)} = any(array(select code from dimension_values where dimension = ${dimension} and value = any(${[...values]})))`;
