import { type WithIsoTimes, withIsoTimes } from './iso-times.ts';

/** A page of a list, and how long the whole list is. */
export interface Page<Row> {
  total: number;
  records: Row[];
}

/** A row with the length of the whole list; of a page past the end there is one row, with the length alone. */
export type CountedRow<Row> = { total: number } & (Row | { id: null });

/** The page that the rows of a statement are. */
export const pageOfRows = <Row extends { id: string }>(
  rows: readonly CountedRow<Row>[],
): Page<WithIsoTimes<Row>> => ({
  total: rows[0]?.total ?? 0,
  records: rows.flatMap(({ total: _total, ...row }) =>
    row.id === null ? [] : [withIsoTimes(row as unknown as Row)],
  ),
});
