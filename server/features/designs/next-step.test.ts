import { approveCampaignDesign, getCampaign } from '@mailcall/contract/campaign-review.ts';
import { closeDesign, type Design, designMailings, selectConcept } from '@mailcall/contract/designs.ts';
import { approveMailing, getMailing, listMailings, type Mailing } from '@mailcall/contract/mailings.ts';
import { acceptReviewComment } from '@mailcall/contract/review-comments.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { describe, expect, test } from 'vitest';
import { designOffice } from '../../../tests/support/design-office.ts';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';

const { here, write, one, addDesign, as, designOf, said, close } = designOffice();

const ready = { params: { id: 'ready' } };
const mailing = async (id = 'ready') => {
  const { data } = await as<{ record: Mailing }>('olga', getMailing, { params: { id } });
  const list = await as<{ records: Mailing[] }>('olga', listMailings, { query: { accountIds: ['*'] } });
  expect(list.data.records.find((other) => other.id === id)).toEqual(data.record);
  return data.record;
};
const ofDesign = async (designId = 'card') =>
  (
    await as<{ records: { id: string; nextStep: string; conceptIds: string[] }[] }>('olga', designMailings, {
      params: { accountId: 'own', designId },
    })
  ).data.records;
const inCampaign = async () =>
  (await as<{ record: { design: Design } }>('olga', getCampaign, ready)).data.record.design;
/** On every screen: of the mailing, in its campaign's review, and on its design's page. */
const steps = async () => [
  (await mailing()).nextStep,
  (await inCampaign()).nextStep,
  (await designOf()).nextStep,
  (await ofDesign())[0]?.nextStep,
];
const approvals = async () => {
  const answers = [
    await as('olga', approveMailing, ready),
    await as('olga', approveCampaignDesign, { ...ready, body: {} }),
    await close(),
  ];
  return answers.map(({ code, message }) => [code, message]);
};
const waits = async () =>
  (await one(`select approval_date is null as waits from campaigns where id = 'ready'`))?.['waits'];

describe('the next step of a mailing', () => {
  test('is approval when its design waits and no comment is open', async () => {
    expect(await steps()).toEqual(['approve', 'approve', 'approve', 'approve']);
    expect(await mailing()).toMatchObject({ reviewPage: 'campaign', conceptIds: [] });
    expect((await as('olga', approveMailing, ready)).code).toBe(200);
    expect(await steps()).toEqual(['approved', 'approved', 'approved', 'approved']);
    expect((await as('olga', approveCampaignDesign, { ...ready, body: {} })).code).toBe(200);
    await write(`update campaigns set status = 'shipped' where id = 'ready'`);
    expect((await mailing()).nextStep).toBe('goneOn');
  });

  test('is the choice of a concept while two wait, and prevents approval', async () => {
    await addDesign('beside', { campaigns: ['ready'] });
    expect(await steps()).toEqual(['chooseConcept', 'chooseConcept', 'chooseConcept', 'chooseConcept']);
    expect((await ofDesign())[0]?.conceptIds).toEqual(['beside', 'card']);
    const refusal = 'This mailing has several designs: choose one of them first.';
    expect(await approvals()).toEqual([
      [422, refusal],
      [422, refusal],
      [422, 'This design is one of several for its mailing: choose one of them first.'],
    ]);
    expect(await waits()).toBe(true);
    await as('olga', selectConcept, {
      body: { designId: 'card', campaignIds: ['ready'], archiveDesignIds: ['beside'] },
    });
    expect(await steps()).toEqual(['approve', 'approve', 'approve', 'approve']);
  });

  test('is the choice of a concept also when the second one arrives during an approval', async () => {
    const importing = await here.database.pool.connect();
    try {
      await importing.query('begin');
      await importing.query(`update campaigns set quantity = 5 where id = 'ready'`);
      const approving = as('olga', approveMailing, ready);
      await expect.poll(() => countLockWaits(here.database.pool), { timeout: 20_000 }).toBe(1);
      await importing.query(
        `insert into designs (account_id, id, name, next_review, current_approval_level, marketing_review_version, campaign_ids)
         values ('own', 'late', 'Late', 'CustomerReview', 'Marketing Review', 1, '{ready}')`,
      );
      await importing.query(
        `insert into design_versions (account_id, id, design_id, version, status, front_image)
         values ('own', 'late-1', 'late', 1, 'InReview', 'face')`,
      );
      await importing.query('commit');
      expect((await approving).code).toBe(422);
    } finally {
      importing.release();
    }
    expect(await waits()).toBe(true);
  });

  test('is the review while comments are open', async () => {
    await said();
    expect(await steps()).toEqual(['review', 'review', 'review', 'review']);
  });

  test('stays changes requested until the next version, even when people accept their own comments', async () => {
    const { id } = await said();
    await close();
    expect(await steps()).toEqual(Array(4).fill('changesRequested'));
    expect((await as('olga', acceptReviewComment, { params: { id } })).code).toBe(200);
    expect(await steps()).toEqual(Array(4).fill('changesRequested'));
    const refusal =
      'Changes to this design were requested. You can approve it when the next version is ready.';
    expect(await approvals()).toEqual([
      [422, refusal],
      [422, refusal],
      [422, refusal],
    ]);
    await write(
      `insert into design_versions (account_id, id, design_id, version, status, front_image, created_at)
       values ('own', 'card-2', 'card', 2, 'Wip', 'face', '2026-03-02')`,
    );
    // the dates of the campaign belong to the previous version
    expect(await steps()).toEqual(Array(4).fill('beingMade'));
    await write(`update design_versions set status = 'InReview' where id = 'card-2'`);
    expect(await steps()).toEqual(Array(4).fill('approve'));
    expect(await approvals()).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ]);
  });

  test('is the same on every page of a design that was rejected in the feed', async () => {
    await write(`update designs set last_review_completed = '2026-03-02' where id = 'card'`);
    await write(`update design_versions set status = 'Rejected' where id = 'card-1'`);
    await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_name, status, created_at)
      values ('own', 'sent', 'card', 'card-1', 'front', 0, 0, 'Larger.', 'Olga', 'Pending', '2026-03-01')`);
    expect(await steps()).toEqual(Array(4).fill('changesRequested'));
  });

  test('moves from an approved design to its mailing', async () => {
    expect((await close()).code).toBe(200);
    expect(await steps()).toEqual(['approve', 'approve', 'approved', 'approve']);
    expect((await as('olga', approveMailing, ready)).code).toBe(200);
    expect(await steps()).toEqual(['approved', 'approved', 'approved', 'approved']);
  });

  test('is not approval while its media is being made, regardless of its design', async () => {
    await write(`update campaigns set pre_press_completed = null where id = 'ready'`);
    expect(await mailing()).toMatchObject({ nextStep: 'review', reviewPage: 'design' });
    expect(await approvals()).toEqual([
      [422, 'The design of this mailing is waiting for your review. Approve the design first.'],
      [422, messages.campaignNotReady],
      [200, undefined],
    ]);
    expect(await mailing()).toMatchObject({ nextStep: 'beingMade', reviewPage: 'design' });
    expect((await as('olga', approveMailing, ready)).code).toBe(422);
    await write(`update campaigns set pre_press_completed = '2026-03-04' where id = 'ready'`);
    expect((await as('olga', approveMailing, ready)).code).toBe(200);
  });
});

describe('the choice of a concept', () => {
  const choose = (campaignIds: string[]) =>
    as('olga', selectConcept, { body: { designId: 'card', campaignIds, archiveDesignIds: ['beside'] } });

  test.each([
    ['approved', `approval_date = '2026-03-05'`, 'Order 1 is approved already and keeps its design.'],
    ['printed', `status = 'printed'`, 'Order 1 is printed already and keeps its design.'],
  ])('is refused for a mailing that is %s', async (_, set, words) => {
    await addDesign('beside', { campaigns: ['ready'] });
    await write(`update campaigns set ${set} where id = 'ready'`);
    for (const campaignIds of [['ready'], []]) {
      const answer = await choose(campaignIds);
      expect([answer.code, answer.message]).toEqual([422, words]);
    }
    expect(await one(`select archived from designs where id = 'beside'`)).toEqual({ archived: false });
  });
});

describe('a review', () => {
  test('is refused for a version that is not current', async () => {
    await write(
      `insert into design_versions (account_id, id, design_id, version, status, front_image, created_at)
       values ('own', 'card-2', 'card', 2, 'InReview', 'face', '2026-03-02')`,
    );
    const body = { versionId: 'card-1' };
    for (const route of [closeDesign, approveCampaignDesign]) {
      const id = route === closeDesign ? 'card' : 'ready';
      const answer = await as('olga', route, { params: { id }, body });
      expect([answer.code, answer.message]).toEqual([
        422,
        'Version 2 is the current one. Look at it, then submit.',
      ]);
    }
    expect((await close('olga', { versionId: 'card-2' })).code).toBe(200);
  });
});
