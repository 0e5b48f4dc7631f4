import { describe, expect, test } from 'vitest';
import { bytePartOf, rangeStillHolds } from './byte-range.ts';

describe('the part of 1000 bytes that a Range header requests', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=990-', { start: 990, end: 999 }],
    ['bytes=0-5000', { start: 0, end: 999 }],
    ['bytes=-10', { start: 990, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['BYTES=5-6', { start: 5, end: 6 }],
    ['bytes=1000-', 'none'],
    ['bytes=5000-6000', 'none'],
    ['bytes=-0', 'none'],
    [undefined, 'whole'],
    ['', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=9-5', 'whole'],
    ['bytes=1-2,4-5', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=1.5-3', 'whole'],
    ['items=0-1', 'whole'],
  ])('%s', (header, part) => {
    expect(bytePartOf(header, 1000)).toEqual(part);
  });

  test('an empty file has no part', () => {
    expect(bytePartOf('bytes=0-', 0)).toBe('none');
    expect(bytePartOf('bytes=-1', 0)).toBe('none');
    expect(bytePartOf(undefined, 0)).toBe('whole');
  });
});

describe('a part is sent', () => {
  const file = { etag: '"a-1"', modifiedAt: new Date('2026-03-01T10:00:00Z') };
  test.each([
    [undefined, true],
    ['"a-1"', true],
    ['"a-2"', false],
    ['W/"a-1"', false],
    ['Sun, 01 Mar 2026 10:00:00 GMT', true],
    ['Sun, 01 Mar 2026 09:59:59 GMT', false],
    ['nonsense', false],
  ])('with If-Range %s: %s', (header, holds) => {
    expect(rangeStillHolds(header, file)).toBe(holds);
  });
});
