import type { CallDraft } from './call-draft.ts';
import type { SpokenTurn } from './feed-files.ts';
import { timeText } from './local-time.ts';
import type { PriceAnswer } from './trade.ts';

/** Seconds of the story's end that have transcripts. */
const transcribed = 30 * 86_400;

/** Milliseconds until the office answers, and after the last word. */
const ringing = 2_300;
const silence = 1_000;

const priceAnswers: Record<PriceAnswer, string> = {
  'Invited to a Free Consultation': 'The doctor gives you an exact price at a free consultation.',
  'Gave Exact Price': 'That is $89 with the first visit, everything included.',
  'Gave Price Range': 'It is usually between $90 and $180.',
  'Depends on Insurance': 'That depends on your insurance.',
  'Will Call Back With Price': 'Let me ask, and I will call you back with the price.',
  'Declined to Quote Over the Phone': 'I am sorry, we do not quote prices over the phone.',
};

const refusals: Record<string, string> = {
  'Insurance Not Accepted': 'Then I will look for an office in my network.',
  'Price Too High': 'That is more than I expected.',
  'Wants to Check Schedule': 'I have to check my schedule first.',
  'No Convenient Time Available': 'I had hoped for something sooner.',
  'Needs to Speak With Spouse or Parent': 'I want to talk it over at home first.',
};

function caseOf(reason: string): readonly [caller: string, office: string] | null {
  if (reason.endsWith('Billing or Insurance'))
    return ['I have a question about my last bill.', 'Let me look at your account with you.'];
  if (reason.endsWith('Confirming Appointment'))
    return ['I want to confirm my next visit.', 'Yes, we have you down. See you then.'];
  if (reason.endsWith('Question'))
    return ['I have a question after my last visit.', 'I will write it down, and somebody calls you back.'];
  return null;
}

type Line = readonly [speaker: SpokenTurn['speaker'], text: string];

function leadLines({ summary }: CallDraft): Line[] {
  const { trade, service, offer, insurance, insuranceAccepted, price, visit, refusal, sourceName } = summary;
  const lines: Line[] = [
    [
      'Caller',
      `Hi${summary.caller === null ? '' : `, this is ${summary.caller}`}. I am calling about ${offer?.phrase ?? service?.phrase ?? trade.visit}.`,
    ],
    ['Agent', 'Happy to help. How did you hear about us?'],
    ['Caller', sourceName === null ? 'From a friend.' : `I saw your ${sourceName}.`],
  ];
  if (insurance) {
    lines.push(['Caller', `Do you take ${insurance.phrase}?`]);
    lines.push(['Agent', insuranceAccepted ? 'Yes, we do.' : 'I am sorry, we do not take that plan.']);
  }
  if (price) lines.push(['Caller', 'How much would that be?'], ['Agent', priceAnswers[price]]);
  if (visit === null)
    lines.push(['Caller', `${refusals[refusal ?? ''] ?? 'Thank you, I only wanted to know.'} Goodbye.`]);
  else
    lines.push(
      ['Agent', 'Would you like to come in?'],
      ['Caller', 'Yes, please.'],
      ['Agent', `I have you down for ${timeText(visit)}. See you then.`],
    );
  return lines;
}

/** Of calls that staff answered in the last days and that have a recording. Draws no random numbers: the rest of the story stays equal. */
export function spokenTurns(draft: CallDraft): SpokenTurn[] {
  const { call, summary, context, local } = draft;
  if (typeof call.audio !== 'string' || call.call_answered_by !== 'Staff') return [];
  if (context.now - local > transcribed) return [];
  const others = caseOf(String(call.non_opportunity_reason ?? ''));
  if (call.opportunity !== true && others === null) return [];
  const lines: Line[] = [
    ['Agent', `Thank you for calling ${context.office.name}, this is ${summary.staff}. How can I help you?`],
    ...(others ? [['Caller', others[0]] as const, ['Agent', others[1]] as const] : leadLines(draft)),
  ];
  const characters = lines.reduce((sum, [, text]) => sum + text.length, 0);
  const spoken = call.duration_seconds * 1000 - ringing - silence;
  let at = ringing;
  return lines.map(([speaker, text]) => {
    const from = at;
    at += (spoken * text.length) / characters;
    return { speaker, from_ms: Math.round(from), to_ms: Math.round(at - 150), text };
  });
}
