import type { OutcomeFilter } from '@mailcall/contract/rules/outcome.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { EventAlertType, AlertInput, AlertItem } from './types.ts';

interface AlertTexts {
  one: string;
  many: string;
  /** Sentence with a day and optional time. */
  sentence: (time: string, item: AlertItem) => string;
  open: string;
  list: OutcomeFilter | null;
}

const from = ({ title, isMailed }: AlertItem) =>
  title === null ? '' : isMailed ? ` From your ${title} postcard.` : ` From ${title}.`;

export const alertTexts: Readonly<Record<EventAlertType, AlertTexts>> = {
  'Missed Call Alert': {
    one: 'Missed call',
    many: 'missed calls',
    sentence: (time, item) => `A call was missed on ${time}.${from(item)}`,
    open: 'Open the call',
    list: 'missed call',
  },
  'New Opportunity Call Alert': {
    one: 'New opportunity call',
    many: 'new opportunity calls',
    sentence: (time, item) => `A call on ${time} was an opportunity.${from(item)}`,
    open: 'Open the call',
    list: 'opportunity',
  },
  'New Appointment Call Alert': {
    one: 'New appointment call',
    many: 'new appointment calls',
    sentence: (time, item) => `A call on ${time} led to an appointment.${from(item)}`,
    open: 'Open the call',
    list: 'appointment',
  },
  'First Opportunity Alert': {
    one: 'First opportunity',
    many: 'first opportunities',
    sentence: (time, { title }) => `${title ?? 'A campaign'} had its first opportunity call on ${time}.`,
    open: 'Open the call',
    list: 'opportunity',
  },
  'En Route Alert': {
    one: 'Mailing on its way',
    many: 'mailings on their way',
    sentence: (time, { title }) =>
      `${title ?? 'A mailing'} was shipped on ${time} and is on its way to homes.`,
    open: 'Open the mailing',
    list: null,
  },
};

/** Number of events with noun: 'Missed call', '12 missed calls', '6 more missed calls'. */
export function eventsText(alertType: EventAlertType, count: number, more = ''): string {
  const { one, many } = alertTexts[alertType];
  return count === 1 && more === ''
    ? one
    : `${thousands(count)} ${more}${count === 1 ? one.toLowerCase() : many}`;
}

/** '2 calls were corrected.'; null without any. */
export function correctedText(input: AlertInput): string | null {
  if (!('corrected' in input) || input.corrected === 0) return null;
  return input.corrected === 1
    ? '1 call was corrected.'
    : `${thousands(input.corrected)} calls were corrected.`;
}

export const unsubscribeOf = ({ account, alertType, receiver, unsubscribeUrl }: AlertInput) => ({
  reason: `${receiver.name} gets the ${alertType} of ${account.name} by email.`,
  label: 'Stop these emails',
  url: unsubscribeUrl,
});
