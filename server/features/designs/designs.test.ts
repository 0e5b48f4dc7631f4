import { randomUUID } from 'node:crypto';
import {
  approveCampaignDesign,
  getCampaign,
  rejectCampaignDesign,
} from '@mailcall/contract/campaign-review.ts';
import {
  closeDesign,
  type Design,
  designEvents,
  designMailings,
  designPdf,
  listDesigns,
  type ReviewComment,
  selectConcept,
  startReview,
  validateConcept,
} from '@mailcall/contract/designs.ts';
import {
  acceptReviewComment,
  addReviewComment,
  deleteReviewComment,
  editReviewComment,
  rejectReviewComment,
} from '@mailcall/contract/review-comments.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { askRoute } from '../../../tests/support/ask-route.ts';
import { addPerson, bearer, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { outboxSize } from '../../../tests/support/outbox.ts';
import { buildApp } from '../../app.ts';
import { createLog } from '../../platform/log.ts';
import { emptyRecord } from '../ingest/feed-for-tests.ts';
import { keepImage } from '../images/index.ts';
import { serviceBase } from '../../platform/http/serve.ts';

const here = testApp();
const tokens = { olga: '', otto: '', felix: '' };
const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
const one = async (sql: string, ...values: unknown[]) =>
  (await here.database.pool.query<Record<string, unknown>>(sql, values)).rows[0];

/** A design of the office own that waits for the customer. */
async function addDesign(
  id: string,
  given: { account?: string; campaigns?: string[]; status?: string } = {},
) {
  const { account = 'own', campaigns = [], status = 'InReview' } = given;
  await write(
    `insert into designs (account_id, id, name, next_review, current_approval_level, marketing_review_version, campaign_ids)
     values ($1, $2, 'Design ' || $2, 'CustomerReview', 'Marketing Review', 1, $3)`,
    account,
    id,
    campaigns,
  );
  await write(
    `insert into design_versions (account_id, id, design_id, version, status, front_image, back_image, created_at)
     values ($1, $2 || '-1', $2, 1, $3, 'face', 'face', '2026-03-01')`,
    account,
    id,
    status,
  );
}

beforeEach(async () => {
  await emptyRecord(here.database.pool);
  await write('truncate outbox');
  await write(
    `insert into accounts (id, name, parent_id) values ('own', 'Own', null), ('foreign', 'Foreign', null)`,
  );
  await write(`
    insert into campaigns (account_id, id, name, campaign_type, media_submitted, pre_press_completed) values
      ('own', 'ready', 'Order 1', 'MVP Mail', '2026-03-01', '2026-03-02'),
      ('own', 'early', 'Order 2', 'MVP Mail', '2026-03-01', null),
      ('foreign', 'theirs', 'Order 3', 'MVP Mail', '2026-03-01', '2026-03-02')`);
  const kept = await keepImage(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#aa3355' } })
      .png()
      .toBuffer(),
    here.files,
  );
  await write(
    `insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
     select account_id, 'face', $1, $2, $3, 'image/png', 100, 60, 40 from unnest('{own,foreign}'::text[]) account_id`,
    kept.originalKey,
    kept.previewKey,
    kept.thumbnailKey,
  );
  await addDesign('card', { campaigns: ['ready'] });
  await addDesign('alien', { account: 'foreign', campaigns: ['theirs'] });
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'otto', accounts: ['own'] });
  await addPerson(here.database, { id: 'felix', accounts: ['foreign'] });
  for (const name of ['olga', 'otto', 'felix'] as const)
    tokens[name] ||= await signInAs(here, `${name}@people.test`);
});

type Ask = Parameters<typeof askRoute>[3];
const as = <Data>(who: keyof typeof tokens, route: Parameters<typeof askRoute>[2], parts: Ask = {}) =>
  askRoute<Data>(here, tokens[who], route, parts);
const designOf = async (id = 'card') => {
  const { data } = await as<{ records: Design[] }>('olga', listDesigns, { query: { ids: [id] } });
  return data.records[0] as Design;
};
const pin = { body: 'Brighter, please.', side: 'front', x: 0.25, y: 0.5 };
const comment = (who: keyof typeof tokens, body: object = pin, designId = 'card') =>
  as<{ comment: ReviewComment }>(who, addReviewComment, { params: { designId }, body });
const said = async (who: keyof typeof tokens = 'olga', body: object = pin) => {
  const { code, data } = await comment(who, body);
  expect(code).toBe(200);
  return data.comment;
};
const close = (who: keyof typeof tokens = 'olga', body: object = {}, id = 'card') =>
  as<{ design: Design; decision: string }>(who, closeDesign, { params: { id }, body });

describe('a design', () => {
  test('is shown with its faces, and not to others', async () => {
    const design = await designOf();
    expect(design).toMatchObject({
      id: 'card',
      nextReview: 'CustomerReview',
      account: { name: 'Own' },
      currentVersion: { version: 1, status: 'InReview', frontOrientation: 'landscape', comments: [] },
    });
    const image = await here.app.http.inject({
      url: `${serviceBase.data}${design.currentVersion?.front?.url}`,
    });
    expect([
      image.statusCode,
      image.headers['content-type'],
      image.headers['x-content-type-options'],
    ]).toEqual([200, 'image/webp', 'nosniff']);
    expect(design.currentVersion?.front?.url).not.toContain('webp');
    expect((await as('olga', listDesigns, { query: { ids: ['alien'] } })).code).toBe(404);
    const both = await as<{ records: Design[] }>('olga', listDesigns, { query: { ids: ['alien', 'card'] } });
    expect(both.data.records.map(({ id }) => id)).toEqual(['card']);
  });

  test('is hidden until the marketing review has passed, however one asks', async () => {
    await write(
      `update designs set current_approval_level = 'Art Review', campaign_ids = '{}' where id = 'card'`,
    );
    await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_name, status)
      values ('own', 'inner', 'card', 'card-1', 'front', 0, 0, 'Among us', 'Sam', 'Pending')`);
    expect((await designOf()).currentVersion).toMatchObject({ front: null, back: null, comments: [] });
    for (const asked of [
      await comment('olga'),
      await close(),
      await as('olga', acceptReviewComment, { params: { id: 'inner' } }),
    ])
      expect([asked.code, asked.message]).toEqual([422, messages.designNotReady]);
    expect((await as('olga', designPdf, { params: { id: 'card' }, body: {} })).code).toBe(404);
    expect((await as('olga', startReview, { params: { id: 'card' } })).code).toBe(200);
    expect(await one(`select customer_viewed from design_versions where id = 'card-1'`)).toEqual({
      customer_viewed: null,
    });
  });

  test('notes the first look only', async () => {
    await as('olga', startReview, { params: { id: 'card' } });
    here.clock.set('2026-03-11T15:10:00.000Z');
    onTestFinished(() => here.clock.set(testNow));
    await as('otto', startReview, { params: { id: 'card' } });
    expect((await designOf()).currentVersion?.customerViewed).toBe(testNow);
  });

  test('is a PDF of two pages, even when one of its campaigns is gone', async () => {
    await write(
      `update designs set current_approval_level = null, campaign_ids = '{gone,ready}' where id = 'card'`,
    );
    const answer = await here.app.http.inject({
      method: 'POST',
      url: `${serviceBase.data}${pathOf(designPdf, { id: 'card' })}`,
      headers: bearer(tokens.olga),
      payload: {},
    });
    expect([answer.statusCode, answer.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(answer.rawPayload.toString('latin1')).toContain('/Count 2');
  });

  test('knows its mailings, of its own account only', async () => {
    const mailings = (accountId: string, designId: string) =>
      as<{ records: { id: string }[] }>('olga', designMailings, { params: { accountId, designId } });
    expect((await mailings('own', 'card')).data.records.map(({ id }) => id)).toEqual(['ready']);
    expect((await mailings('foreign', 'card')).code).toBe(404);
    expect((await mailings('foreign', 'alien')).code).toBe(404);
  });
});

describe('comments', () => {
  test('are drafts of their author, which others see and cannot change', async () => {
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

  test.each([
    ['body', { body: '   ' }],
    ['body', { body: 'x'.repeat(2001) }],
    ['x', { x: 1.0001 }],
    ['y', { y: -0.1 }],
    ['side', { side: 'left' }],
    ['requestId', { requestId: 'twice' }],
    ['replyTo', { replyTo: 'nowhere' }],
  ])('with a bad %s are refused', async (field, bad) => {
    const answer = await comment('olga', { ...pin, ...bad });
    expect(answer.code).toBe(400);
    expect(JSON.stringify(answer)).toContain(field);
  });

  test('of the same request are one, also at once, and stay deleted', async () => {
    const body = { ...pin, requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => comment('olga', body)));
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.comment.id}`)).size).toBe(1);
    const id = answers[0]?.data.comment.id as string;
    expect((await as('olga', deleteReviewComment, { params: { id } })).code).toBe(200);
    expect((await comment('olga', body)).code).toBe(422);
    expect((await designOf()).currentVersion?.comments).toEqual([]);
  });

  test('of two reviewers at once are all kept', async () => {
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

  test('written on a version that has been replaced meanwhile are refused, and an answer to one is not', async () => {
    const first = await said('olga', { ...pin, versionId: 'card-1' });
    await write(
      `insert into design_versions (account_id, id, design_id, version, status, front_image, back_image, created_at)
       values ('own', 'card-2', 'card', 2, 'InReview', 'face', 'face', '2026-03-02')`,
    );
    const late = { ...pin, versionId: 'card-1', requestId: randomUUID() };
    const answer = await comment('olga', late);
    expect([answer.code, answer.message]).toEqual([
      422,
      'Version 2 has come while you wrote. Look whether your comment still fits, then pin it again.',
    ]);
    expect((await said('otto', { ...late, replyTo: first.id })).replies).toHaveLength(1);
    expect(await said('olga', { ...late, requestId: randomUUID(), versionId: 'card-2' })).toMatchObject({
      versionId: 'card-2',
    });
    expect(await said('olga', pin)).toMatchObject({ versionId: 'card-2' });
    expect((await comment('olga', { ...pin, versionId: 'alien-1' })).code).toBe(400);
  });

  test('are answered where they are pinned; one that another answered stays', async () => {
    const first = await said();
    const thread = await said('otto', { ...pin, body: 'I agree.', x: 1, y: 1, replyTo: first.id });
    expect(thread).toMatchObject({ id: first.id, replies: [{ body: 'I agree.' }] });
    const reply = thread.replies[0]?.id as string;
    expect(await said('olga', { ...pin, body: 'Good.', replyTo: reply })).toMatchObject({ id: first.id });
    expect(await one('select x, y, reply_to from review_comments where id = $1', reply)).toEqual({
      x: 0.25,
      y: 0.5,
      reply_to: first.id,
    });
    expect((await as('olga', deleteReviewComment, { params: { id: first.id } })).code).toBe(422);
  });

  test('stand on a face that there is, also after an edit', async () => {
    await write(`update design_versions set back_image = null where id = 'card-1'`);
    expect((await comment('olga', { ...pin, side: 'back' })).code).toBe(400);
    const { id, revision } = await said();
    expect(
      (await as('olga', editReviewComment, { params: { id }, body: { side: 'back', revision } })).code,
    ).toBe(400);
  });

  test('are accepted or rejected once they are submitted, the comment and not its answer', async () => {
    const { id } = await said();
    const { replies } = await said('otto', { ...pin, body: 'Yes.', replyTo: id });
    const accept = (of: string) =>
      as<{ comment: ReviewComment }>('otto', acceptReviewComment, { params: { id: of } });
    expect((await accept(id)).code).toBe(422);
    await close();
    expect((await accept(replies[0]?.id as string)).code).toBe(422);
    expect((await accept(id)).data.comment.status).toBe('Accepted');
    const { revision } = await designOf();
    expect((await accept(id)).code).toBe(200);
    expect((await designOf()).revision).toBe(revision);
    const rejected = await as<{ comment: ReviewComment }>('olga', rejectReviewComment, { params: { id } });
    expect(rejected.data.comment.status).toBe('Rejected');
  });
});

describe('a review', () => {
  test('with comments sends the design back', async () => {
    await said();
    const { data } = await close();
    expect(data.decision).toBe('changes');
    expect(data.design).toMatchObject({
      nextReview: 'CustomerReview',
      lastReviewCompleted: testNow,
      currentVersion: { status: 'Rejected', comments: [{ status: 'Pending', mine: false }] },
    });
  });

  test('without any approves it, once, and closes it', async () => {
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

  test('of what one has not seen is refused', async () => {
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
    const { data } = await as<{ record: { design: Design; approvalDate: string } }>('olga', getCampaign, {
      params: { id: 'ready' },
    });
    expect(data.record).toMatchObject({
      approvalDate: '2026-03-11',
      design: { nextReview: 'Approved', currentVersion: { status: 'Approved' } },
    });
  });

  test('is refused before the campaign is ready, though the design is', async () => {
    await addDesign('eager', { campaigns: ['early'] });
    for (const route of [approveCampaignDesign, rejectCampaignDesign]) {
      const answer = await decide(route, 'early');
      expect([answer.code, answer.message]).toEqual([422, messages.campaignNotReady]);
    }
    expect(await one(`select approval_date from campaigns where id = 'early'`)).toEqual({
      approval_date: null,
    });
  });

  test('says what to change before it sends a design back, and approves nothing that is to change', async () => {
    expect((await decide(rejectCampaignDesign)).code).toBe(422);
    await said();
    expect((await decide(approveCampaignDesign)).code).toBe(422);
    expect((await decide(rejectCampaignDesign)).data).toMatchObject({
      decision: 'changes',
      design: { currentVersion: { comments: [{ status: 'Pending' }] } },
    });
    expect(await outboxSize(here.database)).toBe(0);
  });

  test('is nobody else’s', async () => {
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

  test('goes on after the design was approved on its own page: nobody comments or sends it back, the mailing is approved', async () => {
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
    // its own stage stays where the provider had it
    expect(await one(`select next_review, revision from designs where id = 'card'`)).toEqual({
      next_review: 'Approved',
      revision: 4,
    });
    expect(await one(`select status from campaigns where id = 'ready'`)).toEqual({ status: 'approved' });
  });

  test('keeps the design as it was when the mailing cannot be approved', async () => {
    await write(`update campaigns set status = 'printed' where id = 'ready'`);
    expect((await decide(approveCampaignDesign)).code).toBe(422);
    expect((await designOf()).currentVersion?.status).toBe('InReview');
  });
});

describe('concepts', () => {
  beforeEach(async () => {
    await addDesign('other', { campaigns: ['ready'] });
    await addDesign('done', { campaigns: ['ready'] });
    await write(`update designs set next_review = 'FinalInspection' where id = 'done'`);
  });
  const select = (body: object, who: keyof typeof tokens = 'olga') =>
    as<{ id: string; accountId: string }>(who, selectConcept, { body });
  const archived = async () =>
    (
      await here.database.pool.query<{ id: string }>('select id from designs where archived order by id')
    ).rows.map(({ id }) => id);

  test('say what choosing one archives', async () => {
    const { data } = await as<object>('olga', validateConcept, { query: { designId: 'card' } });
    expect(data).toEqual({ hasArchives: true, archivedDetails: [{ id: 'other', name: 'Design other' }] });
    expect((await as('felix', validateConcept, { query: { designId: 'card' } })).code).toBe(404);
  });

  test('are chosen one, the others archived; again is harmless, another then is not', async () => {
    const choice = { designId: 'card', campaignIds: ['early'], archiveDesignIds: ['other', 'card'] };
    expect((await select(choice)).data).toEqual({ id: 'card', accountId: 'own' });
    expect(await archived()).toEqual(['other']);
    expect((await designOf()).campaignIds).toEqual(['early', 'ready']);
    expect((await select(choice)).code).toBe(200);
    expect((await select({ designId: 'other', archiveDesignIds: ['card'] })).code).toBe(422);
  });

  test('chosen at once leave one', async () => {
    const answers = await Promise.all([
      select({ designId: 'card', archiveDesignIds: ['other'] }),
      select({ designId: 'other', archiveDesignIds: ['card'] }, 'otto'),
    ]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await archived()).toHaveLength(1);
  });

  test('of others, and what is approved, are left alone', async () => {
    for (const body of [
      { designId: 'alien' },
      { designId: 'card', archiveDesignIds: ['alien'] },
      { designId: 'card', startingPoint: 'card', secondaryStartingPoint: 'alien' },
    ])
      expect((await select(body)).code).toBe(404);
    expect((await select({ designId: 'card', campaignIds: ['theirs'] })).code).toBe(400);
    expect((await select({ designId: 'card', startingPoint: 'card' })).code).toBe(400);
    expect((await select({ designId: 'card', archiveDesignIds: ['done'] })).code).toBe(422);
    expect(await archived()).toEqual([]);
  });

  test('are combined of one’s front and another’s back', async () => {
    const { data } = await select({
      designId: 'card',
      name: 'Both',
      startingPoint: 'card',
      secondaryStartingPoint: 'other',
    });
    expect(await archived()).toEqual(['card', 'other']);
    expect(await designOf(data.id)).toMatchObject({
      name: 'Both',
      campaignIds: ['ready'],
      currentVersion: { status: 'InReview' },
    });
  });

  test('of which one gives both faces are a plain choice of that one', async () => {
    const { data } = await select({
      designId: 'card',
      archiveDesignIds: ['card', 'other'],
      startingPoint: 'other',
      secondaryStartingPoint: 'other',
    });
    expect(data.id).toBe('other');
    expect(await archived()).toEqual(['card']);
  });
});

describe('news of a design', () => {
  /** Listens to a design; `until` waits for so many events. */
  async function listen(origin: string) {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const answer = await fetch(`${origin}${serviceBase.data}${pathOf(designEvents, { id: 'card' })}`, {
      headers: bearer(tokens.olga),
      signal: stop.signal,
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    return {
      async until(events: number) {
        while (text.split('event: changed').length - 1 < events) {
          const { done, value } = await reader.read();
          if (done) throw new Error('The stream has ended.');
          text += Buffer.from(value).toString();
        }
        return text;
      },
      async end() {
        while (!(await reader.read()).done);
      },
      leave: () => stop.abort(),
    };
  }
  const originOf = async (app: typeof here.app) => app.http.listen({ port: 0, host: '127.0.0.1' });

  test('reaches the readers of every process, and again after the connection was lost', async () => {
    const second = await buildApp({
      environment: here.environment,
      log: createLog(here.environment, { write: (line) => void here.logged.push(line) }),
      database: here.database,
      clock: here.clock,
      files: here.files,
    });
    const listening = await listen(await originOf(second));
    await listening.until(1);
    await said();
    expect(await listening.until(2)).toContain('data: {"revision":2}');
    await write(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
    );
    // who listens is told to look again, as news may have been missed
    await listening.until(3);
    await said('otto');
    expect(await listening.until(4)).toContain('data: {"revision":3}');

    const ended = listening.end();
    await second.http.close();
    await ended;
  }, 30_000);
});

test('no path of a file is in any address', async () => {
  expect(JSON.stringify(await designOf())).not.toMatch(/images\/[0-9a-f]{2}\/|\.webp|\.png/);
});
