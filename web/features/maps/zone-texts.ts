import type { MapZone } from '@mailcall/contract/maps.ts';
import { displayedConversionRate } from '@mailcall/contract/rules/rates.ts';
import { counted } from '../../ui/counted.ts';
import { dayShort } from '../../ui/dates.ts';

/** The results of a zone or an area. */
export type Totals = Pick<
  MapZone,
  | 'mailingsCount'
  | 'totalLeads'
  | 'totalAppointments'
  | 'conversionRate'
  | 'firstDeliveryWeek'
  | 'lastDeliveryWeek'
>;

/** Of which mailings the results of a zone or an area are, whatever dates are selected. */
export const allTime = 'All time';

/** '12 mailings', or what to say without any. */
export const mailingsText = ({ mailingsCount }: Pick<Totals, 'mailingsCount'>): string =>
  mailingsCount === 0 ? 'No delivered mailings' : counted(mailingsCount, 'mailing');

/** '40 leads, 12 appointments'. */
export const resultsText = ({ totalLeads, totalAppointments }: Totals): string =>
  `${counted(totalLeads, 'lead')}, ${counted(totalAppointments, 'appointment')}`;

/** '01/05/26 - 03/09/26', the first and the last week of delivery; null without one. */
export function weeksText({ firstDeliveryWeek, lastDeliveryWeek }: Totals): string | null {
  if (firstDeliveryWeek === null || lastDeliveryWeek === null) return null;
  const first = dayShort(firstDeliveryWeek);
  return firstDeliveryWeek === lastDeliveryWeek ? first : `${first} - ${dayShort(lastDeliveryWeek)}`;
}

/** A conversion rate, at most 100 percent. */
export const rateText = (rate: number): string => `${displayedConversionRate(rate)}%`;
