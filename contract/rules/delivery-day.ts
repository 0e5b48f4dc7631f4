import type { CampaignGroup } from './campaign-groups.ts';
import { type MailingStatus, stepOf } from './mailing.ts';

export interface DeliveryFacts {
  /** `YYYY-MM-DD`, from the feed or the pieces. */
  deliveryDate: string | null;
  /** Monday. */
  deliveryWeek: string | null;
}

export interface DeliveryDay {
  day: string;
  /** `week`: the date is not known, so the Monday of the delivery week counts. */
  from: 'date' | 'week';
}

/** The delivery date or else the Monday of the delivery week; null if neither is known. */
export function deliveryDay({ deliveryDate, deliveryWeek }: DeliveryFacts): DeliveryDay | null {
  if (deliveryDate !== null) return { day: deliveryDate, from: 'date' };
  return deliveryWeek === null ? null : { day: deliveryWeek, from: 'week' };
}

/** For delivered campaigns, unless their cards are known not to be mailed. */
export const hasStory = ({
  status,
  campaignGroup,
}: {
  status: MailingStatus | null;
  campaignGroup: CampaignGroup | null;
}): boolean => stepOf(status) === 'delivered' && campaignGroup !== 'non-mailing';
