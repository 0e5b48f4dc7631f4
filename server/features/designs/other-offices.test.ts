import {
  approveCampaignDesign,
  getCampaign,
  rejectCampaignDesign,
} from '@mailcall/contract/campaign-review.ts';
import {
  closeDesign,
  designMailings,
  designPdf,
  listDesigns,
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
import * as campaignReviewExports from '@mailcall/contract/campaign-review.ts';
import * as designExports from '@mailcall/contract/designs.ts';
import * as commentExports from '@mailcall/contract/review-comments.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { signInAs, testApp } from '../../../tests/support/test-app.ts';
import { wholeRecord } from '../ingest/feed-for-tests.ts';
import { recordOfDesigns } from '../../../tests/support/designs.ts';

const here = testApp();
const tokens = { olga: '', limited: '' };
const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
beforeEach(async () => {
  await recordOfDesigns(here);
  await write(`insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_contact_id, author_name, status)
    values ('foreign', 'said', 'alien', 'alien-1', 'front', 0, 0, 'Ours', 'felix', 'Felix', 'Draft'),
      ('foreign', 'sent', 'alien', 'alien-1', 'front', 0, 0, 'Ours', 'felix', 'Felix', 'Pending')`);
  tokens.olga ||= await signInAs(here, 'olga@people.test');
  tokens.limited ||= await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
});

const ofDesign = { params: { id: 'alien' } };
const ofCampaign = { params: { id: 'theirs' }, body: {} };
const pin = { body: 'Brighter.', side: 'front', x: 0.5, y: 0.5 };
const requests: [route: AnyRoute, parts: Parameters<typeof requestRoute>[3]][] = [
  [listDesigns, { query: { ids: ['alien'] } }],
  [validateConcept, { query: { designId: 'alien' } }],
  [selectConcept, { body: { designId: 'alien' } }],
  [selectConcept, { body: { designId: 'card', archiveDesignIds: ['alien'] } }],
  [startReview, ofDesign],
  [addReviewComment, { params: { designId: 'alien' }, body: pin }],
  [editReviewComment, { params: { id: 'said' }, body: { body: 'Mine', revision: 1 } }],
  [deleteReviewComment, { params: { id: 'said' } }],
  [acceptReviewComment, { params: { id: 'sent' } }],
  [rejectReviewComment, { params: { id: 'sent' } }],
  [closeDesign, { ...ofDesign, body: {} }],
  [designMailings, { params: { accountId: 'foreign', designId: 'alien' } }],
  [designMailings, { params: { accountId: 'own', designId: 'alien' } }],
  [getCampaign, { params: { id: 'theirs' } }],
  [approveCampaignDesign, ofCampaign],
  [rejectCampaignDesign, ofCampaign],
  [designPdf, { ...ofDesign, body: {} }],
];
const named = requests.map(([route, parts]) => [`${route.method} ${route.path}`, route, parts] as const);

describe('the design of another office', () => {
  test('is requested from every route of designs', () => {
    const routes = [designExports, commentExports, campaignReviewExports]
      .flatMap((part): unknown[] => Object.values(part))
      .filter((one): one is typeof listDesigns => typeof one === 'object' && one !== null && 'path' in one);
    const paths = (of: readonly AnyRoute[]) => [...new Set(of.map(({ path }) => path))].sort();
    expect(paths(requests.map(([route]) => route))).toEqual(
      paths(routes.filter(({ path }) => !path.startsWith('/images'))),
    );
    expect(requests.length).toBeGreaterThan(15);
  });

  test.each(named)('%s: is not there, and nothing changes', async (_, route, parts) => {
    const before = await wholeRecord(here.database.pool);
    const { code, message } = await requestRoute(here, tokens.olga, route, parts);
    expect([code, message]).toEqual([404, expect.stringMatching(/^There is no such/)]);
    expect(await wholeRecord(here.database.pool)).toEqual(before);
  });

  test.each(named)('%s: a limited session is refused before', async (_, route, parts) => {
    expect((await requestRoute(here, tokens.limited, route, parts)).code).toBe(403);
  });

  test('is in no reply about one’s own designs', async () => {
    await write(`update designs set campaign_ids = '{ready,theirs}' where id = 'card'`);
    const mailings = await requestRoute<{ records: { id: string }[] }>(here, tokens.olga, designMailings, {
      params: { accountId: 'own', designId: 'card' },
    });
    expect(mailings.data.records.map(({ id }) => id)).toEqual(['ready']);
    const campaign = await requestRoute<{ record: object }>(here, tokens.olga, getCampaign, {
      params: { id: 'ready' },
    });
    expect(JSON.stringify(campaign.data.record)).not.toMatch(/alien|Order 3|Felix/);
  });
});
