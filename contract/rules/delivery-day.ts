import type { CampaignGroup } from './campaign-groups.ts';
import { type MailingStatus, stepOf } from './mailing.ts';

/** What is known of when a mailing was delivered. */
export interface DeliveryFacts {
  /** `YYYY-MM-DD`: the feed's, else what its pieces tell; null when neither is known. */
  deliveryDate: string | null;
  /** Monday of the week of delivery; null when not known. */
  deliveryWeek: string | null;
}

/** The day from which the calls of a mailing are counted, and what it was taken from. */
export interface DeliveryDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** `date`: the delivery date. `week`: the Monday of the delivery week, because the date is not known. */
  from: 'date' | 'week';
}

/** The day a mailing was delivered: its delivery date, else the Monday of its delivery week; null when neither is known. */
export function deliveryDay({ deliveryDate, deliveryWeek }: DeliveryFacts): DeliveryDay | null {
  if (deliveryDate !== null) return { day: deliveryDate, from: 'date' };
  return deliveryWeek === null ? null : { day: deliveryWeek, from: 'week' };
}

/** Whether results since delivery are shown: of a delivered campaign, unless it is known that its cards are not mailed. */
export const hasStory = ({
  status,
  campaignGroup,
}: {
  status: MailingStatus | null;
  campaignGroup: CampaignGroup | null;
}): boolean => stepOf(status) === 'delivered' && campaignGroup !== 'non-mailing';
