import { expect, test } from 'vitest';
import { calibrationAgreement, calibrationRows, callIdsIn, rightAnswer } from './calibration.ts';
import { aScore } from './score-form-for-tests.ts';
import { emptyScore, type ScoreValues } from './score-values.ts';

test.each<[text: string, ids: string[]]>([
  ['', []],
  ['  call-1, call-2;call-1\ncall-3 ', ['call-1', 'call-2', 'call-3']],
  ['https://mailcall.example/scoring/call?accounts=a&call=c%20d', ['c d']],
  ['https://mailcall.example/scoreboard/c%2F1?tab=calls#top', ['c/1']],
  ['/calls/c2/', ['c2']],
  ['https://mailcall.example', ['https://mailcall.example']],
  ['/scoreboard/%E0%A4%A', ['/scoreboard/%E0%A4%A']],
])('reads the calls of %j', (text, ids) => {
  expect(callIdsIn(text)).toEqual(ids);
});

const answered: ScoreValues = aScore({
  ...emptyScore,
  answeredBy: 'Staff',
  handler: { id: 's1', name: 'Ana Front' },
  patientType: 'New Patient Opportunity',
  opportunity: true,
  askedForAppointment: true,
  askedForSource: true,
  goodImpression: true,
  followUpOpportunity: false,
  services: [
    { id: 'v1', name: 'Cleaning', acceptance: null },
    { id: 'v2', name: 'Crown', acceptance: null },
  ],
});
const missed: ScoreValues = { ...emptyScore, answeredBy: 'No Answer', patientType: 'Unknown' };

const rowsOf = (...all: ScoreValues[]) =>
  calibrationRows(new Map(all.map((values, place) => [`p${place}`, values])));
const differing = (...all: ScoreValues[]) =>
  rowsOf(...all).flatMap(({ field, isSame }) => (isSame ? [] : [field]));

test.each<[what: string, other: ScoreValues, fields: string[]]>([
  ['the same', answered, []],
  ['another yes', { ...answered, goodImpression: false }, ['goodImpression']],
  ['another summary', { ...answered, highlights: 'Other words.' }, []],
  ['another order of services', { ...answered, services: answered.services.toReversed() }, []],
  ['another spelling of a new name', { ...answered, handler: { id: null, name: 'ANA FRONT' } }, []],
  ['fewer services', { ...answered, services: answered.services.slice(1) }, ['services']],
])('compares %s', (_, other, fields) => {
  expect(differing(answered, other)).toEqual(fields);
});

test('shows a question that one person was not asked as no difference of its own', () => {
  const rows = rowsOf(answered, missed);
  const asked = rows.find(({ field }) => field === 'askedForAppointment');
  expect([asked?.isSame, asked?.answers]).toEqual([
    true,
    new Map([
      ['p0', 'Yes'],
      ['p1', null],
    ]),
  ]);
  expect(differing(answered, missed)).toEqual(
    expect.arrayContaining(['answeredBy', 'patientType', 'opportunity']),
  );
});

test('leaves out what follows from other answers for everybody', () => {
  const fields = rowsOf(missed, missed).map(({ field }) => field);
  expect(fields).toContain('answeredBy');
  expect(fields).not.toContain('opportunity');
});

test('the agreed answer comes before the reference', () => {
  const none = { reference: null, agreed: new Map() };
  expect(rightAnswer('goodImpression', none)).toBeNull();
  expect(rightAnswer('goodImpression', { ...none, reference: missed })).toBeNull();
  expect(rightAnswer('goodImpression', { ...none, reference: answered })).toBe('Yes');
  const agreed = new Map([['goodImpression', 'No'] as const]);
  expect(rightAnswer('goodImpression', { reference: answered, agreed })).toBe('No');
});

test('counts the answers that are the reference’s, and knows nothing below 30 calls', () => {
  const agreed = new Map();
  const call = { own: { ...answered, goodImpression: false }, reference: answered, agreed };
  const few = calibrationAgreement([call, { ...call, own: answered }, { ...call, reference: null }]);
  expect([few.calls, few.answers - few.same, few.share]).toEqual([2, 1, null]);
  const corrected = calibrationAgreement([{ ...call, agreed: new Map([['goodImpression', 'no'] as const]) }]);
  expect(corrected.same).toBe(corrected.answers);
  const many = calibrationAgreement(
    Array.from({ length: 30 }, (_, place) => (place % 2 === 0 ? call : { ...call, own: answered })),
  );
  expect(many.share?.value).toBeCloseTo(many.same / many.answers, 6);
  expect(many.share?.low).toBeLessThan(many.share?.value ?? 0);
});

test('counts a field that only leads answered', () => {
  const agreed = new Map([['goodImpression', 'Yes'] as const]);
  expect(calibrationAgreement([{ own: answered, reference: null, agreed }])).toMatchObject({
    answers: 1,
    same: 1,
  });
  expect(calibrationAgreement([{ own: missed, reference: null, agreed }])).toMatchObject({
    calls: 0,
    answers: 0,
  });
});
