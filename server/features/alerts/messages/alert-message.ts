import { daysAt, dayZones } from '@mailcall/contract/time/days.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { layOut } from '@mailcall/contract/rules/mail-layout.ts';
import { textMessage } from '../../outbox/index.ts';
import { callListPath, campaignsPath } from './alert-paths.ts';
import { alertTexts, correctedText, eventsText, unsubscribeOf } from './alert-texts.ts';
import { eventTime, eventTimeInMail, itemText } from './alert-times.ts';
import { performanceMessage } from './performance-message.ts';
import type { AlertInput, AlertItem, AlertMessage } from './types.ts';

const maxListed = 20;

type EventInput = Exclude<AlertInput, { kind: 'performance' }>;

function daysOf({ items, account, dayMode }: EventInput) {
  const zones = dayZones(dayMode, [account.timeZone]);
  const days = items.map(({ at }) => daysAt(at, zones).endDate).sort();
  return { startDate: days[0] ?? '', endDate: days.at(-1) ?? '' };
}

/** 'Missed call', '6 more missed calls', 'Daily summary: 4 missed calls'. */
function titleOf(input: EventInput): string {
  const { kind, alertType, items } = input;
  if (kind === 'digest') return `${input.frequency} summary: ${eventsText(alertType, items.length)}`;
  return eventsText(alertType, items.length, kind === 'collected' ? 'more ' : '');
}

/** Mailings have no scores. */
function correctionsOf(input: EventInput): string[] {
  const text = input.alertType === 'En Route Alert' ? null : correctedText(input);
  return text === null ? [] : [text];
}

function singleMessage(input: EventInput, item: AlertItem): AlertMessage {
  const { account, alertType } = input;
  const { sentence, open } = alertTexts[alertType];
  const { timeZone } = account;
  const time = eventTime(item.at, { timeZone, alertType, form: 'short' });
  const timeInMail = (form: 'long' | 'short') => eventTimeInMail(item.at, { timeZone, alertType, form });
  const what = titleOf(input);
  const url = input.publicUrl + item.path;
  const subject = `${what} at ${account.name}, ${timeInMail('short')}`;
  const mail = layOut(input, {
    subject,
    paragraphs: [account.name, sentence(timeInMail('long'), item), ...correctionsOf(input)],
    button: { label: open, url },
    unsubscribe: unsubscribeOf(input),
  });
  return {
    title: `${what}, ${time}`,
    path: item.path,
    unsubscribeUrl: input.unsubscribeUrl,
    email: { subject, ...mail },
    sms: textMessage((name) => `${what} at ${name}, ${time}`, account.name, url),
  };
}

function listMessage(input: EventInput): AlertMessage {
  const { account, alertType, items, publicUrl } = input;
  const { list } = alertTexts[alertType];
  const what = titleOf(input);
  const line = (name: string) => `${what} at ${name}`;
  const path = list === null ? campaignsPath(account.id) : callListPath(account.id, daysOf(input), list);
  const url = publicUrl + path;
  const listed = items.slice(0, maxListed);
  const subject = line(account.name);
  const mail = layOut(input, {
    subject,
    paragraphs: [
      account.name,
      ...correctionsOf(input),
      items.length > listed.length ? `${what}. The first ${thousands(listed.length)}:` : `${what}.`,
    ],
    links: listed.map((item) => ({
      label: itemText(item, account.timeZone, alertType),
      url: publicUrl + item.path,
    })),
    button: { label: 'See all', url },
    unsubscribe: unsubscribeOf(input),
  });
  return {
    title: what,
    path,
    unsubscribeUrl: input.unsubscribeUrl,
    email: { subject, ...mail },
    sms: textMessage(line, account.name, url),
  };
}

export function alertMessage(input: AlertInput): AlertMessage {
  if (input.kind === 'performance') return performanceMessage(input);
  const [first] = input.items;
  return first && input.items.length === 1 ? singleMessage(input, first) : listMessage(input);
}
