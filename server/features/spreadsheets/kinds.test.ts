import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import {
  matchColumns,
  mayDropKind,
  proposeKind,
  type SpreadsheetKind,
  spreadsheetProblem,
} from '@mailcall/contract/rules/spreadsheet-kinds.ts';
import { expect, test } from 'vitest';
import { allKinds } from './kinds.ts';

const kind = (name: FeedFileName) => allKinds.find((one) => one.kind === name) as SpreadsheetKind;

test.each<[header: string, kind: FeedFileName, columns: (string | null)[], fileName?: string]>([
  ['id,name,time_zone,address', 'accounts', ['id', 'name', 'time_zone', 'address']],
  [
    'Office ID,Office Name,Time Zone,Parent Office,Notes',
    'accounts',
    ['id', 'name', 'time_zone', 'parent_id', null],
  ],
  ['Practice Number,Practice,Address', 'accounts', ['id', 'name', 'address']],
  ['User ID,Name,Email Address,Mobile,Offices', 'contacts', ['id', 'name', 'email', 'phone', 'account_ids']],
  ['Staff ID,Office ID,Staff Name,Role', 'staff', ['id', 'account_id', 'name', 'staff_type']],
  ['Office,Day,Hours', 'office-hours', ['account_id', 'weekday', 'hours']],
  [
    'Order ID,Office ID,Mailing Name,Product,Qty,Ordered,Printed,Shipped,In-Home Date',
    'campaigns',
    [
      'id',
      'account_id',
      'name',
      'campaign_type',
      'quantity',
      'order_date',
      'print_date',
      'shipment_date',
      'delivery_date',
    ],
  ],
  [
    'Line ID,Office ID,Mailing ID,Tracking Number,Rings To,Status',
    'tracking-lines',
    ['id', 'account_id', 'campaign_id', 'number', 'destination_number', 'status'],
  ],
  [
    'Call ID,Account ID,Date,Duration,Caller,Answered By',
    'calls',
    ['id', 'account_id', 'call_date_time', 'duration_seconds', 'caller_phone_number', 'call_answered_by'],
  ],
  [
    'id;account_id;call_id;first_name;last_name;date_time'.replaceAll(';', ','),
    'appointments',
    ['id', 'account_id', 'call_id', 'first_name', 'last_name', 'date_time'],
  ],
  ['Design ID,Office ID,Design Name,Format', 'designs', ['id', 'account_id', 'name', 'media_type']],
  ['id,account_id,name', 'staff', ['id', 'account_id', 'name']],
  ['id,account_id,name', 'mailing-zones', ['id', 'account_id', 'name'], 'mailing_zones.csv'],
  ['id,account_id,name', 'campaigns', ['id', 'account_id', 'name'], 'Mailings.csv'],
])('%j are %s', (header, name, columns, fileName = 'export.csv') => {
  const headers = header.split(',');
  const proposed = proposeKind(headers, allKinds, { fileName });
  expect(proposed).toBe(name);
  expect(matchColumns(headers, kind(name))).toEqual(columns);
});

test('proposes nothing for columns that nothing has', () => {
  expect(proposeKind(['Mood', 'Weather'], allKinds)).toBeNull();
});

test('a choice of the past counts more than the name, and no column is proposed twice', () => {
  const remembered = { key: 'id', name: null, title: 'name', sort: 'gone' };
  expect(matchColumns(['Key', 'Name', 'Title', 'ID', 'Sort'], kind('campaigns'), remembered)).toEqual([
    'id',
    null,
    'name',
    null,
    null,
  ]);
});

test('the column of reasons is never read', () => {
  expect(matchColumns(['id', 'Why it was not imported'], kind('campaigns'), {})).toEqual(['id', null]);
});

test.each<[FeedFileName, boolean, boolean, boolean]>([
  ['campaigns', false, false, true],
  ['contacts', false, true, true],
  ['calls', false, true, false],
  ['patients', false, true, false],
  ['calls', true, false, true],
  ['picklists', true, false, false],
  ['picklists', true, true, true],
  ['sales-contacts', false, true, false],
])('%s by an operator (%j) who works for all (%j): %j', (name, isOperator, worksForAll, may) => {
  expect(mayDropKind(name, { isOperator, worksForAll })).toBe(may);
});

test.each<[(string | null)[], string | null]>([
  [['id', 'account_id', null], null],
  [['id', 'id'], 'Use id for one column only.'],
  [['name', null], 'Choose the column id. Mailings cannot be told apart without it.'],
  [['id', 'mood'], 'Mailings have no column mood.'],
])('the problem of %j is %j', (columns, problem) => {
  expect(spreadsheetProblem(kind('campaigns'), columns)).toBe(problem);
});
