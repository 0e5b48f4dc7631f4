import type { Design, DesignVersion, ReviewComment } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { describe, expect, test } from 'vitest';
import {
  changedSinceAsked,
  earlierComments,
  numberedComments,
  reviewState,
  whyNotCampaign,
  whyNotDesign,
} from './review-state.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`;

const comment = (id: string, more: Partial<ReviewComment> = {}): ReviewComment => ({
  id,
  versionId: 'v2',
  body: id,
  side: 'front',
  x: 0.5,
  y: 0.5,
  replyTo: null,
  status: 'Pending',
  author: { name: 'Dana' },
  createdDate: at(10),
  lastModifiedDate: at(10),
  revision: 1,
  replies: [],
  mine: false,
  ...more,
});
const reply = (more: Partial<ReviewComment['replies'][number]>): ReviewComment['replies'][number] => ({
  id: 'reply',
  author: { name: 'Jules' },
  body: 'Done.',
  status: 'Accepted',
  createdDate: at(12),
  lastModifiedDate: at(12),
  nextDesignVersionId: 'v2',
  revision: 1,
  mine: false,
  ...more,
});
const version = (number: number, comments: ReviewComment[] = []) =>
  ({
    id: `v${number}`,
    version: number,
    status: 'InReview',
    customerViewed: null,
    createdDate: at(number),
    front: {},
    back: null,
    comments,
  }) as unknown as DesignVersion;
const design = (comments: ReviewComment[] = [], more: Partial<Design> = {}) =>
  ({
    id: 'd',
    archived: false,
    nextReview: 'CustomerReview',
    currentApprovalLevel: 'Marketing Review',
    marketingReviewVersion: 2,
    lastReviewCompleted: null,
    currentVersion: version(2, comments),
    previousVersions: [version(1)],
    openForComments: true,
    ...more,
  }) as Design;

test('Pins are numbered in the order in which they were made, over both sides', () => {
  const comments = [
    comment('b', { createdDate: at(11), side: 'back' }),
    comment('c', { createdDate: at(12) }),
    comment('a', { createdDate: at(10) }),
  ];
  const one = design(comments);
  expect(
    numberedComments(one, version(2, comments)).map(({ number, comment: { id } }) => [number, id]),
  ).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
});

describe('A comment on an earlier version', () => {
  const asked = (more: Partial<ReviewComment>) => {
    const first = version(1, [comment('k', { versionId: 'v1', ...more })]);
    return earlierComments(design([], { previousVersions: [first] })).map(({ status }) => status);
  };
  test.each([
    ['is checked while it is open', {}, ['Pending']],
    ['is done when it was accepted', { status: 'Accepted' as const }, []],
    ['shows the answer of the next version', { replies: [reply({})] }, ['Accepted']],
    [
      'shows what the office decided after the answer',
      { replies: [reply({})], status: 'Rejected' as const, lastModifiedDate: at(13) },
      ['Rejected'],
    ],
    [
      'shows an answer that came after the decision',
      { replies: [reply({})], status: 'Rejected' as const, lastModifiedDate: at(11) },
      ['Accepted'],
    ],
  ])('%s', (_, more, statuses) => {
    expect(asked(more)).toEqual(statuses);
  });
});

describe('A review that asked for changes', () => {
  const sent = (comments: ReviewComment[], more: Partial<Design> = {}) =>
    reviewState(design(comments, { lastReviewCompleted: at(10), ...more }));

  test('of a campaign, whose status does not tell, has nothing to submit', () => {
    expect(sent([comment('a')])).toMatchObject({ decision: 'changes', submittable: false, requested: true });
  });
  test.each([
    ['a new comment', [comment('a'), comment('b', { lastModifiedDate: at(11) })]],
    ['a draft', [comment('a'), comment('b', { status: 'Draft', lastModifiedDate: at(9) })]],
    ['nothing open any more', [comment('a', { status: 'Accepted' })]],
  ])('has with %s', (_, comments) => expect(sent(comments)).toMatchObject({ submittable: true }));
  test('has of a version that came afterwards', () => {
    const next = { ...version(2, [comment('a')]), createdDate: at(11) };
    expect(sent([], { currentVersion: next })).toMatchObject({ submittable: true, requested: false });
  });
});

test.each([
  ['Requested', { front: {} }, false],
  ['Wip', { front: {} }, false],
  ['InReview', { front: null }, false],
  ['Rejected', { front: {} }, true],
  ['InReview', { front: {} }, true],
])('A version that is %s with %j can be approved: %s', (status, faces, submittable) => {
  const one = { ...version(2), status, ...faces } as DesignVersion;
  expect(reviewState(design([], { currentVersion: one }))).toMatchObject({
    open: true,
    decision: 'approved',
    submittable,
  });
});

describe('A review', () => {
  test.each([
    [
      'without comments can approve',
      design(),
      { open: true, decision: 'approved', submittable: true, drafts: 0 },
    ],
    [
      'with a draft asks for changes',
      design([comment('a', { status: 'Draft' })]),
      { open: true, decision: 'changes', submittable: true, drafts: 1, workflow: 'Request' },
    ],
    [
      'counts drafts among the answers',
      design([comment('a', { status: 'Accepted', replies: [reply({ status: 'Draft' })] })]),
      { decision: 'changes', drafts: 1 },
    ],
    [
      'with all accepted can approve',
      design([comment('a', { status: 'Accepted' })]),
      { decision: 'approved', workflow: 'Request' },
    ],
    [
      'with open comments is under review',
      design([comment('a')]),
      { decision: 'changes', workflow: 'Review' },
    ],
    [
      'does not ask for the same changes twice',
      design([comment('a')], {
        currentVersion: { ...version(2, [comment('a')]), status: 'Rejected' },
        lastReviewCompleted: at(15),
      }),
      { open: true, requested: true, submittable: false },
    ],
    [
      'of a campaign whose design was approved can only approve',
      design([comment('a')], { openForComments: false }),
      { open: true, commentable: false, decision: 'approved', submittable: true },
    ],
    [
      'is closed once it is approved',
      design([], { nextReview: 'FinalInspection' }),
      { open: false, approved: true, submittable: false },
    ],
    [
      'is closed when another concept was chosen',
      design([], { archived: true }),
      { open: false, submittable: false },
    ],
  ])('%s', (_, one, expected) => {
    expect(reviewState(one)).toMatchObject(expected);
  });
});

describe('A question that was asked about a design', () => {
  const clean = design();
  const commented = design([comment('a')]);
  const drafted = design([comment('a', { status: 'Draft' })]);
  const next = { currentVersion: version(3), previousVersions: [version(2), version(1)] };
  test.each([
    ['to approve: nothing changed', clean, clean, null],
    ['to approve: a colleague pinned a comment', clean, drafted, 'there are comments to submit now.'],
    ['to approve: a new version came', clean, design([], next), 'a new version has come.'],
    [
      'to approve: a colleague approved it',
      clean,
      design([], { nextReview: 'FinalInspection' }),
      'it was approved.',
    ],
    [
      'to approve: another concept was chosen',
      clean,
      design([], { archived: true }),
      'another concept was chosen.',
    ],
    [
      'to approve: it is not with the customer',
      clean,
      design([], { nextReview: null }),
      'it is not open for review any more.',
    ],
    [
      'to approve: it is made again',
      clean,
      design([], { currentVersion: { ...version(2), status: 'Wip' } }),
      'this version is being made again.',
    ],
    [
      'for changes: a draft more is the same question',
      drafted,
      design([comment('a'), comment('b', { status: 'Draft' })]),
      null,
    ],
    [
      'for changes: all was accepted',
      commented,
      design([comment('a', { status: 'Accepted' })]),
      'no comment is open any more.',
    ],
    [
      'for changes: a colleague asked for them',
      commented,
      design([comment('a')], { lastReviewCompleted: at(15) }),
      'these changes were asked for.',
    ],
    [
      'for changes: a new version came with comments',
      commented,
      design([comment('a')], { ...next, currentVersion: version(3, [comment('a')]) }),
      'a new version has come.',
    ],
  ])('%s', (_, asked, now, words) => {
    expect(changedSinceAsked(asked, now)).toBe(words);
  });
});

test.each([
  ['a design in review', design(), null],
  ['a design in its final inspection', design([], { nextReview: 'FinalInspection' }), null],
  ['no version', design([], { currentVersion: null }), messages.noDesignsSelected],
  ['no stage', design([], { nextReview: null }), messages.designStatusNotSet],
  ['another level', design([], { currentApprovalLevel: 'Copy Review' }), messages.designNotReady],
  ['no marketing review', design([], { marketingReviewVersion: null }), messages.designNotReady],
])('The design page with %s', (_, one, text) => {
  expect(whyNotDesign(one)).toBe(text);
});

test.each([
  ['no design', null, messages.campaignNotReady],
  ['a design in review', design(), null],
  ['an approved design', design([], { nextReview: 'Approved' }), null],
  [
    'a requested design',
    design([], { currentVersion: { ...version(2), status: 'Requested' } }),
    messages.campaignNotReady,
  ],
])('The campaign page with %s', (_, one, text) => {
  expect(whyNotCampaign(one)).toBe(text);
});
