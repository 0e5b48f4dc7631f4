import type {
  callOnHoldMetrics,
  OfficeHandlingRate,
  pricingRelatedAnswer,
} from '@mailcall/contract/front-desk.ts';
import { conversionRate, meanSeconds, percent } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { compareText } from '../../platform/sort-order.ts';
import type { HandlingCounts, PriceRow } from '../figures/index.ts';

export const presentOffice = (row: HandlingCounts): OfficeHandlingRate => ({
  totalCalls: row.calls,
  appointmentRate: conversionRate(row.appointmentCalls, row.opportunities),
  askedForAppointmentRate: percent(row.askedForAppointment, row.validAskedForAppointment),
  askedForAppointmentCount: row.askedForAppointment,
  validAskedForAppointment: row.validAskedForAppointment,
  askedForAppointmentCallerMentioned: row.appointmentOffered,
  askedForSourceRate: percent(row.askedForSource, row.validAskedForSource),
  askedForSourceCount: row.askedForSource,
  validAskedForSource: row.validAskedForSource,
  askedForSourceCallerMentioned: row.sourceOffered,
  askedForGoodImpressionRate: percent(row.goodImpression, row.validGoodImpression),
  askedForGoodImpressionCount: row.goodImpression,
  validAskedForGoodImpressionCount: row.validGoodImpression,
  askedForAdditionalAppointmentRate: percent(
    row.askedForAdditionalAppointment,
    row.validAskedForAdditionalAppointment,
  ),
  askedForAdditionalAppointmentCount: row.askedForAdditionalAppointment,
  validAskedForAdditionalAppointment: row.validAskedForAdditionalAppointment,
  askedForAdditionalAppointmentCallerMentioned: row.additionalAppointmentOffered,
  callerInteractedWithIVRCount: row.interactedWithIvr,
  validCallerInteractedWithIVRCount: row.validInteractedWithIvr,
});

export const presentHolds = (row: HandlingCounts): RouteReply<typeof callOnHoldMetrics>['metrics'] => ({
  totalCalls: row.calls,
  validPlacedOnHold: row.validPlacedOnHold,
  staffPlacedCallerOnHold: row.placedOnHold,
  staffAskedToPlaceOnHold: row.askedToPlaceOnHold,
  timedHolds: row.timedHolds,
  averageHoldSeconds: meanSeconds(row.holdSeconds, row.timedHolds),
});

/** Prices by number of calls, most first; ties by name. */
export function presentPrices(
  rows: readonly PriceRow[],
): Omit<RouteReply<typeof pricingRelatedAnswer>, 'meta'> {
  const first = rows.map((row) => row.first.getTime()).sort((a, b) => a - b)[0];
  return {
    records: rows
      .map((row) => ({
        priceAnswer: row.price_answer,
        totalCallCount: row.calls,
        scoreWithAppointmentCount: row.appointment_calls,
        scoreWithoutAppointmentCount: row.calls - row.appointment_calls,
      }))
      .sort((a, b) => b.totalCallCount - a.totalCallCount || compareText(a.priceAnswer, b.priceAnswer)),
    startDate: first === undefined ? null : new Date(first).toISOString(),
  };
}
