import { spokenTime } from './local-time.ts';
import type { Random } from './random.ts';
import type { Item, PriceAnswer, Trade } from './trade.ts';

/** What a summary of a call can tell of. */
export interface Told {
  trade: Trade;
  /** First name of the caller; null when it was not caught. */
  caller: string | null;
  staff: string | null;
  /** How the caller came: 'postcard', 'website' …; null when unknown. */
  cameBy: string | null;
  service: Item | null;
  offer: Item | null;
  insurance: Item | null;
  insuranceAccepted: boolean;
  price: PriceAnswer | null;
  /** Local time of the first visit booked. */
  visit: number | null;
  /** How many visits were booked. */
  booked: number;
  /** Why nothing was booked. */
  refusal: string | null;
}

const noAppointment: Record<string, readonly string[]> = {
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
const priceWords: Record<PriceAnswer, string> = {
  'Invited to a Free Consultation': 'was invited to a free consultation to get an exact figure',
  'Gave Exact Price': 'was told the exact price',
  'Gave Price Range': 'was given a price range',
  'Depends on Insurance': 'heard that the price depends on insurance',
  'Will Call Back With Price': 'was promised a call back with a price',
  'Declined to Quote Over the Phone': 'was told that prices are not quoted over the phone',
};

const who = (told: Told) => told.caller ?? 'The caller';

/** The first sentence about somebody who may become a client. */
function opening(told: Told, random: Random): string {
  const name = who(told);
  const wish = told.offer?.phrase ?? told.service?.phrase ?? told.trade.visit;
  const also = told.offer && told.service ? ` and ${told.service.phrase}` : '';
  const detail = random.chance(0.45)
    ? `; ${told.caller ?? 'the caller'} ${random.pick(told.trade.details)}`
    : '';
  const by = told.cameBy;
  const online = by === 'website' || by === 'search ad';
  const openings =
    by === null
      ? [`${name} called to ask about ${wish}${also}`, `${name} is looking for help with ${wish}${also}`]
      : [
          online
            ? `${name} came across the ${by} and asked about ${wish}${also}`
            : `${name} had the ${by} at hand and was interested in ${wish}${also}`,
          `${name} called because of the ${by} and asked about ${wish}${also}`,
          `${name} found the ${told.trade.place} through the ${by} and wanted to know more about ${wish}${also}`,
        ];
  return `${random.pick(openings)}${detail}.`;
}

/** A summary of an opportunity call: what was asked, and whether it ended in an appointment. */
export function opportunitySummary(told: Told, random: Random): string {
  const staff = told.staff ?? 'The team';
  const parts: string[] = [];
  if (told.insurance) {
    parts.push(
      told.insuranceAccepted
        ? `has ${told.insurance.phrase}, which is accepted`
        : `has ${told.insurance.phrase}, which is not accepted here`,
    );
  }
  if (told.price) parts.push(priceWords[told.price]);
  const middle = parts.length > 0 ? ` The caller ${parts.join(' and ')}.` : '';
  if (told.visit !== null) {
    const more = told.booked > 1 ? `, ${told.booked} visits in all` : '';
    const end = random.pick([
      `${staff} booked ${told.trade.visit} for ${spokenTime(told.visit)}${more}.`,
      `Scheduled with ${staff} for ${spokenTime(told.visit)}${more}.`,
      `${staff} offered two times and the caller took ${spokenTime(told.visit)}${more}.`,
    ]);
    return `${opening(told, random)}${middle} ${end}`;
  }
  const reasons = noAppointment[told.refusal ?? ''] ?? ['did not book yet'];
  return `${opening(told, random)}${middle} No appointment: the caller ${random.pick(reasons)}.`;
}

/** A summary of a would-be client whom the office could not serve. */
export function refusedSummary(told: Told, reason: string, random: Random): string {
  const wish = told.service?.phrase ?? told.trade.visit;
  switch (reason) {
    case 'Insurance Not Accepted':
      return `${who(told)} asked about ${wish} and only wanted an office in network with a plan that is not accepted.`;
    case 'Service Not Offered':
      return `${who(told)} needed something that the ${told.trade.place} does not offer and was referred elsewhere.`;
    case 'Outside Service Area':
      return `${who(told)} lives too far away to come in${random.chance(0.5) ? ' and was given the name of somebody closer' : ''}.`;
    default:
      return `${who(told)} only compared prices for ${wish} and did not want to talk about a visit.`;
  }
}

/** A summary of somebody whom the office already knows. */
export function existingSummary(told: Told, reason: string, random: Random): string {
  const staff = told.staff ?? 'the team';
  const name = told.caller ?? `An existing ${told.trade.clientLabel}`;
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
      `${name} had a question after the last visit and ${staff} asked ${told.trade.expert} to call back.`,
      `${name} asked about next steps; ${staff} went through the plan again.`,
      `${name} wanted to know whether some discomfort or noise after the work is normal; ${staff} took down the details.`.replace(
        'discomfort or noise',
        told.trade.key === 'home-services' ? 'noise' : 'discomfort',
      ),
    ]);
  }
  return random.pick([
    `${name} asked for the next free time for a routine visit; ${staff} will send a link to choose from.`,
    `${name} wanted to know when the next visit is due and ${staff} looked it up.`,
    `${name} asked to be put on the list in case something earlier opens up.`,
  ]);
}

/** A summary of a call that moves or cancels an earlier appointment. */
export function movedSummary(told: Told, cancelled: boolean, random: Random): string {
  const staff = told.staff ?? 'the team';
  const name = told.caller ?? 'The caller';
  if (cancelled)
    return `${name} cancelled an upcoming visit${random.chance(0.5) ? ' because of work' : ''} and will call again to find a new time.`;
  return `${name} could not make the scheduled visit; ${staff} moved it to ${told.visit === null ? 'a later day' : spokenTime(told.visit)}.`;
}

/** A summary of a caller who is no client at all. */
export function strangerSummary(reason: string, random: Random): string {
  switch (reason) {
    case 'Solicitor / Vendor':
      return random.pick([
        'A supplier asked to speak with whoever orders for the office.',
        'A sales representative offered a payment terminal and was asked to send an e-mail.',
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

/** A summary of an unwanted call. */
export function spamSummary(random: Random): string {
  return random.pick([
    'A recorded message about a business listing; nobody was on the line.',
    'A robocall offered a line of credit.',
    'The line was silent and the caller hung up after a few seconds.',
    'A recorded voice said that a warranty is about to expire.',
  ]);
}

/** A summary of a message left on voicemail. */
export function messageSummary(told: Told, wantsAppointment: boolean, random: Random): string {
  const wish = told.offer?.phrase ?? told.service?.phrase ?? told.trade.visit;
  const name = who(told);
  return wantsAppointment
    ? random.pick([
        `${name} left a message asking for a call back to schedule, mentioning ${wish}.`,
        `${name} left a voicemail about ${wish} and can be reached all afternoon.`,
        `${name} would like an appointment and left a number; asked about ${wish}.`,
      ])
    : random.pick([
        `${name} left a message and asked to be called back.`,
        `${name} left a short message with a question for the ${told.trade.place}.`,
      ]);
}

/** A summary of a call that ended before anybody spoke. */
export function silentSummary(answeredBy: string, disconnected: boolean, random: Random): string {
  if (answeredBy === 'IVR') {
    return disconnected
      ? 'The caller hung up in the phone menu.'
      : 'The caller chose an option in the phone menu and nobody picked up.';
  }
  if (answeredBy === 'Voicemail') {
    return random.pick([
      'The call went to voicemail and the caller left no message.',
      'The caller hung up when the greeting began.',
    ]);
  }
  return random.pick(['The phone rang and nobody picked up.', 'The caller hung up after several rings.']);
}

/** What was noted when a caller was called back: at most 150 characters. */
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
