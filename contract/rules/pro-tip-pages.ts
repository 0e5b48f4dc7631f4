import type { ProTip } from '../pro-tips.ts';
import {
  type GradeMode,
  type Grading,
  gradeBands,
  gradingOf,
  holdTimeBands,
  holdTimeText,
} from './grades.ts';

export interface ProTipPage {
  headline: string;
  lead: string;
  dialogue: readonly { speaker: 'caller' | 'you' | 'menu'; text: string }[];
  tips: readonly [ProTipAdvice, ProTipAdvice, ProTipAdvice];
  counted: string;
  graded: Grading | null;
}

export interface ProTipAdvice {
  title: string;
  text: string;
}

export const proTipPages: Readonly<Record<ProTip, ProTipPage>> = {
  'asked-for-appointment': {
    headline: 'Ask for the visit every time',
    lead: 'Most callers are ready to book. They are only waiting for someone to offer a time.',
    dialogue: [
      { speaker: 'caller', text: 'Hi, do you have any openings this week?' },
      {
        speaker: 'you',
        text: 'We do! I can offer you Tuesday at 10 or Wednesday at 4. Which suits you better?',
      },
      { speaker: 'caller', text: 'Wednesday is perfect.' },
    ],
    tips: [
      { title: 'Offer two times', text: 'A choice of two is easier to answer than “When can you come?”' },
      { title: 'Ask early', text: 'Directions and paperwork can follow once the visit is on the calendar.' },
      {
        title: 'Ask once more',
        text: '“I have to think about it” is not a no. Offer to keep a time until tomorrow.',
      },
    ],
    counted: 'Calls that staff answered, without those where the caller asked for an appointment first.',
    graded: 'asked',
  },
  'asked-for-source': {
    headline: 'Find out what made them call',
    lead: 'One short question shows which mailing works, and what is worth sending next.',
    dialogue: [
      { speaker: 'you', text: 'One last thing: how did you hear about us?' },
      { speaker: 'caller', text: 'I think I found you online.' },
      { speaker: 'you', text: 'Did something come in the mail as well? A postcard, perhaps?' },
    ],
    tips: [
      {
        title: 'Ask near the end',
        text: 'The visit is booked and everybody is at ease: nobody minds a question now.',
      },
      {
        title: 'Ask a second time',
        text: '“Online” is often where the number was found, not where the wish began.',
      },
      {
        title: 'Note their own words',
        text: '“The card with the blue house” says far more than “advertising”.',
      },
    ],
    counted: 'Calls that staff answered, without those where the caller named the source first.',
    graded: 'asked',
  },
  'good-impression': {
    headline: 'Smile: it can be heard',
    lead: 'The first ten seconds decide how the rest of the call goes. Make them warm.',
    dialogue: [
      { speaker: 'you', text: 'Good morning, thank you for calling! This is Anna. How can I help you?' },
      { speaker: 'caller', text: 'Hi Anna, my name is Maria. I got your card.' },
      { speaker: 'you', text: 'Lovely to hear from you, Maria. Let me take care of you.' },
    ],
    tips: [
      {
        title: 'By the third ring',
        text: 'Put everything else down, breathe in, smile, and only then pick up.',
      },
      {
        title: 'Thanks, name, help',
        text: 'Thank them, say who you are, ask how you can help. Always in this order.',
      },
      { title: 'Use their name', text: 'Ask for it, write it down, and say it twice before you hang up.' },
    ],
    counted: 'Calls that staff answered and whose first impression was judged.',
    graded: 'asked',
  },
  'asked-for-additional-appointments': {
    headline: 'One call, the whole household',
    lead: 'Whoever books for one often has someone else to book for. Ask while the calendar is open.',
    dialogue: [
      { speaker: 'caller', text: 'Great, Thursday at 3 it is.' },
      {
        speaker: 'you',
        text: 'You are all set! Is anybody else at home due for a visit? I have 3:30 free as well.',
      },
      { speaker: 'caller', text: 'My daughter, actually. Yes, please!' },
    ],
    tips: [
      {
        title: 'First things first',
        text: 'Book the visit they called about. Then ask who else could come along.',
      },
      {
        title: 'Side by side',
        text: 'Offer the time right before or after: one trip for them, two visits for you.',
      },
      { title: 'Leave the door open', text: 'Nobody today? Make a note, and ask again when they come in.' },
    ],
    counted: 'Calls that staff answered, without those where the caller asked for a further visit first.',
    graded: 'asked',
  },
  'interacted-with-ivr': {
    headline: 'Let a person answer first',
    lead: 'A phone menu is one more door. The fewer callers have to open it, the more of them you talk to.',
    dialogue: [
      { speaker: 'menu', text: 'For opening hours, press 1. For billing, press 2. For appointments …' },
      { speaker: 'caller', text: 'Never mind, I will try someone else.' },
      { speaker: 'you', text: 'Thank you for calling! This is Anna. What can I do for you?' },
    ],
    tips: [
      {
        title: 'Booking comes first',
        text: 'If there must be a menu, “press 1 to book” is its first sentence.',
      },
      { title: 'Twenty seconds', text: 'Three choices at most. Hours and directions belong on the website.' },
      {
        title: 'Zero is a person',
        text: 'Always leave a way to the desk, and after hours a promise to call back.',
      },
    ],
    counted: 'All calls: the share of them in which the caller used the phone menu.',
    graded: null,
  },
  'pricing-answers': {
    headline: 'Answer the price with a visit',
    lead: '“How much is it?” is rarely about money alone. Answer honestly, and offer the next step in the same breath.',
    dialogue: [
      { speaker: 'caller', text: 'How much do you charge for that?' },
      {
        speaker: 'you',
        text: 'It depends on what you need, and you will know the exact price before we begin. I have Monday at 9 or Tuesday at 2 to take a look.',
      },
      { speaker: 'caller', text: 'Monday works. Thank you!' },
    ],
    tips: [
      { title: 'Never just a number', text: 'A price on its own ends the call. Say what is included, too.' },
      {
        title: 'Take the worry away',
        text: '“Nothing begins before you know the price” answers the real question.',
      },
      {
        title: 'Name a day',
        text: 'Go straight on to two times. The silence after a price is yours to fill.',
      },
    ],
    counted: 'Calls in which the price was asked: the share of them that booked an appointment.',
    graded: 'pricing',
  },
  'placed-on-hold': {
    headline: 'The best hold is none at all',
    lead: 'Every hold is an invitation to hang up. Most of them can be talked through instead.',
    dialogue: [
      { speaker: 'caller', text: 'Do you have anything this week?' },
      { speaker: 'you', text: 'Let me look while we talk. Are mornings or afternoons better for you?' },
      { speaker: 'caller', text: 'Mornings. I start work at noon.' },
    ],
    tips: [
      {
        title: 'Keep it open',
        text: 'Calendar, price sheet and map are on the screen before the first ring.',
      },
      { title: 'Think aloud', text: 'Say what you are looking for. A friendly voice is never a silence.' },
      {
        title: 'Call back instead',
        text: 'If it takes longer than a minute, offer a time at which you will call.',
      },
    ],
    counted: 'Calls that staff answered: graded is the share of callers who were not placed on hold.',
    graded: 'hold',
  },
  'asked-to-place-on-hold': {
    headline: 'Ask, wait for the yes, then hold',
    lead: 'Being asked is the difference between a short wait and being put aside.',
    dialogue: [
      { speaker: 'you', text: 'I would like to check that for you. May I place you on hold for a minute?' },
      { speaker: 'caller', text: 'Sure, go ahead.' },
      { speaker: 'you', text: 'Thank you, Sam. I will be right back.' },
    ],
    tips: [
      {
        title: 'Wait for the answer',
        text: '“Please hold” and a click is not a question. Let them say yes.',
      },
      {
        title: 'Say why, say how long',
        text: 'Whoever knows what for, and for how long, waits without minding.',
      },
      { title: 'Come back with thanks', text: '“Thank you for waiting, Sam” first, and then the answer.' },
    ],
    counted: 'Calls in which the caller was placed on hold: the share of them who were asked.',
    graded: 'hold',
  },
  'hold-time': {
    headline: 'Keep hold time under one minute',
    lead: 'A minute on hold feels like three. Come back before it is over, even without the answer.',
    dialogue: [
      {
        speaker: 'you',
        text: 'Thank you for waiting, Sam. I am still looking into it. May I call you back at two?',
      },
      { speaker: 'caller', text: 'Two o’clock is fine.' },
      { speaker: 'you', text: 'Wonderful. You will hear from me at two, at this number.' },
    ],
    tips: [
      {
        title: 'Look at the clock',
        text: 'The hold begins, and so does your minute. Keep a timer by the phone.',
      },
      {
        title: 'Back at 45 seconds',
        text: 'Say how it stands and ask: wait a little more, or be called back?',
      },
      { title: 'Promise a time', text: '“At two” is a promise, “later” is not. Then keep it to the minute.' },
    ],
    counted: 'Calls in which the caller was placed on hold: the average time on hold.',
    graded: 'hold time',
  },
};

/** Best first: 'A', '86% and above'. Empty without grades. */
export function gradeTexts(
  card: ProTipPage['graded'],
  mode: GradeMode,
): { grade: 'A' | 'B' | 'C' | 'D'; band: string }[] {
  if (card === null) return [];
  const graded = gradingOf(card, mode);
  if (graded === 'hold time') {
    const { A, B, C } = holdTimeBands;
    return [
      { grade: 'A', band: `up to ${holdTimeText(A)}` },
      { grade: 'B', band: `up to ${holdTimeText(B)}` },
      { grade: 'C', band: `up to ${holdTimeText(C)}` },
      { grade: 'D', band: 'longer' },
    ];
  }
  const { A, B, C } = gradeBands[graded];
  return [
    { grade: 'A', band: `${A}% and above` },
    { grade: 'B', band: `${B} – ${A - 1}%` },
    { grade: 'C', band: `${C} – ${B - 1}%` },
    { grade: 'D', band: `0 – ${C - 1}%` },
  ];
}

const speakerLabels = { caller: 'Caller', you: 'You', menu: 'Phone menu' } as const;

export function proTipText(proTip: ProTip, mode: GradeMode): string {
  const { headline, lead, dialogue, tips, counted, graded } = proTipPages[proTip];
  const bands = gradeTexts(graded, mode);
  return [
    `Pro Tip Training: ${headline}.`,
    lead,
    'How it sounds.',
    ...dialogue.map(({ speaker, text }) => `${speakerLabels[speaker]}: “${text}”`),
    ...tips.map(({ title, text }, index) => `${index + 1}. ${title}. ${text}`),
    `What is counted: ${counted}`,
    ...(bands.length === 0
      ? []
      : [`Grades: ${bands.map(({ grade, band }) => `${grade} ${band}`).join(', ')}.`]),
  ].join(' ');
}
