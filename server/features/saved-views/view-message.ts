import { isolated } from '@mailcall/contract/rules/shown-text.ts';
import { weekdayNames } from '@mailcall/contract/time/week-hours.ts';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import type { MailContent } from '@mailcall/contract/rules/mail-layout.ts';

const rhythm = ({ frequency, weekday }: SavedView['mail']): string =>
  frequency === 'weekly' ? `every ${weekdayNames[weekday] ?? 'week'}` : 'on the first of every month';

/** `figures`: counts and rates in a sentence; null if the view has none. No mail has a caller's name. */
export function viewMessage(
  { view, figures }: { view: SavedView; figures: string | null },
  publicUrl: string,
  unsubscribeUrl: string,
): MailContent {
  return {
    subject: `Your view: ${isolated(view.name)}`,
    paragraphs: [`${view.description}.`, ...(figures === null ? [] : [figures])],
    button: { label: 'Open the view', url: `${publicUrl}/views/${view.id}` },
    unsubscribe: {
      reason: `You get this email ${rhythm(view.mail)} because you asked for it.`,
      label: 'Stop these emails',
      url: unsubscribeUrl,
    },
  };
}
