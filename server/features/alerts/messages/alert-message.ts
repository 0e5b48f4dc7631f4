import { thousands } from '@mailcall/contract/rules/rates.ts';
import { clockInZone } from '@mailcall/contract/rules/office-time.ts';
import { layOut } from '../../outbox/index.ts';
import { callListPath, campaignsPath } from './alert-paths.ts';
import { alertTexts, eventsText } from './alert-texts.ts';
import { alertTime } from './alert-times.ts';
import { performanceMessage } from './performance-message.ts';
import { textMessage } from './text-message.ts';
import type { AlertContext, AlertInput, AlertItem, AlertMessage, EventAlertType } from './types.ts';

/** Events that a mail lists at most; the others are behind its link to all of them. */
const maxListed = 20;

type EventInput = Exclude<AlertInput, { kind: 'performance' }>;

/** Whether the events of a type happen at a time; a mailing is shipped on a day. */
const hasTime = (alertType: EventAlertType) => alertType !== 'En Route Alert';

/** The UTC days that contain all events, like the dates of every screen. */
function daysOf(items: readonly AlertItem[]) {
  const days = items.map(({ at }) => at.toISOString().slice(0, 10)).sort();
  return { startDate: days[0] ?? '', endDate: days.at(-1) ?? '' };
}

/** The page that shows all events of a message. */
function pathOfAll({ account, alertType, items }: EventInput): string {
  const [first] = items;
  if (first && items.length === 1) return first.path;
  const { list } = alertTexts[alertType];
  return list === null ? campaignsPath(account.id) : callListPath(account.id, daysOf(items), list);
}

/** An event in a list: when, and from which campaign. */
function itemText({ title, at }: AlertItem, { account, alertType }: EventInput): string {
  const time = alertTime(at, account.timeZone, hasTime(alertType) ? 'short' : 'dayShort');
  return title === null ? time : `${time}: ${title}`;
}

/** The start of the subject, and the title in the history of alerts: 'Missed call', '6 more missed calls'. */
function titleOf(input: EventInput): string {
  const { kind, alertType, items } = input;
  if (kind === 'digest') return `${input.frequency} summary: ${eventsText(alertType, items.length)}`;
  return eventsText(alertType, items.length, kind === 'collected' ? 'more ' : '');
}

/** Why a person gets an alert, and the address that switches it off. */
export const unsubscribeOf = (input: Pick<AlertInput, 'alertType' | 'unsubscribeUrl'> & AlertContext) => ({
  reason: `${input.receiver.name} gets the ${input.alertType} of ${input.account.name} by e-mail.`,
  label: 'Stop these e-mails',
  url: input.unsubscribeUrl,
});

function eventMessage(input: EventInput): AlertMessage {
  const { account, alertType, items, kind, provider, publicUrl } = input;
  const texts = alertTexts[alertType];
  const title = titleOf(input);
  const [first] = items;
  const single = items.length === 1 ? first : undefined;
  const time = (at: Date) => alertTime(at, account.timeZone, hasTime(alertType) ? 'sentence' : 'daySentence');
  const url = publicUrl + pathOfAll(input);
  const listed = single ? [] : items.slice(0, maxListed);
  const subject = `${title} at ${account.name}${kind === 'event' && first ? `, ${alertTime(first.at, account.timeZone, hasTime(alertType) ? 'short' : 'dayShort')}` : ''}`;
  const left = items.length - listed.length;
  const mail = layOut(provider, {
    subject,
    paragraphs: single
      ? [`${account.name}: ${texts.sentence(time(single.at), single.title)}`]
      : [`${title} at ${account.name}.${left > 0 ? ` The first ${thousands(maxListed)}:` : ''}`],
    links: listed.map((item) => ({ label: itemText(item, input), url: publicUrl + item.path })),
    button: { label: single ? texts.open : 'Open all of them', url },
    unsubscribe: unsubscribeOf(input),
  });
  const when = single
    ? clockInZone(single.at, account.timeZone) &&
      alertTime(single.at, account.timeZone, hasTime(alertType) ? 'short' : 'dayShort')
    : null;
  return {
    title: when ? `${title}, ${when}` : title,
    email: { subject, ...mail },
    sms: textMessage(`${title} at`, account.name, when ? `, ${when}` : '', url),
  };
}

/** Writes the message of an alert. A Performance Breakdown loads its layout when the first one is written. */
export async function alertMessage(input: AlertInput): Promise<AlertMessage> {
  return input.kind === 'performance' ? performanceMessage(input) : eventMessage(input);
}
