import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { callTerms } from './call-terms.ts';

const knownTrue = (fact: RawBuilder<unknown>) => sql<SqlBool>`coalesce(${fact}, false)`;
const known = (fact: RawBuilder<unknown>) => sql<SqlBool>`(${fact} is not null)`;
const all = (...conditions: RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

const staffAnswered = callTerms.answered;
interface CountedCall {
  condition: RawBuilder<SqlBool>;
  amount?: RawBuilder<number>;
}
const calls = (...conditions: RawBuilder<unknown>[]): CountedCall => ({ condition: all(...conditions) });
const sumOf = (amount: RawBuilder<number>, ...conditions: RawBuilder<unknown>[]): CountedCall => ({
  condition: all(...conditions),
  amount,
});

/** Excludes calls on which the caller offered it first. `valid` counts calls of which it is known whether staff asked. */
const askedFor = (asked: RawBuilder<unknown>, offered: RawBuilder<unknown>) => {
  const notOffered = sql<SqlBool>`(not ${knownTrue(offered)})`;
  return {
    asked: calls(staffAnswered, notOffered, knownTrue(asked)),
    valid: calls(staffAnswered, notOffered, known(asked)),
    offered: calls(staffAnswered, knownTrue(offered)),
  };
};

const appointment = askedFor(sql`calls.asked_for_appointment`, sql`calls.appointment_caller_mentioned`);
const source = askedFor(sql`calls.asked_for_source`, sql`calls.source_caller_mentioned`);
const additional = askedFor(
  sql`calls.asked_for_additional_appointment`,
  sql`calls.additional_appointment_caller_mentioned`,
);
const onHold = knownTrue(sql`calls.placed_on_hold`);

/** Counts of the calls that staff answered, unless noted. */
export const handlingCounts = {
  calls: calls(staffAnswered),
  opportunities: calls(callTerms.opportunity),
  appointments: sumOf(sql`calls.appointment_count`, staffAnswered),
  appointmentCalls: calls(staffAnswered, callTerms.appointment),
  askedForAppointment: appointment.asked,
  validAskedForAppointment: appointment.valid,
  appointmentOffered: appointment.offered,
  askedForSource: source.asked,
  validAskedForSource: source.valid,
  sourceOffered: source.offered,
  askedForAdditionalAppointment: additional.asked,
  validAskedForAdditionalAppointment: additional.valid,
  additionalAppointmentOffered: additional.offered,
  goodImpression: calls(staffAnswered, knownTrue(sql`calls.good_impression`)),
  validGoodImpression: calls(staffAnswered, known(sql`calls.good_impression`)),
  /** Counted over all calls: the menu comes before the call is answered. */
  interactedWithIvr: calls(knownTrue(sql`calls.interacted_with_ivr`)),
  validInteractedWithIvr: calls(known(sql`calls.interacted_with_ivr`)),
  placedOnHold: calls(staffAnswered, onHold),
  validPlacedOnHold: calls(staffAnswered, known(sql`calls.placed_on_hold`)),
  askedToPlaceOnHold: calls(staffAnswered, onHold, knownTrue(sql`calls.asked_to_place_on_hold`)),
  timedHolds: calls(staffAnswered, onHold, known(sql`calls.hold_seconds`)),
  holdSeconds: sumOf(sql`calls.hold_seconds`, staffAnswered, onHold),
} as const satisfies Record<string, CountedCall>;
export type HandlingCount = keyof typeof handlingCounts;
export const everyCount = Object.keys(handlingCounts) as HandlingCount[];

function countOf({ condition, amount }: CountedCall): RawBuilder<number> {
  return amount
    ? sql`cast(coalesce(sum(${amount}) filter (where ${condition}), 0) as double precision)`
    : sql`cast(count(*) filter (where ${condition}) as integer)`;
}

export const countColumns: RawBuilder<unknown> = sql.join(
  everyCount.map((name) => sql`${countOf(handlingCounts[name])} as ${sql.ref(name)}`),
);
