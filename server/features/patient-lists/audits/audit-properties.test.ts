import { matchRules } from '@mailcall/contract/rules/patient-match.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditByDefinition } from './audit-oracle.ts';
import { auditTotals } from './audit-totals.ts';
import { matchPatients } from './match-patients.ts';
import type { StoredInput } from './read-input.ts';

const ids = <Value>(letter: string, value: fc.Arbitrary<Value>, maxLength: number) =>
  fc
    .array(value, { minLength: maxLength >> 1, maxLength, size: 'max' })
    .map((values) => values.map((given, at) => ({ ...given, id: `${letter}${at}` })));
const oneOf = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const phone = oneOf(null, '+18285550101', '+18285550102', '+18285550103');
const first = oneOf(null, 'Ann', 'Bo', 'Cy');
const last = oneOf(null, 'Lee', 'Kim', 'Fox');
const route = oneOf('C001', 'C002', 'C003');
const zip = oneOf('28801', '28803');
const corner = fc.integer({ min: 0, max: 2 });
const size = fc.integer({ min: 3, max: 6 });
const polygon = fc.tuple(corner, corner, size, size).map(([west, south, width, height]) => {
  const ring = (from: number, side: readonly [number, number]) => [
    [west + from, south + from],
    [west + side[0] - from, south + from],
    [west + side[0] - from, south + side[1] - from],
    [west + from, south + side[1] - from],
    [west + from, south + from],
  ];
  const side = [width + 1, height + 1] as const;
  return Math.min(...side) > 2 ? [ring(0, side), ring(1, side)] : [ring(0, side)];
});

const audits: fc.Arbitrary<StoredInput> = fc
  .record({
    households: ids(
      'H',
      fc.record({
        longitude: fc.integer({ min: 0, max: 6 }).map((x) => x + 0.5),
        latitude: fc.integer({ min: 0, max: 6 }).map((y) => y + 0.3),
        approximate: oneOf(false, false, false, true),
        zip: oneOf<string | null>(null, '28801', '28803'),
        carrierRoute: fc.option(route, { freq: 2 }),
        productionCents: fc.nat({ max: 500 }),
      }),
      4,
    ),
    patients: ids(
      'P',
      fc.record({
        householdId: oneOf('H0', 'H0', 'H1'),
        firstName: first,
        lastName: last,
        phones: fc.uniqueArray(phone, { maxLength: 2 }).map((all) => all.filter((one) => one !== null)),
        firstVisit: fc.option(fc.integer({ min: 5, max: 30 }), { freq: 8 }),
      }),
      10,
    ),
    zones: ids(
      'Z',
      fc.record({
        polygons: fc.array(polygon, { maxLength: 2 }),
        carrierRoutes: fc.array(
          fc.tuple(zip, route).map((parts) => parts.join('')),
          { maxLength: 3 },
        ),
      }),
      3,
    ),
    mailings: ids(
      'M',
      fc.record({ zoneId: oneOf('Z0', 'Z0', 'Z1'), delivery: fc.integer({ min: 0, max: 15 }) }),
      4,
    ),
    calls: ids(
      'K',
      fc.record({
        mailingId: oneOf('M0', 'M0', 'M1', 'M2'),
        time: fc.nat({ max: 5 }),
        day: fc.integer({ min: 3, max: 25 }),
        phone,
        callerName: fc.option(
          fc.tuple(oneOf('Di', 'Ed'), oneOf('Lee', 'Kim')).map((parts) => parts.join(' ')),
        ),
        callerIdName: oneOf(null, 'FOX DI', 'WIRELESS CALLER', 'ED LEE'),
        appointments: fc.array(
          fc.record({
            id: oneOf('A1', 'A2', 'A3'),
            firstName: first,
            lastName: last,
            phone,
            day: fc.constant(null),
          }),
          { maxLength: 2 },
        ),
      }),
      10,
    ).map((calls) =>
      calls.map((call) => ({
        ...call,
        appointments: call.appointments.map((appointment, at) => ({
          ...appointment,
          id: `${call.id}-${at}${appointment.id}`,
        })),
      })),
    ),
    matchDays: oneOf(8, 20),
  })
  .map((input) => ({
    ...input,
    patients: input.patients.filter(({ householdId }) =>
      input.households.some(({ id }) => id === householdId),
    ),
  }));

test('finds what the definition says', () => {
  const found = new Map<string, number>();
  fc.assert(
    fc.property(audits, (input) => {
      const matches = matchPatients(input).matches.map((match) => ({
        id: match.id,
        class: match.class,
        rule: match.rule,
        mailingId: match.mailingId,
        callId: match.callId,
        appointmentId: match.appointmentId,
      }));
      for (const { rule } of matches) found.set(rule, (found.get(rule) ?? 0) + 1);
      expect(matches).toEqual(auditByDefinition(input));
    }),
    { numRuns: 2000 },
  );
  for (const rule of matchRules) expect(found.get(rule)).toBeGreaterThan(5);
});

test('finds the same whatever the order of the rows, no patient or household twice, and totals that add up', () => {
  fc.assert(
    fc.property(audits, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (input, random) => {
      const shuffled = <Value>(rows: readonly Value[]) =>
        rows
          .map((row) => ({ row, at: Number(random.next().value) }))
          .sort((one, other) => one.at - other.at)
          .map(({ row }) => row);
      const result = matchPatients(input);
      expect(
        matchPatients({
          ...input,
          households: shuffled(input.households),
          patients: shuffled(input.patients),
          zones: shuffled(input.zones),
          mailings: shuffled(input.mailings),
          calls: shuffled(input.calls).map((call) => ({
            ...call,
            appointments: shuffled(call.appointments),
          })),
        }),
      ).toEqual(result);
      for (const rows of [
        result.matches.map(({ id }) => id),
        result.mailed.map(({ householdId }) => householdId),
      ])
        expect(new Set(rows).size).toBe(rows.length);
      const { strong, weak, none, matchedPatients } = auditTotals(input.households, result.matches);
      expect(strong.households + weak.households + none.households).toBe(input.households.length);
      expect(strong.productionCents + weak.productionCents + none.productionCents).toBe(
        input.households.reduce((sum, { productionCents }) => sum + productionCents, 0),
      );
      expect(strong.households + weak.households).toBe(
        new Set(result.matches.map(({ householdId }) => householdId)).size,
      );
      const strongMatches = result.matches.filter((match) => match.class === 'strong');
      expect(strong.households).toBe(new Set(strongMatches.map(({ householdId }) => householdId)).size);
      expect(matchedPatients).toBe(result.matches.length);
    }),
    { numRuns: 300 },
  );
});
