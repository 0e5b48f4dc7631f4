import type { Design, DesignVersion, ReviewComment } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { describe, expect, test } from 'vitest';
import {
  changeSinceConfirmation,
  earlierComments,
  numberedComments,
  reviewState,
  campaignBlockedReason,
  designBlockedReason,
} from './review-state.ts';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`;

const comment = (id: string, more: Partial<ReviewComment> = {}): ReviewComment => ({
  id,
  portalId: null,
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
    nextStep: 'approve',
    ...more,
  }) as Design;

test('numbers pins of both sides in order of creation', () => {
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

describe('a comment on an earlier version', () => {
  const statusesOf = (more: Partial<ReviewComment>) => {
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
    expect(statusesOf(more)).toEqual(statuses);
  });
});

describe('a review', () => {
  const draft = comment('a', { status: 'Draft' });
  const drafted = comment('a', { status: 'Accepted', replies: [reply({ status: 'Draft' })] });
  test.each([
    ['approves when that comes next', design(), { action: 'approve', commentable: true, drafts: 0 }],
    [
      'sends drafts',
      design([draft], { nextStep: 'review' }),
      { action: 'requestChanges', drafts: 1, workflow: 'Request' },
    ],
    [
      'sends drafts among the answers',
      design([drafted], { nextStep: 'review' }),
      { action: 'requestChanges', drafts: 1 },
    ],
    [
      'sends open comments',
      design([comment('a')], { nextStep: 'review' }),
      { action: 'requestChanges', drafts: 0, workflow: 'Review' },
    ],
    [
      'has nothing to send once changes were requested, whatever was accepted since',
      design([comment('a', { status: 'Accepted' })], { nextStep: 'changesRequested' }),
      { action: null, commentable: true },
    ],
    [
      'sends more comments after changes were requested',
      design([draft], { nextStep: 'changesRequested' }),
      { action: 'requestChanges' },
    ],
    ['approves nothing that is being made', design([], { nextStep: 'beingMade' }), { action: null }],
    [
      'sends comments on what is being made',
      design([draft], { nextStep: 'beingMade' }),
      { action: 'requestChanges' },
    ],
    [
      'approves none of several concepts',
      design([], { nextStep: 'chooseConcept' }),
      { action: null, commentable: true },
    ],
    [
      'of a campaign whose design was approved can only approve',
      design([draft], { openForComments: false }),
      { action: 'approve', commentable: false },
    ],
    [
      'is over once it is approved',
      design([draft], { nextStep: 'approved' }),
      { action: null, commentable: false },
    ],
    ['is over once it is printed', design([], { nextStep: 'goneOn' }), { action: null, commentable: false }],
    [
      'is over when another concept was chosen',
      design([draft], { archived: true }),
      { action: null, commentable: false },
    ],
    [
      'of what was not ordered has nothing to decide',
      design([], { nextStep: null }),
      { action: null, commentable: false },
    ],
  ] as const)('%s', (_, one, expected) => {
    expect(reviewState(one)).toMatchObject(expected);
  });
});

describe('an open confirmation', () => {
  const clean = design();
  const commented = design([comment('a')], { nextStep: 'review' });
  const drafted = design([comment('a', { status: 'Draft' })], { nextStep: 'review' });
  const next = { currentVersion: version(3), previousVersions: [version(2), version(1)] };
  test.each([
    ['to approve: nothing changed', clean, clean, null],
    ['to approve: a colleague pinned a comment', clean, drafted, 'there are comments to submit now.'],
    ['to approve: a new version came', clean, design([], next), 'a new version has arrived.'],
    ['to approve: a colleague approved it', clean, design([], { nextStep: 'approved' }), 'it was approved.'],
    ['to approve: it went on', clean, design([], { nextStep: 'goneOn' }), 'it was approved.'],
    [
      'to approve: another concept was chosen',
      clean,
      design([], { archived: true }),
      'another concept was chosen.',
    ],
    [
      'to approve: it is not with the customer',
      clean,
      design([], { nextReview: null, nextStep: 'beingMade' }),
      'it is no longer open for review.',
    ],
    [
      'to approve: it is made again',
      clean,
      design([], { nextStep: 'beingMade' }),
      'this version is being made again.',
    ],
    [
      'to approve: a second concept came',
      clean,
      design([], { nextStep: 'chooseConcept' }),
      'another concept has arrived.',
    ],
    [
      'to approve: a colleague requested changes',
      clean,
      design([comment('a')], { nextStep: 'changesRequested' }),
      'changes were requested.',
    ],
    [
      'for changes: another draft still applies',
      drafted,
      design([comment('a'), comment('b', { status: 'Draft' })], { nextStep: 'review' }),
      null,
    ],
    [
      'for changes: all was accepted',
      commented,
      design([comment('a', { status: 'Accepted' })]),
      'no comment is open now.',
    ],
    [
      'for changes: a colleague requested them',
      commented,
      design([comment('a')], { nextStep: 'changesRequested' }),
      'changes were requested.',
    ],
    [
      'for changes: a new version came with comments',
      commented,
      design([comment('a')], { ...next, nextStep: 'review' }),
      'a new version has arrived.',
    ],
  ])('%s', (_, openedFor, now, text) => {
    expect(changeSinceConfirmation(openedFor, now)).toBe(text);
  });
});

test.each([
  ['a design in review', design(), null],
  ['a design in its final inspection', design([], { nextReview: 'FinalInspection' }), null],
  ['no version', design([], { currentVersion: null }), messages.noDesignsSelected],
  ['no stage', design([], { nextReview: null }), messages.designStatusNotSet],
  ['another level', design([], { currentApprovalLevel: 'Copy Review' }), messages.designNotReady],
  ['no marketing review', design([], { marketingReviewVersion: null }), messages.designNotReady],
])('the design page with %s', (_, one, text) => {
  expect(designBlockedReason(one)).toBe(text);
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
])('the campaign page with %s', (_, one, text) => {
  expect(campaignBlockedReason(one)).toBe(text);
});
