import { randomUUID } from 'node:crypto';
import {
  approveCampaignDesign,
  getCampaign,
  rejectCampaignDesign,
} from '@mailcall/contract/campaign-review.ts';
import { type Design, type ReviewComment } from '@mailcall/contract/designs.ts';
import {
  acceptReviewComment,
  deleteReviewComment,
  editReviewComment,
  rejectReviewComment,
} from '@mailcall/contract/review-comments.ts';
import { approveMailing } from '@mailcall/contract/mailings.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { designOffice } from '../../../tests/support/design-office.ts';
import { testNow } from '../../../tests/support/test-app.ts';
import { outboxSize } from '../../../tests/support/outbox.ts';

const { here, tokens, write, one, addDesign, as, designOf, pin, comment, said, close } = designOffice();

describe('comments', () => {
  test('are drafts that others see but cannot change', async () => {
    const mine = await said();
    expect(mine).toMatchObject({
      status: 'Draft',
      mine: true,
      author: { name: 'Person olga' },
      x: 0.25,
      y: 0.5,
    });
    const edit = { params: { id: mine.id }, body: { revision: mine.revision, body: 'No.' } };
    expect((await as('otto', editReviewComment, edit)).code).toBe(422);
    expect((await as('otto', deleteReviewComment, { params: { id: mine.id } })).code).toBe(422);
    expect((await as('felix', editReviewComment, edit)).code).toBe(404);
    expect((await as('felix', deleteReviewComment, { params: { id: mine.id } })).code).toBe(404);
    expect((await as('felix', rejectReviewComment, { params: { id: mine.id } })).code).toBe(404);
    expect((await comment('felix')).code).toBe(404);
    expect((await as('olga', editReviewComment, edit)).code).toBe(200);
    expect((await as('olga', editReviewComment, edit)).code).toBe(422);
    expect((await designOf()).currentVersion?.comments[0]).toMatchObject({ body: 'No.', revision: 2 });
  });

  test('are edited with the fields of a comment, also without a revision while they are drafts', async () => {
    const mine = await said();
    const edit = (body: object, who: 'olga' | 'otto' = 'olga', id = mine.id) =>
      as<{ comment: ReviewComment }>(who, editReviewComment, { params: { id }, body });
    const changed = await edit({ body: 'Bigger.', side: 'BACK', x: 0.75, y: 1, replyTo: null });
    expect([changed.code, changed.data.comment]).toMatchObject([
      200,
      { id: mine.id, body: 'Bigger.', side: 'back', x: 0.75, y: 1, status: 'Draft', revision: 2 },
    ]);
    const whole = {
      ...changed.data.comment,
      body: 'Smaller.',
      status: 'Accepted',
      nextDesignVersionId: null,
    };
    expect((await edit(whole)).data.comment).toMatchObject({
      body: 'Smaller.',
      status: 'Draft',
      revision: 3,
    });
    expect((await edit(whole)).message).toMatch(/in another window/);

    const reply = (await said('otto', { ...pin, body: 'Yes.', replyTo: mine.id })).id;
    expect((await edit({ body: 'No.', replyTo: mine.id }, 'otto', reply)).data.comment).toMatchObject({
      id: reply,
      body: 'No.',
      replyTo: mine.id,
    });
    const moved = await edit({ body: 'No.', replyTo: null }, 'otto', reply);
    expect([moved.code, moved.message]).toEqual([422, 'A reply cannot be moved to another comment.']);

    const foreign = await edit({ body: 'Mine.' }, 'otto');
    expect([foreign.code, foreign.message]).toEqual([422, 'Only its author can change a comment.']);
    await close();
    const late = await edit({ body: 'Too late.' });
    expect([late.code, late.message]).toEqual([422, 'This comment has been submitted: reply to it instead.']);
    expect((await designOf()).currentVersion?.comments[0]).toMatchObject({
      body: 'Smaller.',
      status: 'Pending',
    });
  });

  test.each([
    ['body', { body: '   ' }],
    ['body', { body: 'x'.repeat(2001) }],
    ['x', { x: 1.0001 }],
    ['y', { y: -0.1 }],
    ['side', { side: 'left' }],
    ['requestId', { requestId: 'twice' }],
    ['replyTo', { replyTo: 'nowhere' }],
  ])('are rejected with an invalid %s', async (field, bad) => {
    const answer = await comment('olga', { ...pin, ...bad });
    expect(answer.code).toBe(400);
    expect(JSON.stringify(answer)).toContain(field);
  });

  test('of the same request are one, even when concurrent, and stay deleted', async () => {
    const body = { ...pin, requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => comment('olga', body)));
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.comment.id}`)).size).toBe(1);
    const id = answers[0]?.data.comment.id as string;
    expect((await as('olga', deleteReviewComment, { params: { id } })).code).toBe(200);
    expect((await comment('olga', body)).code).toBe(422);
    expect((await designOf()).currentVersion?.comments).toEqual([]);
  });

  test('of two concurrent reviewers are all stored', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        said(index % 2 ? 'olga' : 'otto', { ...pin, body: `Number ${index}` }),
      ),
    );
    const design = await designOf();
    expect(design.currentVersion?.comments.map(({ body }) => body).sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => `Number ${index}`).sort(),
    );
    expect(design.revision).toBe(13);
  });

  test('on a version that was replaced are refused, but not replies', async () => {
    const first = await said('olga', { ...pin, versionId: 'card-1' });
    await write(
      `insert into design_versions (account_id, id, design_id, version, status, front_image, back_image, created_at)
       values ('own', 'card-2', 'card', 2, 'InReview', 'face', 'face', '2026-03-02')`,
    );
    const late = { ...pin, versionId: 'card-1', requestId: randomUUID() };
    const answer = await comment('olga', late);
    expect([answer.code, answer.message]).toEqual([
      422,
      'Version 2 arrived while you were writing. Check whether your comment still fits, then pin it again.',
    ]);
    expect(await said('otto', { ...late, replyTo: first.id })).toMatchObject({
      replyTo: first.id,
      replies: [],
    });
    expect(await said('olga', { ...late, requestId: randomUUID(), versionId: 'card-2' })).toMatchObject({
      versionId: 'card-2',
    });
    expect(await said('olga', pin)).toMatchObject({ versionId: 'card-2' });
    expect((await comment('olga', { ...pin, versionId: 'alien-1' })).code).toBe(400);
  });

  test('have replies at their position, and cannot be deleted after another’s reply', async () => {
    const first = await said();
    const requestId = randomUUID();
    const answer = { ...pin, body: 'I agree.', x: 1, y: 1, replyTo: first.id, requestId };
    const { id: reply, ...agreed } = await said('otto', answer);
    expect(reply).not.toBe(first.id);
    expect(agreed).toMatchObject({
      body: 'I agree.',
      replyTo: first.id,
      x: 0.25,
      y: 0.5,
      replies: [],
      mine: true,
    });
    expect((await said('otto', answer)).id).toBe(reply);
    expect(await said('olga', { ...pin, body: 'Good.', replyTo: reply })).toMatchObject({
      body: 'Good.',
      replyTo: first.id,
    });
    const { comments = [] } = (await designOf()).currentVersion ?? {};
    expect(comments.map(({ id, replies }) => [id, replies.map(({ body }) => body).sort()])).toEqual([
      [first.id, ['Good.', 'I agree.']],
    ]);
    expect(await one('select x, y, reply_to from review_comments where id = $1', reply)).toEqual({
      x: 0.25,
      y: 0.5,
      reply_to: first.id,
    });
    expect((await as('olga', deleteReviewComment, { params: { id: first.id } })).code).toBe(422);
  });

  test('are on an existing face, also after an edit', async () => {
    await write(`update design_versions set back_image = null where id = 'card-1'`);
    expect((await comment('olga', { ...pin, side: 'back' })).code).toBe(400);
    const { id, revision } = await said();
    expect(
      (await as('olga', editReviewComment, { params: { id }, body: { side: 'back', revision } })).code,
    ).toBe(400);
  });

  test('are accepted or rejected once submitted, but not their replies', async () => {
    const { id } = await said();
    const reply = await said('otto', { ...pin, body: 'Yes.', replyTo: id });
    const accept = (of: string) =>
      as<{ comment: ReviewComment }>('otto', acceptReviewComment, { params: { id: of } });
    expect((await accept(id)).code).toBe(422);
    await close();
    expect((await accept(reply.id)).code).toBe(422);
    expect((await accept(id)).data.comment.status).toBe('Accepted');
    const { revision } = await designOf();
    expect((await accept(id)).code).toBe(200);
    expect((await designOf()).revision).toBe(revision);
    const rejected = await as<{ comment: ReviewComment }>('olga', rejectReviewComment, { params: { id } });
    expect(rejected.data.comment.status).toBe('Rejected');
  });
});

describe('a review', () => {
  test('rejects the design when it has comments', async () => {
    await said();
    const { data } = await close();
    expect(data.decision).toBe('changes');
    expect(data.design).toMatchObject({
      nextReview: 'CustomerReview',
      lastReviewCompleted: testNow,
      currentVersion: { status: 'Rejected', comments: [{ status: 'Pending', mine: false }] },
    });
  });

  test('approves the design once when it has no comments, and is closed', async () => {
    await write(`update designs set campaign_ids = '{}' where id = 'card'`);
    const answers = await Promise.all([close('olga'), close('otto'), close('olga')]);
    expect(answers.map(({ code, data }) => [code, data.decision])).toEqual(
      answers.map(() => [200, 'approved']),
    );
    const design = await designOf();
    expect(design).toMatchObject({
      nextReview: 'FinalInspection',
      customerReviewCompleted: testNow,
      customerReviewVersion: 1,
      revision: 2,
      currentVersion: { status: 'Approved' },
    });
    expect(design.customerReviewer).toMatch(/^Person o/);
    expect((await comment('olga')).code).toBe(422);
  });

  test('is refused for changes that the person has not seen', async () => {
    const { revision } = await designOf();
    await said('otto');
    expect((await close('olga', { revision })).code).toBe(422);
    expect((await close('olga', { revision: revision + 1 })).data.decision).toBe('changes');
    expect((await close('felix')).code).toBe(404);
    expect((await close('olga', { revision: 'x' })).code).toBe(400);
  });
});

describe('the review of a campaign', () => {
  const decide = (
    route: typeof approveCampaignDesign | typeof rejectCampaignDesign,
    id = 'ready',
    who: keyof typeof tokens = 'olga',
  ) => as<{ design: Design; decision: string }>(who, route, { params: { id }, body: {} });
  beforeEach(() => write(`update contact_accounts set is_primary = true where contact_id = 'otto'`));

  test('approves the design and the mailing, and writes one mail to the primary contact', async () => {
    const answers = await Promise.all([
      decide(approveCampaignDesign),
      decide(approveCampaignDesign, 'ready', 'otto'),
    ]);
    expect(answers.map(({ code, data }) => [code, data.decision])).toEqual([
      [200, 'approved'],
      [200, 'approved'],
    ]);
    expect(
      await one(
        `select status, approval_date::text, approved_by_contact_id like 'o%' as who from campaigns where id = 'ready'`,
      ),
    ).toEqual({
      status: 'approved',
      approval_date: '2026-03-11',
      who: true,
    });
    expect(await outboxSize(here.database)).toBe(1);
    expect((await decide(rejectCampaignDesign)).code).toBe(422);
    await write(
      `update campaigns set name = 'MC-1', friendly_name = 'Ours', label = 'Spring' where id = 'ready'`,
    );
    const { data } = await as<{ record: { design: Design; approvalDate: string } }>('olga', getCampaign, {
      params: { id: 'ready' },
    });
    expect(data.record).toMatchObject({
      name: 'Ours',
      orderNumber: 'MC-1',
      label: 'Spring',
      approvalDate: '2026-03-11',
      design: { nextReview: 'Approved', currentVersion: { status: 'Approved' } },
    });
  });

  test('is refused before the campaign is ready, even when the design is', async () => {
    await addDesign('eager', { campaigns: ['early'] });
    for (const route of [approveCampaignDesign, rejectCampaignDesign]) {
      const answer = await decide(route, 'early');
      expect([answer.code, answer.message]).toEqual([422, messages.campaignNotReady]);
    }
    expect(await one(`select approval_date from campaigns where id = 'early'`)).toEqual({
      approval_date: null,
    });
  });

  test('needs comments to reject a design, and approves nothing with open comments', async () => {
    expect((await decide(rejectCampaignDesign)).code).toBe(422);
    await said();
    expect((await decide(approveCampaignDesign)).code).toBe(422);
    expect((await decide(rejectCampaignDesign)).data).toMatchObject({
      decision: 'changes',
      design: { currentVersion: { comments: [{ status: 'Pending' }] } },
    });
    expect(await outboxSize(here.database)).toBe(0);
  });

  test('is refused to other offices', async () => {
    for (const [id, who] of [
      ['theirs', 'olga'],
      ['ready', 'felix'],
      ['none', 'olga'],
    ] as const) {
      expect((await decide(approveCampaignDesign, id, who)).code).toBe(404);
      expect((await decide(rejectCampaignDesign, id, who)).code).toBe(404);
      expect((await as(who, getCampaign, { params: { id } })).code).toBe(404);
    }
  });

  test('only approves the mailing after the design was approved on its own page', async () => {
    const draft = await said();
    expect((await as('olga', deleteReviewComment, { params: { id: draft.id } })).code).toBe(200);
    await write(
      `update designs set next_review = 'Approved', customer_review_completed = now() where id = 'card'`,
    );
    await write(`update design_versions set status = 'Approved' where id = 'card-1'`);
    const shown = async () =>
      (await as<{ record: { design: Design } }>('olga', getCampaign, { params: { id: 'ready' } })).data.record
        .design;
    expect(await shown()).toMatchObject({ nextReview: 'CustomerReview', openForComments: false });
    const answer = await comment('olga');
    expect([answer.code, answer.message]).toEqual([422, 'The review of this design is closed.']);
    expect((await decide(rejectCampaignDesign)).code).toBe(422);
    expect((await decide(approveCampaignDesign)).data.decision).toBe('approved');
    // its own stage stays as the provider set it
    expect(await one(`select next_review, revision from designs where id = 'card'`)).toEqual({
      next_review: 'Approved',
      revision: 4,
    });
    expect(await one(`select status from campaigns where id = 'ready'`)).toEqual({ status: 'approved' });
  });

  test('does not change the design when the mailing cannot be approved', async () => {
    await write(`update campaigns set status = 'printed' where id = 'ready'`);
    expect((await decide(approveCampaignDesign)).code).toBe(422);
    expect((await designOf()).currentVersion?.status).toBe('InReview');
  });
});

describe('approving a mailing', () => {
  const approve = (id = 'ready', who: keyof typeof tokens = 'olga') =>
    as<{ record: { status: string; approvedBy: string } }>(who, approveMailing, { params: { id } });
  const left = () =>
    one(
      `select campaigns.approval_date is null as waits, design_versions.status, designs.customer_reviewer as reviewer
       from campaigns join designs on designs.account_id = campaigns.account_id
         join design_versions on design_versions.account_id = designs.account_id and design_versions.design_id = designs.id
       where campaigns.id = 'ready' and designs.id = 'card'`,
    );
  const waits = { waits: true, status: 'InReview', reviewer: null };

  test('approves its design too, in the name of the approver', async () => {
    const { revision } = await designOf();
    expect((await Promise.all([approve(), approve('ready', 'otto')])).map(({ code }) => code)).toEqual([
      200, 200,
    ]);
    expect(await left()).toMatchObject({ waits: false, status: 'Approved' });
    expect((await left())?.['reviewer']).toMatch(/^Person o/);
    expect(await one(`select revision from designs where id = 'card'`)).toEqual({ revision: revision + 1 });
  });

  test('is refused while comments on its design are open, and after the design was rejected', async () => {
    await said();
    const early = await approve();
    expect([early.code, early.message]).toEqual([
      422,
      'Comments ask for changes: send the design back, or delete them first.',
    ]);
    await as('olga', rejectCampaignDesign, { params: { id: 'ready' }, body: {} });
    const late = await approve();
    expect([late.code, late.message]).toEqual([
      422,
      'Changes to this design were requested. You can approve it when the next version is ready.',
    ]);
    expect(await left()).toMatchObject({ waits: true, status: 'Rejected' });
  });

  test('is refused before the customer may see its design', async () => {
    await write(`update campaigns set pre_press_completed = null where id = 'ready'`);
    await write(`update designs set next_review = null, current_approval_level = null where id = 'card'`);
    const answer = await approve();
    expect([answer.code, answer.message]).toEqual([
      422,
      'The design of this mailing is not ready for review yet. You can approve it when it is.',
    ]);
    expect(await left()).toEqual(waits);
  });

  test('needs no dates of the campaign when its design waits for the customer by itself', async () => {
    await write(
      `update campaigns set order_date = '2026-02-20', media_submitted = null, pre_press_completed = null where id = 'ready'`,
    );
    const answer = await approve();
    expect([answer.code, answer.message]).toEqual([200, undefined]);
    expect(await left()).toMatchObject({ waits: false, status: 'Approved' });
  });

  test('does not change a design that was approved by itself', async () => {
    await close();
    await write(`update design_versions set status = 'Approved' where id = 'card-1'`);
    await write(
      `update designs set next_review = 'FinalInspection', customer_reviewer = 'Before' where id = 'card'`,
    );
    expect((await approve()).code).toBe(200);
    expect(await left()).toEqual({ waits: false, status: 'Approved', reviewer: 'Before' });
  });

  test('uses the order’s own pictures, and needs no design', async () => {
    await said();
    await write(`update campaigns set front_image = 'face' where id = 'ready'`);
    expect((await approve()).code).toBe(200);
    expect(await left()).toEqual({ ...waits, waits: false });
    // without a design the dates of its media decide
    expect((await approve('early')).code).toBe(422);
    await write(`update campaigns set order_date = '2026-02-20', media_submitted = null where id = 'early'`);
    expect((await approve('early')).code).toBe(200);
  });
});
