import { expect, test } from 'vitest';
import { pageToRequest, visiblePage, type VisiblePage } from './paging.ts';

/** Lists without a pager: up to 15 calls, 10 tracking lines or calls of a mailing, 4 mailings. */
test.each<[total: number, page: number, pageSize: number, wholeUpTo: number, shown: VisiblePage]>([
  // 12 rows have no pages, whatever page and page size the link has
  [12, 1, 10, 15, { paged: false, page: 1, pageCount: 1, start: 0, end: 12 }],
  [12, 2, 10, 15, { paged: false, page: 1, pageCount: 1, start: 0, end: 12 }],
  [11, 1, 15, 15, { paged: false, page: 1, pageCount: 1, start: 0, end: 11 }],
  [15, 9, 10, 15, { paged: false, page: 1, pageCount: 1, start: 0, end: 15 }],
  [15, 1, 50, 15, { paged: false, page: 1, pageCount: 1, start: 0, end: 15 }],
  [0, 3, 10, 15, { paged: false, page: 1, pageCount: 1, start: 0, end: 0 }],
  [16, 1, 10, 15, { paged: true, page: 1, pageCount: 2, start: 0, end: 10 }],
  [16, 2, 10, 15, { paged: true, page: 2, pageCount: 2, start: 10, end: 16 }],
  [16, 2, 15, 15, { paged: true, page: 2, pageCount: 2, start: 15, end: 16 }],
  // a user can change back a page size that fits all rows
  [16, 1, 30, 15, { paged: true, page: 1, pageCount: 1, start: 0, end: 16 }],
  [16, 7, 10, 15, { paged: true, page: 2, pageCount: 2, start: 10, end: 16 }],
  [31, 2, 30, 15, { paged: true, page: 2, pageCount: 2, start: 30, end: 31 }],
  [30, 2, 30, 15, { paged: true, page: 1, pageCount: 1, start: 0, end: 30 }],
  [10, 2, 10, 10, { paged: false, page: 1, pageCount: 1, start: 0, end: 10 }],
  [12, 1, 10, 10, { paged: true, page: 1, pageCount: 2, start: 0, end: 10 }],
  [4, 2, 5, 4, { paged: false, page: 1, pageCount: 1, start: 0, end: 4 }],
  [5, 1, 5, 4, { paged: true, page: 1, pageCount: 1, start: 0, end: 5 }],
  [6, 2, 5, 4, { paged: true, page: 2, pageCount: 2, start: 5, end: 6 }],
])(
  'of %i rows, page %i with %i rows per page, unpaged up to %i',
  (total, page, pageSize, wholeUpTo, shown) => {
    expect(visiblePage(total, { page, pageSize }, wholeUpTo)).toEqual(shown);
  },
);

test.each<[page: number, pageSize: number, wholeUpTo: number, requested: [page: number, pageSize: number]]>([
  [1, 10, 15, [1, 15]],
  [1, 15, 15, [1, 15]],
  [1, 50, 15, [1, 50]],
  [2, 10, 15, [2, 10]],
  [1, 5, 4, [1, 5]],
])('page %i with %i rows, unpaged up to %i, requests %j', (page, pageSize, wholeUpTo, [number, size]) => {
  expect(pageToRequest({ page, pageSize }, wholeUpTo)).toEqual({ page: number, pageSize: size });
});

test('requests at least the visible rows, for a list of any length', () => {
  for (const pageSize of [10, 15, 30]) {
    for (let total = 0; total <= 65; total++) {
      for (let page = 1; page <= 7; page++) {
        const shown = visiblePage(total, { page, pageSize }, 15);
        const requested = pageToRequest({ page: shown.page, pageSize }, 15);
        const first = (requested.page - 1) * requested.pageSize;
        expect(first).toBe(shown.start);
        expect(first + requested.pageSize).toBeGreaterThanOrEqual(shown.end);
      }
    }
  }
});
