/** Someone's words about a version, pinned on a face. Answers stand with what they answer. */
export interface Remark {
  side: 'front' | 'back';
  /** Fractions of the face. */
  x: number;
  y: number;
  body: string;
  status: 'Pending' | 'Accepted' | 'Rejected';
  /** Hours after the version was made. */
  after: number;
  author: 'customer' | 'provider';
  answers?: readonly Answer[];
}

/** An answer to a remark. */
export interface Answer {
  body: string;
  status: 'Pending' | 'Accepted' | 'Rejected';
  after: number;
  author: 'customer' | 'provider';
  /** Whether it speaks of what the next version did about it. */
  aboutNext?: boolean;
}

const customer = { author: 'customer' } as const;
const provider = { author: 'provider' } as const;

/** What was said about the first version of the design that is in review. */
export const firstRound: readonly Remark[] = [
  {
    ...customer,
    side: 'front',
    x: 0.3,
    y: 0.42,
    body: 'Can the headline be warmer? This could be any practice in town.',
    status: 'Accepted',
    after: 20,
    answers: [
      {
        ...provider,
        body: 'Rewritten for version 2. It now speaks of the drive over.',
        status: 'Accepted',
        after: 44,
        aboutNext: true,
      },
    ],
  },
  {
    ...customer,
    side: 'front',
    x: 0.16,
    y: 0.86,
    body: 'Our offer is $79 now, not $99.',
    status: 'Accepted',
    after: 21,
    answers: [
      { ...provider, body: 'Changed on both sides.', status: 'Accepted', after: 45, aboutNext: true },
    ],
  },
  {
    ...customer,
    side: 'back',
    x: 0.42,
    y: 0.38,
    body: 'Please add our hours, people always ask.',
    status: 'Accepted',
    after: 22,
    answers: [
      {
        ...provider,
        body: 'There is room beside the three points. See version 2.',
        status: 'Accepted',
        after: 45,
        aboutNext: true,
      },
      { ...customer, body: 'Perfect, thank you!', status: 'Accepted', after: 52 },
    ],
  },
];

/** What was said about its second version. */
export const secondRound: readonly Remark[] = [
  {
    ...customer,
    side: 'front',
    x: 0.76,
    y: 0.5,
    body: 'Could we try a friendlier picture here? The smile looks a bit much.',
    status: 'Accepted',
    after: 18,
    answers: [
      {
        ...provider,
        body: 'Version 3 has our tooth with the sparkles instead.',
        status: 'Accepted',
        after: 40,
        aboutNext: true,
      },
    ],
  },
  {
    ...customer,
    side: 'back',
    x: 0.35,
    y: 0.86,
    body: 'Is this the tracking number for this mailing?',
    status: 'Accepted',
    after: 19,
    answers: [{ ...provider, body: 'Yes, it is this campaign’s own line.', status: 'Accepted', after: 21 }],
  },
];

/** What is being said about its newest version. */
export const openRound: readonly Remark[] = [
  {
    ...customer,
    side: 'front',
    x: 0.27,
    y: 0.62,
    body: 'Love this line. Let us use it on the website too.',
    status: 'Accepted',
    after: 3,
  },
  {
    ...customer,
    side: 'back',
    x: 0.6,
    y: 0.11,
    body: 'Can the return address name the suite? We are in Suite 204.',
    status: 'Pending',
    after: 4,
    answers: [
      {
        ...provider,
        body: 'We can. It would break into a third line; is that all right with you?',
        status: 'Pending',
        after: 7,
      },
    ],
  },
];

/** Why a customer sent a design back. */
export const sentBack: readonly Remark[] = [
  {
    ...customer,
    side: 'front',
    x: 0.5,
    y: 0.4,
    body: 'The colors feel like our old brochure. More copper, less purple, please.',
    status: 'Pending',
    after: 26,
  },
  {
    ...customer,
    side: 'front',
    x: 0.22,
    y: 0.85,
    body: 'Legal asks us to say “on approved credit” wherever a monthly price or a discount stands.',
    status: 'Pending',
    after: 26,
    answers: [
      { ...provider, body: 'Noted. We will set it in small type below.', status: 'Pending', after: 30 },
    ],
  },
  {
    ...customer,
    side: 'back',
    x: 0.1,
    y: 0.4,
    body: 'We no longer have evening appointments on Mondays. Better leave this point out.',
    status: 'Pending',
    after: 27,
  },
];

/** A short approval. */
export const wellDone: readonly Remark[] = [
  {
    ...customer,
    side: 'front',
    x: 0.5,
    y: 0.2,
    body: 'Great work, nothing to change.',
    status: 'Accepted',
    after: 30,
  },
];
