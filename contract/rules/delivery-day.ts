import type { CampaignGroup } from './campaign-groups.ts';
import { type MailingStatus, stepOf } from './mailing.ts';

/** Dates of a mailing's delivery. */
export interface DeliveryFacts {
  /** `YYYY-MM-DD`, from the feed or the pieces; null if not known. */
  deliveryDate: string | null;
  /** Monday of the delivery week; null if not known. */
  deliveryWeek: string | null;
}

/** Day from which a mailing's calls count, with its source. */
export interface DeliveryDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** `week`: the Monday of the delivery week, because the date is not known. */
  from: 'date' | 'week';
}

/** Delivery date, or Monday of the delivery week; null without either. */
export function deliveryDay({ deliveryDate, deliveryWeek }: DeliveryFacts): DeliveryDay | null {
  if (deliveryDate !== null) return { day: deliveryDate, from: 'date' };
  return deliveryWeek === null ? null : { day: deliveryWeek, from: 'week' };
}

/** Whether results are shown: for delivered campaigns, unless their cards are known not to be mailed. */
export const hasStory = ({
  status,
  campaignGroup,
}: {
  status: MailingStatus | null;
  campaignGroup: CampaignGroup | null;
}): boolean => stepOf(status) === 'delivered' && campaignGroup !== 'non-mailing';
