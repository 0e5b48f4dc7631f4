import { describe, expect, test } from 'vitest';
import type { AuditInput, CallInput, HouseholdInput, MailingInput, PatientInput } from './audit-input.ts';
import { matchPatients } from './match-patients.ts';

const square = (from: number, to: number) => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];
const withHole = [square(0, 2), square(0.5, 1.5)];

const household = (given: Partial<HouseholdInput> = {}): HouseholdInput => ({
  id: 'H',
  longitude: 1.8,
  latitude: 1.9,
  approximate: false,
  zip: '28801',
  carrierRoute: null,
  ...given,
});
const patient = (given: Partial<PatientInput> = {}): PatientInput => ({
  id: 'P1',
  householdId: 'H',
  firstName: 'Maria',
  lastName: 'Lopez',
  phones: ['+18285550101', '+18285550109'],
  firstVisit: 130,
  ...given,
});
const mailing = (given: Partial<MailingInput> = {}): MailingInput => ({
  id: 'M',
  zoneId: 'Z',
  delivery: 100,
  ...given,
});
const call = (given: Partial<CallInput> = {}): CallInput => ({
  id: 'K',
  mailingId: 'M',
  time: 0,
  day: 110,
  phone: null,
  callerName: null,
  callerIdName: null,
  appointments: [],
  ...given,
});
const appointment = (given: object = {}) => ({
  id: 'A',
  firstName: null,
  lastName: null,
  phone: null,
  day: 120,
  ...given,
});
const audit = (given: Partial<AuditInput> = {}) =>
  matchPatients({
    households: [household()],
    patients: [patient()],
    zones: [{ id: 'Z', polygons: [withHole], carrierRoutes: ['28801C007'] }],
    mailings: [mailing()],
    calls: [call({ phone: '+18285550101' })],
    matchDays: 180,
    ...given,
  });
const matched = (given: Partial<AuditInput>) =>
  audit(given).matches.map((match) => `${match.id} ${match.class} ${match.rule} ${match.mailingId}`);

test('stores the rule, the ids and the days of a match', () => {
  const result = audit({
    calls: [
      call({ phone: '(828) 555-0101', appointments: [appointment({ id: 'B' }), appointment({ day: 125 })] }),
    ],
  });
  expect(result).toEqual({
    matches: [
      {
        id: 'P1',
        householdId: 'H',
        class: 'strong',
        rule: 'callerPhone',
        mailingId: 'M',
        delivery: 100,
        firstVisit: 130,
        callId: 'K',
        callDay: 110,
        appointmentId: 'A',
        appointmentDay: 125,
      },
    ],
    mailed: [{ householdId: 'H', mailingId: 'M', delivery: 100 }],
  });
});

describe('a call or an appointment', () => {
  test.each<[string, Partial<CallInput>, string[]]>([
    ['with the phone number of the caller', { phone: '+18285550101' }, ['P1 strong callerPhone M']],
    [
      'with the phone number of the appointment',
      { appointments: [appointment({ phone: '828-555-0101' })] },
      ['P1 strong appointmentPhone M'],
    ],
    [
      'with both names of the appointment',
      { appointments: [appointment({ firstName: 'MARIA', lastName: 'López' })] },
      ['P1 strong appointmentName M'],
    ],
    ['with another of the patient’s numbers', { phone: '(828) 555-0109' }, ['P1 strong callerPhone M']],
    [
      'with another of the patient’s numbers in the appointment',
      { appointments: [appointment({ phone: '+18285550109' })] },
      ['P1 strong appointmentPhone M'],
    ],
    ['with the last name of the caller', { callerName: 'Jo Lopez' }, ['P1 weak callerLastName M']],
    ['with the last name of the caller ID', { callerIdName: 'LOPEZ JO' }, ['P1 weak callerIdLastName M']],
    [
      'with the last name of the appointment',
      { appointments: [appointment({ firstName: 'Jo', lastName: 'Lopez' })] },
      ['P1 weak appointmentLastName M'],
    ],
    [
      'with the first name alone',
      { callerName: 'Maria', appointments: [appointment({ firstName: 'Maria' })] },
      [],
    ],
    ['of another number', { phone: '+18285550102' }, []],
    ['of another mailing', { phone: '+18285550101', mailingId: 'other' }, []],
    ['on the day of the delivery', { phone: '+18285550101', day: 100 }, ['P1 strong callerPhone M']],
    ['before the delivery', { phone: '+18285550101', day: 99 }, []],
    ['on the day of the visit', { phone: '+18285550101', day: 130 }, ['P1 strong callerPhone M']],
    ['after the visit', { phone: '+18285550101', day: 131 }, []],
  ])('%s', (_, given, expected) => {
    expect(matched({ calls: [call(given)] })).toEqual(expected);
  });

  test('counts by its best rule', () => {
    const calls = [
      call({ id: 'K1', time: 1, callerName: 'Jo Lopez' }),
      call({ id: 'K2', time: 2, phone: '+18285550101' }),
      call({ id: 'K3', time: 3, phone: '+18285550101' }),
    ];
    expect(audit({ calls }).matches).toMatchObject([{ rule: 'callerPhone', callId: 'K2' }]);
  });
});

describe('a first visit', () => {
  test.each([
    [99, 0],
    [110, 1],
    [280, 1],
    [281, 0],
    [null, 0],
  ])('on day %j has %d matches', (firstVisit, count) => {
    expect(
      matched({
        patients: [patient({ firstVisit })],
        calls: [call({ phone: '+18285550101', day: 99 + Number(firstVisit !== 99) })],
      }),
    ).toHaveLength(count);
  });

  test('counts within the configured days', () => {
    expect(matched({ matchDays: 29 })).toEqual([]);
    expect(matched({ matchDays: 30 })).toHaveLength(1);
  });
});

describe('a household', () => {
  test.each<[string, Partial<HouseholdInput>, string[]]>([
    ['in the shape', {}, ['P1 strong callerPhone M']],
    ['on the border', { longitude: 2 }, ['P1 strong callerPhone M']],
    ['in a hole of the shape', { longitude: 1, latitude: 1 }, []],
    ['outside', { longitude: 3 }, []],
    ['outside, on a route of the zone', { longitude: 3, carrierRoute: 'C007' }, ['P1 strong callerPhone M']],
    ['outside, on another route', { longitude: 3, carrierRoute: '28801C008' }, []],
    [
      'with an approximate location in a ZIP code of the zone',
      { approximate: true },
      ['P1 weak callerPhone M'],
    ],
    [
      'with an approximate location on a route',
      { approximate: true, zip: null, carrierRoute: '28801C007' },
      ['P1 weak callerPhone M'],
    ],
    [
      'with an approximate location on another route of the ZIP code',
      { approximate: true, carrierRoute: 'C008' },
      [],
    ],
    ['with an approximate location in another ZIP code', { approximate: true, zip: '28802' }, []],
    [
      'without a location in a ZIP code of the zone',
      { longitude: null, latitude: null },
      ['P1 weak callerPhone M'],
    ],
  ])('%s', (_, given, expected) => {
    const result = audit({ households: [household(given)] });
    expect(
      result.matches.map((match) => `${match.id} ${match.class} ${match.rule} ${match.mailingId}`),
    ).toEqual(expected);
    expect(result.mailed).toHaveLength(expected.length);
  });

  test('that was mailed without evidence has no match', () => {
    expect(audit({ calls: [] })).toEqual({
      matches: [],
      mailed: [{ householdId: 'H', mailingId: 'M', delivery: 100 }],
    });
  });

  test.each<[string, Partial<PatientInput>, string[]]>([
    ['matches weakly', {}, ['P1 strong callerPhone M', 'P2 weak household M']],
    ['without a first visit does not match', { firstVisit: null }, ['P1 strong callerPhone M']],
    ['who came before the call does not match', { firstVisit: 109 }, ['P1 strong callerPhone M']],
    ['who came too late does not match', { firstVisit: 281 }, ['P1 strong callerPhone M']],
    ['of another household does not match', { householdId: 'H2' }, ['P1 strong callerPhone M']],
  ])('with a strong match: another patient %s', (_, given, expected) => {
    const other = patient({
      id: 'P2',
      firstName: 'Bo',
      lastName: 'Kim',
      phones: [],
      firstVisit: 135,
      ...given,
    });
    expect(
      matched({ households: [household(), household({ id: 'H2' })], patients: [other, patient()] }),
    ).toEqual(expected);
  });
});

describe('of several mailings', () => {
  const mailings = [mailing({ id: 'old', delivery: 90 }), mailing({ id: 'new', delivery: 105 })];
  const both = (given: Partial<CallInput>, later: Partial<CallInput> = given) => [
    call({ id: 'K1', mailingId: 'old', ...given }),
    call({ id: 'K2', mailingId: 'new', ...later }),
  ];

  test('the latest delivery with evidence wins', () => {
    expect(matched({ mailings, calls: both({ phone: '+18285550101' }) })).toEqual([
      'P1 strong callerPhone new',
    ]);
    expect(matched({ mailings, calls: both({ phone: '+18285550101' }, { day: 104 }) })).toEqual([
      'P1 strong callerPhone old',
    ]);
  });

  test('a strong match wins over a later weak one', () => {
    expect(matched({ mailings, calls: both({ phone: '+18285550101' }, { callerName: 'Jo Lopez' }) })).toEqual(
      ['P1 strong callerPhone old'],
    );
  });

  test('the newest one is the one that the household was mailed', () => {
    expect(audit({ mailings, calls: [] }).mailed).toEqual([
      { householdId: 'H', mailingId: 'new', delivery: 105 },
    ]);
  });
});
