export interface PinnedComment {
  side: 'front' | 'back';
  /** Position as fractions of the face. */
  x: number;
  y: number;
  body: string;
  status: 'Pending' | 'Accepted' | 'Rejected';
  /** Hours after the version. */
  hoursAfter: number;
  author: 'customer' | 'provider';
  replies?: readonly CommentReply[];
}

export interface CommentReply {
  body: string;
  status: 'Pending' | 'Accepted' | 'Rejected';
  hoursAfter: number;
  author: 'customer' | 'provider';
  isAboutNextVersion?: boolean;
}

const customer = { author: 'customer' } as const;
const provider = { author: 'provider' } as const;

export const firstRoundComments: readonly PinnedComment[] = [
  {
    ...customer,
    side: 'front',
    x: 0.3,
    y: 0.42,
    body: 'Can the headline be warmer? This could be any practice in town.',
    status: 'Accepted',
    hoursAfter: 20,
    replies: [
      {
        ...provider,
        body: 'Rewritten for version 2. It now speaks of the drive over.',
        status: 'Accepted',
        hoursAfter: 44,
        isAboutNextVersion: true,
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
    hoursAfter: 21,
    replies: [
      {
        ...provider,
        body: 'Changed on both sides.',
        status: 'Accepted',
        hoursAfter: 45,
        isAboutNextVersion: true,
      },
    ],
  },
  {
    ...customer,
    side: 'back',
    x: 0.42,
    y: 0.38,
    body: 'Please add our hours, people always ask.',
    status: 'Accepted',
    hoursAfter: 22,
    replies: [
      {
        ...provider,
        body: 'There is room beside the three points. See version 2.',
        status: 'Accepted',
        hoursAfter: 45,
        isAboutNextVersion: true,
      },
      { ...customer, body: 'Perfect, thank you!', status: 'Accepted', hoursAfter: 52 },
    ],
  },
];

export const secondRoundComments: readonly PinnedComment[] = [
  {
    ...customer,
    side: 'front',
    x: 0.76,
    y: 0.5,
    body: 'Could we try a friendlier picture here? The smile looks a bit much.',
    status: 'Accepted',
    hoursAfter: 18,
    replies: [
      {
        ...provider,
        body: 'Version 3 has our tooth with the sparkles instead.',
        status: 'Accepted',
        hoursAfter: 40,
        isAboutNextVersion: true,
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
    hoursAfter: 19,
    replies: [
      { ...provider, body: 'Yes, it is this campaign’s own line.', status: 'Accepted', hoursAfter: 21 },
    ],
  },
];

export const openRoundComments: readonly PinnedComment[] = [
  {
    ...customer,
    side: 'front',
    x: 0.27,
    y: 0.62,
    body: 'Love this line. Let us use it on the website too.',
    status: 'Accepted',
    hoursAfter: 3,
  },
  {
    ...customer,
    side: 'back',
    x: 0.6,
    y: 0.11,
    body: 'Can the return address name the suite? We are in Suite 204.',
    status: 'Pending',
    hoursAfter: 4,
    replies: [
      {
        ...provider,
        body: 'We can. It would break into a third line; is that all right with you?',
        status: 'Pending',
        hoursAfter: 7,
      },
    ],
  },
];

export const rejectionComments: readonly PinnedComment[] = [
  {
    ...customer,
    side: 'front',
    x: 0.5,
    y: 0.4,
    body: 'The colors feel like our old brochure. More copper, less purple, please.',
    status: 'Pending',
    hoursAfter: 26,
  },
  {
    ...customer,
    side: 'front',
    x: 0.22,
    y: 0.85,
    body: 'Legal asks us to say “on approved credit” wherever a monthly price or a discount stands.',
    status: 'Pending',
    hoursAfter: 26,
    replies: [
      { ...provider, body: 'Noted. We will set it in small type below.', status: 'Pending', hoursAfter: 30 },
    ],
  },
  {
    ...customer,
    side: 'back',
    x: 0.1,
    y: 0.4,
    body: 'We no longer have evening appointments on Mondays. Better leave this point out.',
    status: 'Pending',
    hoursAfter: 27,
  },
];

export const approvalComments: readonly PinnedComment[] = [
  {
    ...customer,
    side: 'front',
    x: 0.5,
    y: 0.2,
    body: 'Great work, nothing to change.',
    status: 'Accepted',
    hoursAfter: 30,
  },
];
