import { approveCampaignDesign } from '@mailcall/contract/campaign-review.ts';
import {
  closeDesign,
  designPdf,
  type Design,
  listDesigns,
  type ReviewComment,
  selectConcept,
  validateConcept,
} from '@mailcall/contract/designs.ts';
import { addReviewComment } from '@mailcall/contract/review-comments.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import sharp from 'sharp';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { bearer, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { addDesign, recordOfDesigns } from '../../../tests/support/designs.ts';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { serviceBase } from '../../platform/http/serve.ts';
import { storeImage } from '../images/index.ts';

const here = testApp();
let token = '';
const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
beforeEach(async () => {
  await recordOfDesigns(here);
  token ||= await signInAs(here, 'olga@people.test');
});

type Parts = Parameters<typeof requestRoute>[3];
const send = <Data>(route: Parameters<typeof requestRoute>[2], parts: Parts = {}) =>
  requestRoute<Data>(here, token, route, parts);
const designOf = async (id = 'card') =>
  (await send<{ records: Design[] }>(listDesigns, { query: { ids: [id] } })).data.records[0] as Design;
const close = (id = 'card') => send<{ decision: string }>(closeDesign, { params: { id }, body: {} });
const comment = (body: object, designId = 'card') =>
  send<{ comment: ReviewComment }>(addReviewComment, {
    params: { designId },
    body: { body: 'Brighter.', side: 'front', x: 0.5, y: 0.5, ...body },
  });

describe('closing the review of a design', () => {
  test.each(['Requested', 'Wip'])('approves no version that is %s', async (status) => {
    await addDesign(here, 'made', { status });
    expect((await close('made')).code).toBe(422);
    expect((await designOf('made')).currentVersion?.status).toBe(status);
    await comment({}, 'made');
    expect((await close('made')).data.decision).toBe('changes');
  });

  test('does not approve a version without pictures', async () => {
    await addDesign(here, 'bare', { pictures: false });
    expect((await close('bare')).code).toBe(422);
  });

  test('requires its own page to be open, not only a campaign’s', async () => {
    await write(`update designs set next_review = null where id = 'card'`);
    const { code, message } = await close();
    expect([code, message]).toEqual([422, messages.designNotReady]);
  });

  test('ignores comments that are not visible', async () => {
    await addDesign(here, 'plain');
    await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_name, status)
      values ('own', 'asked', 'plain', 'plain-1', 'front', 0, 0, 'Is this right?', 'Sam', 'Accepted')`);
    await comment({ replyTo: 'asked' }, 'plain');
    await write(`update review_comments set deleted = true where id = 'asked'`);
    await write(`insert into design_versions (account_id, id, design_id, version, deleted)
      values ('own', 'plain-0', 'plain', 2, true)`);
    await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_name, status)
      values ('own', 'gone', 'plain', 'plain-0', 'front', 0, 0, 'Larger.', 'Sam', 'Rejected')`);
    expect((await designOf('plain')).currentVersion?.comments).toEqual([]);
    expect((await close('plain')).data.decision).toBe('approved');
  });
});

describe('a reply', () => {
  test('is possible on a face that the current version no longer has', async () => {
    await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_name, status)
      values ('own', 'before', 'card', 'card-1', 'back', 0, 0, 'Among us', 'Sam', 'Pending')`);
    await write(`insert into design_versions (account_id, id, design_id, version, status, front_image)
      values ('own', 'card-2', 'card', 2, 'InReview', 'face')`);
    expect((await comment({ side: 'back' })).code).toBe(400);
    const { code, data } = await comment({ side: 'back', replyTo: 'before' });
    expect([code, data.comment?.replyTo]).toEqual([200, 'before']);
  });

  test('of the provider to a reply belongs to the first comment', async () => {
    await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_name, status, reply_to)
      values ('own', 'c1', 'card', 'card-1', 'front', 0, 0, 'One', 'Sam', 'Pending', null),
        ('own', 'c2', 'card', 'card-1', 'front', 0, 0, 'Two', 'Sam', 'Pending', 'c1'),
        ('own', 'c3', 'card', 'card-1', 'front', 0, 0, 'Three', 'Sam', 'Pending', 'c2')`);
    expect((await designOf()).currentVersion?.comments).toMatchObject([
      { id: 'c1', replies: [{ id: 'c2' }, { id: 'c3' }] },
    ]);
  });
});

test('stores the newer text of a comment that is sent again after a lost reply', async () => {
  const requestId = '6d0e2b3c-8f41-4c5e-9a77-0d1c2b3a4f5e';
  const first = await comment({ body: 'Larger.', requestId });
  const again = await comment({ body: 'Larger, and in red.', requestId });
  expect([again.code, again.data.comment]).toEqual([
    200,
    { ...first.data.comment, body: 'Larger, and in red.', revision: 2 },
  ]);
  await comment({ body: 'Larger, and in red.', requestId });
  expect((await designOf()).currentVersion?.comments).toMatchObject([
    { body: 'Larger, and in red.', revision: 2 },
  ]);
  await write(`update review_comments set status = 'Pending'`);
  expect((await comment({ body: 'Smaller.', requestId })).code).toBe(422);
});

describe('choosing a concept', () => {
  const select = (body: object) => send<{ id: string }>(selectConcept, { body });
  const archived = async () =>
    (await here.database.pool.query<{ id: string }>('select id from designs where archived')).rows.map(
      ({ id }) => id,
    );

  test.each([
    ['that is not ready yet', { level: 'Art Review' }],
    ['that waits for nobody', { nextReview: null }],
  ])('does not change a design %s', async (_, values) => {
    await addDesign(here, 'inner', values);
    const { data } = await send<{ archivedDetails: object[] }>(validateConcept, {
      query: { designId: 'card', designIds: ['inner'] },
    });
    expect(data.archivedDetails).toEqual([]);
    expect((await select({ designId: 'card', archiveDesignIds: ['inner'] })).code).toBe(422);
    expect(await archived()).toEqual([]);
  });

  test('of a front and a back makes one design, even with concurrent and repeated requests', async () => {
    await addDesign(here, 'other');
    const both = { designId: 'card', startingPoint: 'card', secondaryStartingPoint: 'other' };
    const answers = [...(await Promise.all([select(both), select(both)])), await select(both)];
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    const turned = { designId: 'card', startingPoint: 'other', secondaryStartingPoint: 'card' };
    await write(`update design_versions set back_image = 'reverse' where id = 'card-1'`);
    expect((await select(turned)).code).toBe(422);
  });

  test('refuses a campaign that was approved with another design', async () => {
    await write(`update campaigns set approval_date = '2026-03-05' where id = 'early'`);
    expect((await select({ designId: 'card', campaignIds: ['early'] })).code).toBe(422);
    expect((await designOf()).campaignIds).toEqual(['ready']);
  });
});

test('has white in the PDF of a postcard where its picture is transparent', async () => {
  const picture = await sharp({ create: { width: 30, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const stored = await storeImage(picture, here.files);
  await write(`update images set original_key = $1 where account_id = 'own'`, stored.originalKey);
  const { rawPayload: pdf } = await here.app.http.inject({
    method: 'POST',
    url: `${serviceBase.data}${pathOf(designPdf, { id: 'card' })}`,
    headers: bearer(token),
    payload: {},
  });
  const jpeg = pdf.subarray(pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff])));
  const { channels } = await sharp(jpeg, { failOn: 'none' }).stats();
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});

test('approves a campaign after an import that has locked it, without a deadlock', async () => {
  const importing = await here.database.pool.connect();
  try {
    await importing.query('begin');
    await importing.query(`update campaigns set quantity = 5 where id = 'ready'`);
    const approving = send<{ decision: string }>(approveCampaignDesign, {
      params: { id: 'ready' },
      body: {},
    });
    await expect.poll(() => countLockWaits(here.database.pool), { timeout: 20_000 }).toBe(1);
    await importing.query(`update designs set name = 'Renamed' where id = 'card'`);
    await importing.query('commit');
    expect((await approving).data.decision).toBe('approved');
  } finally {
    importing.release();
  }
});
