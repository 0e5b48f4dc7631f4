import { describe, expect, test } from 'vitest';
import { mailingStatuses } from './mailing.ts';
import {
  conceptsToChoose,
  type ReviewedDesign,
  type ReviewedMailing,
  type NextStep,
  nextStepOfDesign,
  nextStepOfMailing,
  nextSteps,
  nextStepLabels,
  reviewPageOf,
  canChooseConcept,
  isWaitingForOffice,
  designApprovalRefusal,
  mailingApprovalRefusal,
} from './next-step.ts';
import { marketingReview, reviewStages, versionStatuses } from './review.ts';

function combinations<Row extends object>(values: { [Name in keyof Row]: readonly Row[Name][] }): Row[] {
  return (Object.entries(values) as [keyof Row, readonly Row[keyof Row][]][]).reduce<Partial<Row>[]>(
    (rows, [name, some]) => rows.flatMap((row) => some.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as Row[];
}

type Rows<Facts, Result> = [
  { [Name in keyof Facts]?: Facts[Name] | readonly Facts[Name][] },
  ...results: Result[],
][];

function lookUp<Facts extends object, Result>(rows: Rows<Facts, Result>, facts: Facts): Result {
  const row = rows.find(([condition]) =>
    Object.entries(condition).every(([name, wanted]) =>
      [wanted].flat().includes(facts[name as keyof Facts] as never),
    ),
  );
  if (!row) throw new Error(`No row for ${JSON.stringify(facts)}`);
  return row[1] as Result;
}

const both = [true, false] as const;
interface DesignCase {
  stage: ReviewedDesign['nextReview'];
  /** Whether the customer's page opens in CustomerReview. */
  level: boolean;
  status: ReviewedDesign['status'];
  pictures: boolean;
  sentBack: boolean;
  comments: boolean;
}
const designCases = combinations<DesignCase>({
  stage: [...reviewStages, null],
  level: both,
  status: [...versionStatuses, null],
  pictures: both,
  sentBack: both,
  comments: both,
});
const factsOf = ({ stage, level, status, pictures, sentBack, comments }: DesignCase): ReviewedDesign => ({
  nextReview: stage,
  currentApprovalLevel: level ? marketingReview : 'Design Review',
  marketingReviewVersion: 1,
  status,
  hasPictures: pictures,
  sentBackBefore: sentBack,
  hasOpenComments: comments,
});

const designRows: Rows<DesignCase, NextStep> = [
  [{ status: null }, 'beingMade'],
  [{ status: 'Approved' }, 'approved'],
  [{ stage: ['FinalInspection', 'Approved'] }, 'approved'],
  [{ stage: null }, 'beingMade'],
  [{ level: false }, 'beingMade'],
  [{ status: 'Rejected' }, 'changesRequested'],
  [{ status: ['Requested', 'Wip'] }, 'beingMade'],
  [{ pictures: false }, 'beingMade'],
  [{ comments: true }, 'review'],
  [{}, 'approve'],
];

test(`gives a design its row’s step in each of ${designCases.length} combinations`, () => {
  expect(designCases).toHaveLength(384);
  for (const one of designCases)
    expect([one, nextStepOfDesign(factsOf(one))]).toEqual([one, lookUp(designRows, one)]);
});

const day = '2026-03-04';
const production = {
  none: { mediaStarted: null, mediaSubmitted: null, prePressCompleted: null },
  begun: { mediaStarted: day, mediaSubmitted: day, prePressCompleted: null },
  ready: { mediaStarted: day, mediaSubmitted: day, prePressCompleted: day },
} as const;

interface MailingCase extends DesignCase {
  progress: ReviewedMailing['status'];
  madeHere: boolean;
  approved: boolean;
  ownPictures: boolean;
  media: keyof typeof production;
  designs: 'none' | 'one' | 'two concepts';
  own: NextStep;
}
const concept: ReviewedDesign = factsOf({
  stage: 'CustomerReview',
  level: true,
  status: 'InReview',
  pictures: true,
  sentBack: false,
  comments: false,
});
const mailingOf = (one: MailingCase): ReviewedMailing => ({
  status: one.progress,
  isMadeHere: one.madeHere,
  production: { ...production[one.media], approvalDate: one.approved ? day : null },
  hasOwnPictures: one.ownPictures,
  designs: { none: [], one: [factsOf(one)], 'two concepts': [factsOf(one), concept, concept] }[one.designs],
});

const mailingRows: Rows<MailingCase, NextStep | null> = [
  [{ progress: null }, null],
  [{ progress: ['printed', 'shipped', 'delivered', 'deliveredInFirstCall'] }, 'goneOn'],
  [{ progress: 'approved' }, 'approved'],
  [{ approved: true }, 'approved'],
  [{ ownPictures: true }, 'approve'],
  [{ designs: 'two concepts' }, 'chooseConcept'],
  // without a design, the dates of the media decide
  [{ designs: 'none', media: 'begun' }, 'beingMade'],
  [{ designs: 'none', media: 'none', madeHere: true }, 'beingMade'],
  [{ designs: 'none' }, 'approve'],
  // while the media is being made, nothing is printed
  [{ media: 'begun', own: 'approved' }, 'beingMade'],
  [{ media: 'begun', own: ['approve', 'review'] }, 'review'],
  [{ media: 'begun', own: 'changesRequested' }, 'changesRequested'],
  [{ media: 'begun' }, 'beingMade'],
  [{ own: 'approved' }, 'approve'],
  // without dates, only the design decides
  [{ media: 'none', own: 'approve' }, 'approve'],
  [{ media: 'none', own: 'review' }, 'review'],
  [{ media: 'none', own: 'changesRequested' }, 'changesRequested'],
  [{ media: 'none' }, 'beingMade'],
  // the media is ready: the customer sees the newest version, at any stage
  [{ status: null }, 'beingMade'],
  [{ status: 'Rejected' }, 'changesRequested'],
  [{ status: ['Requested', 'Wip'], sentBack: true }, 'beingMade'],
  [{ pictures: false }, 'beingMade'],
  [{ comments: true }, 'review'],
  [{}, 'approve'],
];

const mailingCases = combinations<
  Pick<MailingCase, 'progress' | 'madeHere' | 'approved' | 'ownPictures' | 'media' | 'designs'>
>({
  progress: [...mailingStatuses, null],
  madeHere: both,
  approved: both,
  ownPictures: both,
  media: ['none', 'begun', 'ready'],
  designs: ['none', 'one', 'two concepts'],
}).flatMap((one) =>
  designCases.map((design): MailingCase => ({ ...one, ...design, own: lookUp(designRows, design) })),
);

describe('a mailing', () => {
  test(`gets its row’s step in each of ${mailingCases.length} combinations`, () => {
    expect(mailingCases).toHaveLength(193_536);
    const wrong = mailingCases.filter(
      (one) => nextStepOfMailing(mailingOf(one)) !== lookUp(mailingRows, one),
    );
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test('is refused an approval with a reason unless it can be or is approved', () => {
    const wrong = mailingCases.filter((one) => {
      const step = lookUp(mailingRows, one);
      return (
        (mailingApprovalRefusal(mailingOf(one)) === null) !== (step === 'approve' || step === 'approved')
      );
    });
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test.each([
    [{}, 'approve', null],
    [{ status: 'shipped' }, 'goneOn', 'This mailing is shipped already: there is nothing to approve.'],
    [{ status: null }, null, 'This mailing has not been ordered: there is nothing to approve.'],
    [
      { designs: [concept, concept] },
      'chooseConcept',
      'This mailing has several designs: choose one of them first.',
    ],
    [
      { designs: [{ ...concept, hasOpenComments: true }] },
      'review',
      'Comments ask for changes: send the design back, or delete them first.',
    ],
    [
      { production: { ...production.begun, approvalDate: null } },
      'review',
      'The design of this mailing is waiting for your review. Approve the design first.',
    ],
    [
      { designs: [{ ...concept, status: 'Rejected' as const }] },
      'changesRequested',
      'Changes to this design were requested. You can approve it when the next version is ready.',
    ],
    [
      { designs: [{ ...concept, hasPictures: false }] },
      'beingMade',
      'The design of this mailing is not ready for review yet. You can approve it when it is.',
    ],
  ] as const)('with %j is at %s and says: %s', (changed, step, why) => {
    const mailing: ReviewedMailing = {
      status: 'ordered',
      isMadeHere: false,
      production: { ...production.ready, approvalDate: null },
      hasOwnPictures: false,
      designs: [concept],
      ...changed,
    };
    expect([nextStepOfMailing(mailing), mailingApprovalRefusal(mailing)]).toEqual([step, why]);
  });
});

test('says why a design cannot be approved on its own page', () => {
  expect(nextSteps.map((step) => [step, designApprovalRefusal(step) === null])).toEqual([
    ['beingMade', false],
    ['chooseConcept', false],
    ['review', false],
    ['changesRequested', false],
    ['approve', true],
    ['approved', true],
    ['goneOn', true],
  ]);
});

test('offers a choice if two or more concepts wait for the customer', () => {
  const approved = { ...concept, status: 'Approved' as const };
  expect(conceptsToChoose([])).toEqual([]);
  expect(conceptsToChoose([concept])).toEqual([]);
  expect(conceptsToChoose([concept, approved])).toEqual([]);
  expect(conceptsToChoose([concept, approved, concept])).toEqual([concept, concept]);
});

test.each([
  ['the campaign’s review once its media is ready', 'ready', {}, 'campaign'],
  ['the same, whatever the design’s own stage is', 'ready', { nextReview: null }, 'campaign'],
  ['the design’s own page before', 'begun', {}, 'design'],
  ['the design’s own page without dates', 'none', {}, 'design'],
  ['no page before the customer may see it', 'begun', { nextReview: null }, null],
  ['no page without a version', 'ready', { status: null }, null],
] as const)('the design is shown on %s', (_, media, changed, page) => {
  const mailing = { production: { ...production[media], approvalDate: null } };
  expect(reviewPageOf({ ...mailing, designs: [{ ...concept, ...changed }] })).toBe(page);
  expect(reviewPageOf({ ...mailing, designs: [] })).toBeNull();
});

test.each([
  ['beingMade', false, true],
  ['chooseConcept', true, true],
  ['review', true, true],
  ['changesRequested', false, true],
  ['approve', true, true],
  ['approved', false, false],
  ['goneOn', false, false],
  [null, false, true],
] as const)('a mailing at %s waits for the office: %s, takes a concept: %s', (step, waits, takes) => {
  expect(isWaitingForOffice(step)).toBe(waits);
  expect(canChooseConcept(step)).toBe(takes);
});

test('labels every step', () => expect(Object.keys(nextStepLabels)).toEqual([...nextSteps]));
