import type { MapZone } from '@mailcall/contract/maps.ts';
import { displayedConversionRate } from '@mailcall/contract/rules/rates.ts';
import { counted } from '../../ui/counted.ts';
import { dayShort } from '../../ui/dates.ts';

export type Totals = Pick<
  MapZone,
  | 'mailingsCount'
  | 'totalLeads'
  | 'totalAppointments'
  | 'conversionRate'
  | 'firstDeliveryWeek'
  | 'lastDeliveryWeek'
>;

/** Period of the results, whatever dates are selected. */
export const allTime = 'All time';

/** '12 mailings', or a text without any. */
export const mailingsText = ({ mailingsCount }: Pick<Totals, 'mailingsCount'>): string =>
  mailingsCount === 0 ? 'No delivered mailings' : counted(mailingsCount, 'mailing');

/** '40 leads, 12 appointments'. */
export const resultsText = ({ totalLeads, totalAppointments }: Totals): string =>
  `${counted(totalLeads, 'lead')}, ${counted(totalAppointments, 'appointment')}`;

/** First and last delivery week, '01/05/26 - 03/09/26'; null without one. */
export function weeksText({ firstDeliveryWeek, lastDeliveryWeek }: Totals): string | null {
  if (firstDeliveryWeek === null || lastDeliveryWeek === null) return null;
  const first = dayShort(firstDeliveryWeek);
  return firstDeliveryWeek === lastDeliveryWeek ? first : `${first} - ${dayShort(lastDeliveryWeek)}`;
}

/** Capped at 100 percent. */
export const rateText = (rate: number): string => `${displayedConversionRate(rate)}%`;
