import {
  type Design,
  designMailings,
  designPdf,
  listDesigns,
  selectConcept,
  startReview,
  validateConcept,
} from '@mailcall/contract/designs.ts';
import { acceptReviewComment } from '@mailcall/contract/review-comments.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { designOffice } from '../../../tests/support/design-office.ts';
import { bearer, testNow } from '../../../tests/support/test-app.ts';
import { serviceBase } from '../../platform/http/serve.ts';

const { here, tokens, write, one, addDesign, as, designOf, comment, close } = designOffice();

describe('a design', () => {
  test('is shown with its faces to its own office only', async () => {
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

  test('needs as many queries as five designs', async () => {
    const ids = ['card', 'second', 'third', 'fourth', 'fifth'];
    for (const id of ids.slice(1)) await addDesign(id, { campaigns: ['ready'] });
    const connect = vi.spyOn(here.database.pool, 'connect');
    onTestFinished(() => connect.mockRestore());
    const queriesFor = async (wanted: string[]) => {
      connect.mockClear();
      const { data } = await as<{ records: Design[] }>('olga', listDesigns, { query: { ids: wanted } });
      expect(data.records.map(({ nextStep }) => nextStep)).toEqual(wanted.map(() => 'chooseConcept'));
      return connect.mock.calls.length;
    };
    const queries = await queriesFor(['card']);
    expect(queries).toBeGreaterThan(0);
    expect(await queriesFor(ids)).toBe(queries);
  });

  test('is hidden on every route until it has passed the marketing review', async () => {
    await write(
      `update designs set current_approval_level = 'Art Review', campaign_ids = '{}' where id = 'card'`,
    );
    await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_name, status)
      values ('own', 'inner', 'card', 'card-1', 'front', 0, 0, 'Among us', 'Sam', 'Pending')`);
    expect((await designOf()).currentVersion).toMatchObject({ front: null, back: null, comments: [] });
    for (const reply of [
      await comment('olga'),
      await close(),
      await as('olga', acceptReviewComment, { params: { id: 'inner' } }),
    ])
      expect([reply.code, reply.message]).toEqual([422, messages.designNotReady]);
    expect((await as('olga', designPdf, { params: { id: 'card' }, body: {} })).code).toBe(404);
    expect((await as('olga', startReview, { params: { id: 'card' } })).code).toBe(200);
    expect(await one(`select customer_viewed from design_versions where id = 'card-1'`)).toEqual({
      customer_viewed: null,
    });
  });

  test('records the first view only, which makes no open page out of date', async () => {
    const { revision } = await designOf();
    await as('olga', startReview, { params: { id: 'card' } });
    expect((await designOf()).revision).toBe(revision);
    here.clock.set('2026-03-11T15:10:00.000Z');
    onTestFinished(() => here.clock.set(testNow));
    await as('otto', startReview, { params: { id: 'card' } });
    expect((await designOf()).currentVersion?.customerViewed).toBe(testNow);
  });

  test('has a PDF of two pages, even when one of its campaigns was removed', async () => {
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
    expect(
      await one(
        `select account_id, contact_id from access_log where action = 'download' and subject_id = 'card'`,
      ),
    ).toEqual({ account_id: 'own', contact_id: 'olga' });
  });

  test('lists the mailings of its own account only', async () => {
    const mailings = (accountId: string, designId: string) =>
      as<{ records: { id: string }[] }>('olga', designMailings, { params: { accountId, designId } });
    expect((await mailings('own', 'card')).data.records.map(({ id }) => id)).toEqual(['ready']);
    await write(
      "update accounts set address = '12 Main St, Boulder, CO 80302', latitude = null where id = 'own'",
    );
    await write(
      "update campaigns set name = 'MC-1', friendly_name = 'Ours', label = 'Spring' where id = 'ready'",
    );
    expect((await mailings('own', 'card')).data.records).toMatchObject([
      {
        id: 'ready',
        name: 'Ours',
        orderNumber: 'MC-1',
        label: 'Spring',
        officeLocation: { latitude: 40.025056, longitude: -105.348664, source: 'zip' },
      },
    ]);
    expect((await mailings('foreign', 'card')).code).toBe(404);
    expect((await mailings('foreign', 'alien')).code).toBe(404);
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

  test('list what choosing one archives', async () => {
    const { data } = await as<object>('olga', validateConcept, { query: { designId: 'card' } });
    expect(data).toEqual({ hasArchives: true, archivedDetails: [{ id: 'other', name: 'Design other' }] });
    expect((await as('felix', validateConcept, { query: { designId: 'card' } })).code).toBe(404);
  });

  test('are archived except the chosen one; the choice can be repeated but not changed', async () => {
    const choice = { designId: 'card', campaignIds: ['early'], archiveDesignIds: ['other', 'card'] };
    expect((await select(choice)).data).toEqual({ id: 'card', accountId: 'own' });
    expect(await archived()).toEqual(['other']);
    expect((await designOf()).campaignIds).toEqual(['early', 'ready']);
    expect((await select(choice)).code).toBe(200);
    expect((await select({ designId: 'other', archiveDesignIds: ['card'] })).code).toBe(422);
  });

  test('leave one when two are chosen concurrently', async () => {
    const answers = await Promise.all([
      select({ designId: 'card', archiveDesignIds: ['other'] }),
      select({ designId: 'other', archiveDesignIds: ['card'] }, 'otto'),
    ]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await archived()).toHaveLength(1);
  });

  test('of others and approved ones are not changed', async () => {
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

  test('are combined from one’s front and another’s back', async () => {
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

  test('are chosen without a combination when one gives both faces', async () => {
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

test('has no file path in any address', async () => {
  expect(JSON.stringify(await designOf())).not.toMatch(/images\/[0-9a-f]{2}\/|\.webp|\.png/);
});
