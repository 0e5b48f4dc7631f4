import type { PatientListUpload } from '@mailcall/contract/patient-list-uploads.ts';
import type { PatientList } from '@mailcall/contract/patient-lists.ts';
import { expect, test } from 'vitest';
import { endText, listOrigin, listSummary, progressText } from './list-texts.ts';

const audit = (strong: number, weak: number) => ({
  strongMatches: { total: strong },
  weakMatches: { total: weak },
});
test.each([
  [{ preparing: true, audit: null, summary: { householdCount: 0 } }, 'Locating the households…'],
  [{ preparing: false, audit: null, summary: { householdCount: 1 } }, '1 household · not audited yet'],
  [
    { preparing: false, audit: audit(0, 0), summary: { householdCount: 1204 } },
    '1,204 households · no matches',
  ],
  [
    { preparing: false, audit: audit(12, 1), summary: { householdCount: 1204 } },
    '1,204 households · 12 strong, 1 weak match',
  ],
])('sums up a list', (list, text) => {
  expect(listSummary(list as PatientList)).toBe(text);
});

test.each([
  [{ source: 'portal', uploadedBy: 'Dana' }, 'changed Nov 20, 2026, uploaded by Dana'],
  [{ source: 'portal', uploadedBy: null }, 'changed Nov 20, 2026'],
  [{ source: 'feed', uploadedBy: null }, 'changed Nov 20, 2026, kept by the provider'],
] as const)('tells lists apart', (list, text) => {
  expect(listOrigin({ ...list, modifiedAt: '2026-11-20T12:00:00Z' })).toBe(text);
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
