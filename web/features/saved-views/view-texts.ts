import { weekdayNames } from '@mailcall/contract/rules/weekdays.ts';
import type { SavedView } from '@mailcall/contract/saved-views.ts';

/** Owner of a view shared by a colleague; '' for the user's own. */
export const ownerText = ({ isOwn, ownerName }: SavedView): string =>
  isOwn ? '' : `by ${ownerName ?? 'a former colleague'}`;

/** When the user gets a view's link by mail; '' for never. */
export function mailText({ mail: { frequency, weekday } }: SavedView): string {
  if (frequency === 'off') return '';
  return frequency === 'monthly' ? 'Mailed monthly' : `Mailed on ${weekdayNames[weekday] ?? ''}s`;
}
