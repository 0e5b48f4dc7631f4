import { type WithIsoTimes, withIsoTimes } from '../../platform/iso-times.ts';

export interface Page<Row> {
  total: number;
  records: Row[];
}

/** A page past the end has one row, with the length of the list alone. */
export type CountedRow<Row> = { total: number } & (Row | { id: null });

export const pageOfRows = <Row extends { id: string }>(
  rows: readonly CountedRow<Row>[],
): Page<WithIsoTimes<Row>> => ({
  total: rows[0]?.total ?? 0,
  records: rows.flatMap(({ total: _total, ...row }) =>
    row.id === null ? [] : [withIsoTimes(row as unknown as Row)],
  ),
});
