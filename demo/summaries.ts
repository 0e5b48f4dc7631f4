import { answerers } from '@mailcall/contract/rules/score-texts.ts';
import { timeText } from './local-time.ts';
import type { Random } from './random.ts';
import type { Item, PriceAnswer, Trade } from './trade.ts';

export interface SummaryDetails {
  trade: Trade;
  caller: string | null;
  staff: string | null;
  sourceName: string | null;
  service: Item | null;
  offer: Item | null;
  insurance: Item | null;
  insuranceAccepted: boolean;
  price: PriceAnswer | null;
  visit: number | null;
  booked: number;
  refusal: string | null;
}

const noAppointmentPhrases: Record<string, readonly string[]> = {
  'Insurance Not Accepted': ['decided to look for an office in network', 'did not want to pay out of pocket'],
  'Price Too High': ['felt the price was more than expected', 'said another quote was lower'],
  'Wants to Check Schedule': [
    'will check a work schedule and call back',
    'needed to look at the calendar first',
  ],
  'No Convenient Time Available': ['could not find a time that worked', 'was hoping for something sooner'],
  'Needs to Speak With Spouse or Parent': [
    'wants to talk it over at home first',
    'will decide together with family',
  ],
  'Staff Did Not Offer an Appointment': [
    'thanked the team and hung up without being offered a time',
    'got the answer, but no time was offered',
  ],
  'Gathering Information Only': [
    'is only comparing options for now',
    'wanted information and is not ready to book',
  ],
};
const pricePhrases: Record<PriceAnswer, string> = {
  'Invited to a Free Consultation': 'was invited to a free consultation to get an exact figure',
  'Gave Exact Price': 'was told the exact price',
  'Gave Price Range': 'was given a price range',
  'Depends on Insurance': 'heard that the price depends on insurance',
  'Will Call Back With Price': 'was promised a call back with a price',
  'Declined to Quote Over the Phone': 'was told that prices are not quoted over the phone',
};

const callerText = (details: SummaryDetails) => details.caller ?? 'The caller';

function openingSentence(details: SummaryDetails, random: Random): string {
  const name = callerText(details);
  const interest = details.offer?.phrase ?? details.service?.phrase ?? details.trade.visit;
  const also = details.offer && details.service ? ` and ${details.service.phrase}` : '';
  const detail = random.chance(0.45)
    ? `; ${details.caller ?? 'the caller'} ${random.pick(details.trade.details)}`
    : '';
  const source = details.sourceName;
  const online = source === 'website' || source === 'search ad';
  const openings =
    source === null
      ? [
          `${name} called to ask about ${interest}${also}`,
          `${name} is looking for help with ${interest}${also}`,
        ]
      : [
          online
            ? `${name} came across the ${source} and asked about ${interest}${also}`
            : `${name} had the ${source} at hand and was interested in ${interest}${also}`,
          `${name} called because of the ${source} and asked about ${interest}${also}`,
          `${name} found the ${details.trade.placeNoun} through the ${source} and wanted to know more about ${interest}${also}`,
        ];
  return `${random.pick(openings)}${detail}.`;
}

export function opportunitySummary(details: SummaryDetails, random: Random): string {
  const staff = details.staff ?? 'The team';
  const parts: string[] = [];
  if (details.insurance) {
    parts.push(
      details.insuranceAccepted
        ? `has ${details.insurance.phrase}, which is accepted`
        : `has ${details.insurance.phrase}, which is not accepted here`,
    );
  }
  if (details.price) parts.push(pricePhrases[details.price]);
  const middle = parts.length > 0 ? ` The caller ${parts.join(' and ')}.` : '';
  if (details.visit !== null) {
    const more = details.booked > 1 ? `, ${details.booked} visits in all` : '';
    const end = random.pick([
      `${staff} booked ${details.trade.visit} for ${timeText(details.visit)}${more}.`,
      `Scheduled with ${staff} for ${timeText(details.visit)}${more}.`,
      `${staff} offered two times and the caller took ${timeText(details.visit)}${more}.`,
    ]);
    return `${openingSentence(details, random)}${middle} ${end}`;
  }
  const reasons = noAppointmentPhrases[details.refusal ?? ''] ?? ['did not book yet'];
  return `${openingSentence(details, random)}${middle} No appointment: the caller ${random.pick(reasons)}.`;
}

export function refusedSummary(details: SummaryDetails, reason: string, random: Random): string {
  const interest = details.service?.phrase ?? details.trade.visit;
  switch (reason) {
    case 'Insurance Not Accepted':
      return `${callerText(details)} asked about ${interest} and only wanted an office in network with a plan that is not accepted.`;
    case 'Service Not Offered':
      return `${callerText(details)} needed something that the ${details.trade.placeNoun} does not offer and was referred elsewhere.`;
    case 'Outside Service Area':
      return `${callerText(details)} lives too far away to come in${random.chance(0.5) ? ' and was given the name of somebody closer' : ''}.`;
    default:
      return `${callerText(details)} only compared prices for ${interest} and did not want to talk about a visit.`;
  }
}

export function existingSummary(details: SummaryDetails, reason: string, random: Random): string {
  const staff = details.staff ?? 'the team';
  const name = details.caller ?? `An existing ${details.trade.clientLabel}`;
  if (reason.endsWith('Billing or Insurance')) {
    return random.pick([
      `${name} had a question about the last bill; ${staff} explained the balance.`,
      `${name} asked why a claim was denied and ${staff} promised to send it again.`,
      `${name} paid an open balance over the phone with ${staff}.`,
    ]);
  }
  if (reason.endsWith('Confirming Appointment')) {
    return random.pick([
      `${name} called to confirm an upcoming visit with ${staff}.`,
      `${name} asked what to bring to the next visit and confirmed the time.`,
      `${name} is running about ten minutes late; ${staff} said that is fine.`,
    ]);
  }
  if (reason.endsWith('Question')) {
    return random.pick([
      `${name} had a question after the last visit and ${staff} asked ${details.trade.expert} to call back.`,
      `${name} asked about next steps; ${staff} went through the plan again.`,
      `${name} wanted to know whether some discomfort or noise after the work is normal; ${staff} took down the details.`.replace(
        'discomfort or noise',
        details.trade.key === 'home-services' ? 'noise' : 'discomfort',
      ),
    ]);
  }
  return random.pick([
    `${name} asked for the next free time for a routine visit; ${staff} will send a link to choose from.`,
    `${name} wanted to know when the next visit is due and ${staff} looked it up.`,
    `${name} asked to be put on the list in case something earlier opens up.`,
  ]);
}

export function movedSummary(details: SummaryDetails, cancelled: boolean, random: Random): string {
  const staff = details.staff ?? 'the team';
  const name = details.caller ?? 'The caller';
  if (cancelled)
    return `${name} cancelled an upcoming visit${random.chance(0.5) ? ' because of work' : ''} and will call again to find a new time.`;
  return `${name} could not make the scheduled visit; ${staff} moved it to ${details.visit === null ? 'a later day' : timeText(details.visit)}.`;
}

export function nonClientSummary(reason: string, random: Random): string {
  switch (reason) {
    case 'Solicitor / Vendor':
      return random.pick([
        'A supplier asked to speak with whoever orders for the office.',
        'A sales representative offered a payment terminal and was asked to send an email.',
        'A vendor followed up on a quote for equipment.',
      ]);
    case 'Wrong Number':
      return random.pick([
        'The caller had dialed the wrong number and apologized.',
        'The caller was looking for a pharmacy with a similar number.',
      ]);
    case 'Job Inquiry':
      return random.pick([
        'The caller asked whether a posted position is still open.',
        'The caller wanted to send a resume and was given an address.',
      ]);
    default:
      return random.pick([
        'Another office called to have records sent over.',
        'An insurance company called to check the details of a claim.',
        'A courier called to find the entrance for a delivery.',
      ]);
  }
}

export function spamSummary(random: Random): string {
  return random.pick([
    'A recorded message about a business listing; nobody was on the line.',
    'A robocall offered a line of credit.',
    'The line was silent and the caller hung up after a few seconds.',
    'A recorded voice said that a warranty is about to expire.',
  ]);
}

export function messageSummary(details: SummaryDetails, wantsAppointment: boolean, random: Random): string {
  const interest = details.offer?.phrase ?? details.service?.phrase ?? details.trade.visit;
  const name = callerText(details);
  return wantsAppointment
    ? random.pick([
        `${name} left a message asking for a call back to schedule, mentioning ${interest}.`,
        `${name} left a voicemail about ${interest} and can be reached all afternoon.`,
        `${name} would like an appointment and left a number; asked about ${interest}.`,
      ])
    : random.pick([
        `${name} left a message and asked to be called back.`,
        `${name} left a short message with a question for the ${details.trade.placeNoun}.`,
      ]);
}

export function silentSummary(answeredBy: string, disconnected: boolean, random: Random): string {
  if (answeredBy === answerers.ivr) {
    return disconnected
      ? 'The caller hung up in the phone menu.'
      : 'The caller chose an option in the phone menu and nobody picked up.';
  }
  if (answeredBy === answerers.voicemail) {
    return random.pick([
      'The call went to voicemail and the caller left no message.',
      'The caller hung up when the greeting began.',
    ]);
  }
  return random.pick(['The phone rang and nobody picked up.', 'The caller hung up after several rings.']);
}

/** At most 150 characters. */
export function callbackSummary(result: string, booked: boolean, reached: boolean, random: Random): string {
  if (booked)
    return random.pick([
      'Reached the caller and booked a visit.',
      'Called back, answered questions and found a time.',
      'Spoke with the caller; first visit scheduled.',
    ]);
  if (reached)
    return random.pick([
      'Spoke with the caller, who has already found another office.',
      'Answered the question; the caller will think about it.',
      'Spoke briefly; the caller asked to be called again next month.',
      'The caller is already taken care of.',
    ]);
  return result.endsWith('Left Voicemail')
    ? random.pick([
        'Left a message with our number and hours.',
        'No answer, left a voicemail and sent a text.',
      ])
    : random.pick(['No answer and the mailbox is full.', 'Rang out twice, no voicemail set up.']);
}
