import type { PatientListUpload } from '@mailcall/contract/patient-list-uploads.ts';
import type { PatientList, PatientListAudit } from '@mailcall/contract/patient-lists.ts';
import { expect, test } from 'vitest';
import {
  auditLines,
  costLines,
  endText,
  listOrigin,
  listSummary,
  mailedText,
  matchesText,
  mixedLinesText,
  progressText,
  writtenText,
} from './list-texts.ts';

const audit = {
  strongMatches: { total: 12, production: 14_250.4 },
  weakMatches: { total: 1, production: 0 },
  noMatches: { total: 1191, production: -90 },
};
test.each([
  [{ preparing: true, audit: null, summary: { householdCount: 0 } }, 'Locating the households…'],
  [{ preparing: false, audit: null, summary: { householdCount: 1 } }, '1 household · not audited yet'],
  [{ preparing: false, audit, summary: { householdCount: 1204 } }, '1,204 households'],
])('sums up a list', (list, text) => {
  expect(listSummary(list as PatientList)).toBe(text);
});

test('says what an audit found as money, by class', () => {
  expect(auditLines({ preparing: false, audit: audit as PatientListAudit })).toEqual([
    { name: 'Strong matches', remark: '12 households', amount: '$14,250' },
    { name: 'Weak matches', remark: '1 household', amount: '$0' },
    { name: 'No match', remark: '1,191 households', amount: '-$90' },
  ]);
  expect(auditLines({ preparing: true, audit: audit as PatientListAudit })).toEqual([]);
  expect(auditLines({ preparing: false, audit: null })).toEqual([]);
});

const changed = { metadata: { modifiedAt: '2026-11-20T10:00:00Z' }, preparing: false };
const audited = {
  auditedAt: '2026-11-20T10:01:00Z',
  strongMatches: { total: 73, production: 60_000.4 },
  weakMatches: { total: 43, production: 6218 },
  totalCampaigns: 1,
  firstDelivery: '2026-10-05',
  lastDelivery: '2026-10-05',
};
const none = { total: 0, production: 0 };
test.each([
  [audited, '73 strong and 43 weak matches, $66,218 of production from the mailing of Oct 5'],
  [
    { ...audited, weakMatches: none, totalCampaigns: 3, lastDelivery: '2026-11-02' },
    '73 strong matches, $60,000 of production from 3 mailings of Oct 5 to Nov 2',
  ],
  [
    {
      ...audited,
      strongMatches: none,
      weakMatches: { total: 1, production: 90 },
      firstDelivery: null,
      lastDelivery: null,
    },
    '1 weak match, $90 of production from the mailing',
  ],
  [{ ...audited, strongMatches: none, weakMatches: none }, 'No match with a mailing yet'],
  [{ ...audited, auditedAt: '2026-11-20T09:00:00Z' }, null],
  [null, null],
])('an upload ends with what the audit found: %j', (result, text) => {
  expect(matchesText({ ...changed, audit: result } as PatientList)).toBe(text);
});

test.each([
  [3, 12_000, '3 mailings, 12,000 pieces'],
  [1, 1, '1 mailing, 1 piece'],
  [1, 0, '1 mailing'],
  [0, 0, 'No mailing matched'],
])('of %i mailings with %i pieces says %s', (totalCampaigns, totalMailings, text) => {
  expect(mailedText({ totalCampaigns, totalMailings } as PatientListAudit)).toBe(text);
});

test.each([
  ['no mailing', { totalCampaigns: 0, campaignsWithCost: 0, cost: null, returnOnCost: null }, []],
  ['no cost', { totalCampaigns: 3, campaignsWithCost: 0, cost: null, returnOnCost: null }, []],
  [
    'some costs',
    { totalCampaigns: 5, campaignsWithCost: 3, cost: 9740.1, returnOnCost: null },
    [['Cost', 'known for 3 of 5 mailings', '$9,740']],
  ],
  [
    'all costs',
    { totalCampaigns: 2, campaignsWithCost: 2, cost: 5400, returnOnCost: 2.64 },
    [
      ['Cost', '', '$5,400'],
      ['Return', 'from matches, for each dollar', '$2.64'],
    ],
  ],
  [
    'mailings for nothing',
    { totalCampaigns: 1, campaignsWithCost: 1, cost: 0, returnOnCost: null },
    [['Cost', '', '$0']],
  ],
])('with %s says what the mailings cost', (_, known, lines) => {
  expect(
    costLines(known as PatientListAudit).map(({ name, remark, amount }) => [name, remark, amount]),
  ).toEqual(lines);
});

test.each([
  [{ source: 'portal', uploadedBy: 'Dana' }, 'changed Nov 20, 2026, uploaded by Dana'],
  [{ source: 'portal', uploadedBy: null }, 'changed Nov 20, 2026'],
  [{ source: 'feed', uploadedBy: null }, 'changed Nov 20, 2026, kept by the provider'],
] as const)('tells lists apart', (list, text) => {
  expect(listOrigin({ ...list, modifiedAt: '2026-11-21T06:30:00Z' }, 'America/Denver')).toBe(text);
});

const upload = (parts: Partial<PatientListUpload>) =>
  ({
    doneCount: 0,
    totalCount: 0,
    acceptedCount: 0,
    rejectedCount: 0,
    emptiedCount: 0,
    failure: null,
    ...parts,
  }) as PatientListUpload;
test.each([
  [{ state: 'waiting' }, 'Waiting to start…'],
  [{ state: 'reading', doneCount: 2000, totalCount: 12_000 }, 'Reading rows: 2,000 of 12,000'],
  [{ state: 'locating', doneCount: 1, totalCount: 2 }, 'Locating households: 1 of 2'],
  [{ state: 'saving' }, 'Saving the list…'],
] as const)('says how far an upload is', (parts, text) => {
  expect(progressText(upload(parts))).toBe(text);
  expect(endText(upload(parts))).toBeNull();
});

test.each([
  [{ state: 'done', acceptedCount: 5 }, '5 rows were imported.'],
  [{ state: 'done', acceptedCount: 1, rejectedCount: 1 }, '1 row was imported. 1 row was left out.'],
  [
    { state: 'done', acceptedCount: 1, emptiedCount: 1 },
    '1 row was imported. 1 cell could not be read and was left empty.',
  ],
  [
    { state: 'done', acceptedCount: 1200, rejectedCount: 2, emptiedCount: 3000 },
    '1,200 rows were imported. 2 rows were left out, 3,000 cells could not be read and were left empty.',
  ],
  [
    { state: 'unchanged', patientListName: 'March', patientListArchived: true },
    'The archived list March has exactly these rows already. Nothing was changed.',
  ],
  [
    { state: 'unchanged', patientListName: 'March', rejectedCount: 1 },
    'The list March has exactly these rows already. Nothing was changed. 1 row was left out.',
  ],
  [{ state: 'canceled' }, 'The upload was canceled. No list was changed.'],
  [{ state: 'failed', failure: 'None of the rows could be read.' }, 'None of the rows could be read.'],
] as const)('says how an upload has ended', (parts, text) => {
  expect(endText(upload(parts))?.text).toBe(text);
});

test.each([
  ['utf-8', ',', 'Read as UTF-8 with commas between the columns.'],
  ['utf-16le', '\t', 'Read as UTF-16 with tabs between the columns.'],
  ['mixed', ';', 'Read as UTF-8 and Windows-1252 with semicolons between the columns.'],
  ['windows-1252', '^', 'Read as Windows-1252 with “^” between the columns.'],
] as const)('says how a file was read: %s %j', (encoding, delimiter, text) => {
  expect(writtenText({ encoding, delimiter })).toBe(text);
});

test.each([
  [[], 0, null],
  [[1204], 1, 'Line 1,204 is not UTF-8 like the others. It was read as Windows-1252: check its letters.'],
  [
    [3, 4, 9],
    3,
    'Lines 3, 4 and 9 are not UTF-8 like the others. They were read as Windows-1252: check their letters.',
  ],
  [
    [3, 4],
    1002,
    'Lines 3, 4 and 1,000 more are not UTF-8 like the others. They were read as Windows-1252: check their letters.',
  ],
])('names the lines of another encoding: %j of %i', (mixedLines, mixedLineCount, text) => {
  expect(mixedLinesText({ mixedLines, mixedLineCount })).toBe(text);
});
