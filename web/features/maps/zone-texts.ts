import type { MapZone } from '@mailcall/contract/maps.ts';
import { counted, displayedConversionRate } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, type ScoredCalls, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { daysInWords } from '../../ui/days-in-words.ts';

export type Totals = Pick<
  MapZone,
  | 'mailingsCount'
  | 'totalLeads'
  | 'totalAppointments'
  | 'totalCalls'
  | 'totalUnscoredCalls'
  | 'conversionRate'
  | 'firstDeliveryWeek'
  | 'lastDeliveryWeek'
>;

/** Period of the results, whatever dates are selected. */
export const allTime = 'All time';

export const mailingsText = ({ mailingsCount }: Pick<Totals, 'mailingsCount'>): string =>
  mailingsCount === 0 ? 'No delivered mailings' : counted(mailingsCount, 'mailing');

export const resultsText = ({ totalLeads, totalAppointments }: Totals): string =>
  `${counted(totalLeads, 'lead')}, ${counted(totalAppointments, 'appointment')}`;

export function weeksText({ firstDeliveryWeek, lastDeliveryWeek }: Totals): string | null {
  if (firstDeliveryWeek === null || lastDeliveryWeek === null) return null;
  return daysInWords({ startDate: firstDeliveryWeek, endDate: lastDeliveryWeek });
}

type Rated = Pick<Totals, 'conversionRate' | 'totalCalls' | 'totalUnscoredCalls'>;

const callsOf = ({ totalCalls, totalUnscoredCalls }: Rated): ScoredCalls => ({
  calls: totalCalls,
  unscored: totalUnscoredCalls,
});

/** The displayed conversion rate, at most 100 percent; null if more than half of the calls are not scored yet. */
export const displayedRate = (totals: Rated): number | null =>
  isMostlyUnscored(callsOf(totals)) ? null : displayedConversionRate(totals.conversionRate);

export function rateText(totals: Rated): string {
  const rate = displayedRate(totals);
  return rate === null ? unscoredText(callsOf(totals)) : `${rate}%`;
}
