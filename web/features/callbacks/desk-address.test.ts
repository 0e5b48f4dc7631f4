import { expect, test } from 'vitest';
import { parseAddress, writeAddress } from '../../platform/address.ts';
import { deskFromAddress, deskToAddress } from './desk-address.ts';

const noFigures = { figures: false, rows: null };

test.each([
  ['', { ...noFigures, list: 'to-call', sort: null, page: 1, caller: null, result: null }],
  [
    '?list=snoozed&sort=waiting&page=2&caller=call-7&result=booked',
    { ...noFigures, list: 'snoozed', sort: 'waiting', page: 2, caller: 'call-7', result: 'booked' },
  ],
  [
    '?list=done&sort=name&page=0&result=reached',
    { ...noFigures, list: 'to-call', sort: null, page: 1, caller: null, result: null },
  ],
  [
    '?tab=figures&rows=reached&rowsStaff=&rowsHour=9&rowsPage=2&caller=call-7',
    {
      figures: true,
      rows: { list: 'reached', office: null, staff: '', hour: 9, page: 2 },
      list: 'to-call',
      sort: null,
      page: 1,
      caller: null,
      result: null,
    },
  ],
  [
    '?tab=figures&rows=booked&rowsHour=24',
    {
      figures: true,
      rows: { list: 'booked', office: null, staff: null, hour: null, page: 1 },
      list: 'to-call',
      sort: null,
      page: 1,
      caller: null,
      result: null,
    },
  ],
] as const)('reads %j', (text, state) => {
  expect(deskFromAddress(parseAddress(text))).toEqual(state);
});

test.each([
  '',
  '?sort=newest',
  '?list=closed&sort=waiting&page=3&caller=call-7&result=reached',
  '?rows=missed&rowsOffice=a&rowsStaff=Ann&rowsHour=0&tab=figures',
])('writes %j', (text) => {
  expect(writeAddress(deskToAddress(deskFromAddress(parseAddress(text))))).toBe(text);
});
