import { describe, expect, test } from 'vitest';
import {
  isAwaitingChoice,
  campaignDesignStatus,
  isCampaignDesignVisible,
  campaignReviewStage,
  commentStatus,
  countsAsApproved,
  countsAsRequested,
  isVisibleToCustomer,
  decidingComments,
  marketingReview,
  reviewDecision,
  reviewWorkflow,
  displayedCommentStatus,
} from './review.ts';

const day = '2026-03-04';

test.each([
  // started, submitted, pre-press, approved
  [null, null, null, null, 'Requested'],
  [null, null, null, day, 'Requested'],
  [day, null, null, null, 'Wip'],
  [day, null, day, day, 'Wip'],
  [null, day, null, null, 'Wip'],
  [day, day, null, null, 'Wip'],
  [day, day, null, day, 'Wip'],
  [day, day, day, null, 'InReview'],
  [null, day, day, null, 'InReview'],
  [day, day, day, day, 'Approved'],
] as const)(
  'a campaign with media started %s, submitted %s, pre-press %s and approval %s is %s',
  (mediaStarted, mediaSubmitted, prePressCompleted, approvalDate, status) => {
    const campaign = { mediaStarted, mediaSubmitted, prePressCompleted, approvalDate };
    expect(campaignDesignStatus(campaign)).toBe(status);
    expect(campaignReviewStage(campaign)).toBe(approvalDate ? 'Approved' : 'CustomerReview');
  },
);

test.each([
  ['Requested', null, true, false, false],
  ['Wip', 'CustomerReview', true, false, false],
  ['Wip', 'Approved', true, true, true],
  ['Rejected', null, true, false, false],
  ['InReview', 'CustomerReview', false, false, true],
  ['Approved', null, false, true, true],
  ['Approved', 'CustomerReview', false, true, true],
  ['InReview', 'FinalInspection', false, true, true],
  ['InReview', 'Approved', false, true, true],
] as const)('a version %s in stage %s: requested %s, approved %s, shown as a campaign’s %s', (...row) => {
  const [status, stage, requested, approved, shown] = row;
  expect(isCampaignDesignVisible(status, stage)).toBe(shown);
  expect(countsAsRequested(status)).toBe(requested);
  expect(countsAsApproved(status, stage)).toBe(approved);
});

test.each([
  ['FinalInspection', null, null, true],
  ['Approved', 'anything', null, true],
  ['CustomerReview', marketingReview, 2, true],
  ['CustomerReview', marketingReview, null, false],
  ['CustomerReview', 'Design Review', 2, false],
  ['CustomerReview', null, 2, false],
  [null, marketingReview, 2, false],
] as const)(
  'in stage %s at level %s with marketing review version %s a customer may see it: %s',
  (nextReview, currentApprovalLevel, marketingReviewVersion, may) => {
    expect(isVisibleToCustomer({ nextReview, currentApprovalLevel, marketingReviewVersion })).toBe(may);
  },
);

test.each([
  ['CustomerReview', 'InReview', true],
  ['CustomerReview', 'Rejected', true],
  ['CustomerReview', 'Approved', false],
  ['CustomerReview', null, false],
  ['FinalInspection', 'InReview', false],
  ['Approved', 'InReview', false],
  [null, 'InReview', false],
] as const)('in stage %s with a version %s a design awaits a choice: %s', (nextReview, status, awaits) => {
  const design = { nextReview, status, currentApprovalLevel: marketingReview, marketingReviewVersion: 1 };
  expect(isAwaitingChoice(design)).toBe(awaits);
  expect(isAwaitingChoice({ ...design, currentApprovalLevel: 'Design Review' })).toBe(false);
});

test.each([
  ['Draft', 'Draft'],
  ['Pending', 'Pending'],
  ['Accepted', 'Accepted'],
  ['Rejected', 'Rejected'],
  ['accepted', 'Pending'],
  ['Something', 'Pending'],
  ['', 'Pending'],
  [null, 'Pending'],
  [undefined, 'Pending'],
])('the status %s is read as %s', (text, status) => expect(commentStatus(text)).toBe(status));

describe('shows the status of a comment', () => {
  const reply = (status: 'Accepted' | 'Rejected', createdDate: string, next: string | null) => ({
    status,
    createdDate,
    nextDesignVersionId: next,
  });
  test.each([
    ['its own without replies', [], 'v2', 'Pending'],
    ['its own when a reply is for another version', [reply('Accepted', '2026-01-01', 'v3')], 'v2', 'Pending'],
    ['its own when no version follows', [reply('Accepted', '2026-01-01', null)], null, 'Pending'],
    ['that of a reply for the next version', [reply('Accepted', '2026-01-01', 'v2')], 'v2', 'Accepted'],
    [
      'that of the newest of them',
      [reply('Rejected', '2026-01-02', 'v2'), reply('Accepted', '2026-01-01', 'v2')],
      'v2',
      'Rejected',
    ],
  ] as const)('is %s', (_, replies, next, status) =>
    expect(displayedCommentStatus({ status: 'Pending', replies }, next)).toBe(status),
  );
});

describe('workflow', () => {
  const before = '2026-01-01T00:00:00.000Z';
  const last = '2026-01-02T00:00:00.000Z';
  const after = '2026-01-03T00:00:00.000Z';
  test.each([
    ['without comments', [], last, 'Request'],
    ['with comments from before the last review', [['Pending', before]], last, 'Request'],
    ['with a comment at exactly the same time', [['Pending', last]], last, 'Request'],
    ['with a pending comment after it', [['Pending', after]], last, 'Review'],
    ['with a comment before any review', [['Pending', before]], null, 'Review'],
    [
      'with a draft among them',
      [
        ['Pending', after],
        ['Draft', after],
      ],
      last,
      'Request',
    ],
    [
      'with an older draft',
      [
        ['Pending', after],
        ['Draft', before],
      ],
      last,
      'Request',
    ],
    [
      'with all accepted',
      [
        ['Accepted', after],
        ['Accepted', before],
      ],
      last,
      'Request',
    ],
    [
      'with one rejected',
      [
        ['Accepted', after],
        ['Rejected', after],
      ],
      last,
      'Review',
    ],
    [
      'with one pending and one accepted',
      [
        ['Pending', after],
        ['Accepted', after],
      ],
      last,
      'Review',
    ],
  ] as const)('%s', (_, comments, completed, workflow) => {
    const all = comments.map(([status, createdDate]) => ({ status, createdDate }));
    expect(reviewWorkflow(all, completed)).toBe(workflow);
  });
});

test.each([
  [[], 'approved'],
  [['Accepted'], 'approved'],
  [['Accepted', 'Draft'], 'changes'],
  [['Pending'], 'changes'],
  [['Rejected', 'Accepted'], 'changes'],
] as const)('submitting with comments %j means %s', (statuses, decision) => {
  expect(reviewDecision(statuses.map((status) => ({ status })))).toBe(decision);
});

test.each([
  ['a comment on the current version', { versionId: 'v2', status: 'Accepted', replyTo: null }, true],
  ['a draft anywhere', { versionId: 'v1', status: 'Draft', replyTo: null }, true],
  ['an answer that is a draft', { versionId: 'v1', status: 'Draft', replyTo: 'k' }, true],
  ['an answer', { versionId: 'v2', status: 'Pending', replyTo: 'k' }, false],
  ['an earlier comment that is open', { versionId: 'v1', status: 'Pending', replyTo: null }, false],
  ['an earlier comment that was rejected', { versionId: 'v1', status: 'Rejected', replyTo: null }, true],
  ['an earlier comment that was accepted', { versionId: 'v1', status: 'Accepted', replyTo: null }, false],
] as const)('Whether %s decides', (_, comment, decides) => {
  expect(decidingComments([comment], 'v2')).toEqual(decides ? [comment] : []);
});
