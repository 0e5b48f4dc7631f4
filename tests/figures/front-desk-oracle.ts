import type { CallHandling, CallRow, Feed, Selection, StaffRow } from './feed-rows.ts';
import type { Oracle } from './oracle.ts';

/* Counted call by call from their definitions. Shares no code with the queries or the rules of the contract. */

const rate = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole));
const grade = (part: number, whole: number, [a, b, c]: readonly [number, number, number]) => {
  if (whole === 0) return 'A';
  const percent = rate(part, whole);
  if (percent >= a) return 'A';
  if (percent >= b) return 'B';
  return percent >= c ? 'C' : 'D';
};
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** How often staff asked for something: not counted when the caller offered it first, or when it is unknown. */
function askedShare(calls: readonly CallRow[], asked: keyof CallHandling, offered: keyof CallHandling) {
  const heard = calls.filter((call) => call[offered] !== true && call[asked] !== '');
  return {
    asked: heard.filter((call) => call[asked] === true).length,
    valid: heard.length,
    offered: calls.filter((call) => call[offered] === true).length,
  };
}

function knownShare(calls: readonly CallRow[], fact: keyof CallHandling) {
  return {
    yes: calls.filter((call) => call[fact] === true).length,
    valid: calls.filter((call) => call[fact] !== '').length,
  };
}

export function handlingOf(oracle: Oracle, calls: readonly CallRow[]) {
  const held = calls.filter((call) => call.placed_on_hold === true);
  const times = held.flatMap(({ hold_seconds }) => (hold_seconds === '' ? [] : [hold_seconds]));
  const seconds = times.reduce((sum, time) => sum + time, 0);
  return {
    calls: calls.length,
    opportunities: calls.filter((call) => oracle.isOpportunity(call)).length,
    appointments: calls.reduce((sum, call) => sum + oracle.countedAppointments(call).length, 0),
    appointmentCalls: calls.filter((call) => oracle.countedAppointments(call).length > 0).length,
    appointment: askedShare(calls, 'asked_for_appointment', 'appointment_caller_mentioned'),
    source: askedShare(calls, 'asked_for_source', 'source_caller_mentioned'),
    additional: askedShare(
      calls,
      'asked_for_additional_appointment',
      'additional_appointment_caller_mentioned',
    ),
    impression: knownShare(calls, 'good_impression'),
    hold: knownShare(calls, 'placed_on_hold'),
    askedToHold: held.filter((call) => call.asked_to_place_on_hold === true).length,
    holdTimes: times.length,
    averageHold: times.length === 0 ? null : Math.round(seconds / times.length),
  };
}
export type Handling = ReturnType<typeof handlingOf>;

export interface MemberCalls {
  member: StaffRow;
  calls: CallRow[];
}

export class FrontDeskOracle {
  readonly #oracle: Oracle;
  readonly #staff: Map<string, StaffRow>;
  readonly #accounts: Map<string, string>;

  /** @param earlier the feed before: a member of staff who was removed since still answered their calls */
  constructor(oracle: Oracle, feed: Feed, earlier: Feed | null = null) {
    this.#oracle = oracle;
    const known = (rows: StaffRow[]) =>
      rows.filter(({ deleted }) => !deleted).map((row) => [row.id, row] as const);
    this.#staff = new Map([...known(earlier?.staff ?? []), ...known(feed.staff)]);
    this.#accounts = new Map(feed.accounts.map(({ id, name }) => [id, name]));
  }

  answered(selection: Selection): CallRow[] {
    return this.#oracle.calls(selection).filter((call) => call.call_answered_by === 'Staff');
  }

  /** Who answered calls of the selection; Unknown is not a name. Sorted by name, ignoring case, then by id. */
  members(selection: Selection): MemberCalls[] {
    const members = new Map<string, MemberCalls>();
    for (const call of this.answered(selection)) {
      const member = this.#staff.get(call.handler_id);
      if (!member || member.account_id !== call.account_id) continue;
      if (member.name.trim().toLowerCase() === 'unknown') continue;
      const of = members.get(member.id) ?? { member, calls: [] };
      of.calls.push(call);
      members.set(member.id, of);
    }
    return [...members.values()].sort(
      (a, b) =>
        compare(a.member.name.toLowerCase(), b.member.name.toLowerCase()) ||
        compare(a.member.id, b.member.id),
    );
  }

  leaderboardRow({ member, calls }: MemberCalls) {
    const handling = handlingOf(this.#oracle, calls);
    const { appointment, source, additional, impression } = handling;
    return {
      callHandlerId: member.id,
      id: member.id,
      name: member.name,
      accountId: member.account_id,
      accountName: this.#accounts.get(member.account_id),
      staffType: member.staff_type === '' ? null : member.staff_type,
      callMadeCount: handling.calls,
      opportunityCallCount: handling.opportunities,
      appointmentsMadeCount: handling.appointments,
      appointmentsCallCount: handling.appointmentCalls,
      conversionRate: rate(handling.appointments, handling.opportunities),
      askedforAppointmentRate: rate(appointment.asked, appointment.valid),
      askedForAppointmentCount: appointment.asked,
      validAskedForAppointment: appointment.valid,
      askedForSourceRate: rate(source.asked, source.valid),
      askedForSourceCount: source.asked,
      validAskedForSource: source.valid,
      goodImpressionRate: rate(impression.yes, impression.valid),
      goodImpressionCount: impression.yes,
      validGoodImpression: impression.valid,
      askedforAdditionalAppointmentRate: rate(additional.asked, additional.valid),
      askedforAdditionalAppointmentCount: additional.asked,
      validAskedForAdditionalAppointment: additional.valid,
    };
  }

  office(selection: Selection) {
    const handling = handlingOf(this.#oracle, this.answered(selection));
    const { appointment, source, additional, impression } = handling;
    const menu = knownShare(this.#oracle.calls(selection), 'interacted_with_ivr');
    return {
      totalCalls: handling.calls,
      appointmentRate: rate(handling.appointmentCalls, handling.opportunities),
      askedForAppointmentRate: rate(appointment.asked, appointment.valid),
      askedForAppointmentCount: appointment.asked,
      validAskedForAppointment: appointment.valid,
      askedForAppointmentCallerMentioned: appointment.offered,
      askedForSourceRate: rate(source.asked, source.valid),
      askedForSourceCount: source.asked,
      validAskedForSource: source.valid,
      askedForSourceCallerMentioned: source.offered,
      askedForGoodImpressionRate: rate(impression.yes, impression.valid),
      askedForGoodImpressionCount: impression.yes,
      validAskedForGoodImpressionCount: impression.valid,
      askedForAdditionalAppointmentRate: rate(additional.asked, additional.valid),
      askedForAdditionalAppointmentCount: additional.asked,
      validAskedForAdditionalAppointment: additional.valid,
      askedForAdditionalAppointmentCallerMentioned: additional.offered,
      callerInteractedWithIVRCount: menu.yes,
      validCallerInteractedWithIVRCount: menu.valid,
    };
  }

  holds(selection: Selection) {
    const { calls, hold, askedToHold, holdTimes, averageHold } = handlingOf(
      this.#oracle,
      this.answered(selection),
    );
    return {
      totalCalls: calls,
      validPlacedOnHold: hold.valid,
      staffPlacedCallerOnHold: hold.yes,
      staffAskedToPlaceOnHold: askedToHold,
      timedHolds: holdTimes,
      averageHoldSeconds: averageHold,
    };
  }

  /** Answers about the price, those with the most calls first, equal ones by name. */
  prices(selection: Selection) {
    const priced = this.answered(selection).filter(({ price_answer }) => price_answer !== '');
    const firsts = priced.map(({ call_date_time }) => Date.parse(call_date_time));
    return {
      records: [...Map.groupBy(priced, ({ price_answer }) => price_answer)]
        .map(([priceAnswer, calls]) => {
          const booked = handlingOf(this.#oracle, calls).appointmentCalls;
          return {
            priceAnswer,
            totalCallCount: calls.length,
            scoreWithAppointmentCount: booked,
            scoreWithoutAppointmentCount: calls.length - booked,
          };
        })
        .sort((a, b) => b.totalCallCount - a.totalCallCount || compare(a.priceAnswer, b.priceAnswer)),
      startDate: firsts.length === 0 ? null : new Date(Math.min(...firsts)).toISOString(),
    };
  }

  share(name: ShareName, calls: readonly CallRow[]) {
    const handling = handlingOf(this.#oracle, calls);
    const { part, whole } = shares[name](handling);
    return {
      total: whole,
      [name]: part,
      [`${name}Percentage`]: rate(part, whole),
      [`${name}Grade`]: grade(part, whole, [86, 70, 60]),
    };
  }

  holdCount(calls: readonly CallRow[]) {
    const { hold, askedToHold } = handlingOf(this.#oracle, calls);
    return {
      total: hold.valid,
      staffPlacedCallerOnHold: hold.yes,
      staffPlacedCallerOnHoldPercentage: rate(hold.yes, hold.valid),
      staffPlacedCallerOnHoldGrade: grade(hold.valid - hold.yes, hold.valid, [85, 70, 30]),
      staffAskedToPlaceOnHold: askedToHold,
      staffAskedToPlaceOnHoldPercentage: rate(askedToHold, hold.yes),
      staffAskedToPlaceOnHoldGrade: grade(askedToHold, hold.yes, [85, 70, 30]),
    };
  }

  holdTime(calls: readonly CallRow[]) {
    const { holdTimes, averageHold } = handlingOf(this.#oracle, calls);
    const mean = averageHold ?? 0;
    return {
      total: holdTimes,
      averageSeconds: averageHold,
      grade: mean <= 30 ? 'A' : mean <= 60 ? 'B' : mean <= 120 ? 'C' : 'D',
    };
  }
}

const shares = {
  goodImpression: ({ impression }: Handling) => ({ part: impression.yes, whole: impression.valid }),
  askedForSource: ({ source }: Handling) => ({ part: source.asked, whole: source.valid }),
  askedForAppointment: ({ appointment }: Handling) => ({ part: appointment.asked, whole: appointment.valid }),
  askedForAdditionalAppointment: ({ additional }: Handling) => ({
    part: additional.asked,
    whole: additional.valid,
  }),
};
export type ShareName = keyof typeof shares;
export const shareNames = Object.keys(shares) as ShareName[];
