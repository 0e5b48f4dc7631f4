import { footnoteDate } from './dates.ts';

/** The footnote of a graph over scored calls, by its earliest call; null when nothing was counted. */
export function footnote(firstRecordDate: string | null): string | null {
  return firstRecordDate === null
    ? null
    : `The data used in this graph is derived from the calls we scored since ${footnoteDate(firstRecordDate)}`;
}
