import type { AddressInfo } from 'node:net';
import {
  approveCampaignDesign,
  getCampaign,
  rejectCampaignDesign,
} from '@mailcall/contract/campaign-review.ts';
import {
  closeDesign,
  designEvents,
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
import { scoreboardGrantHeader } from '@mailcall/contract/identity.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { bearer, signInAs, testApp, testNow } from '../../../tests/support/test-app.ts';
import { makeScoreboardGrant } from '../identity/scoreboard-grants.ts';
import { serviceBase } from '../../platform/http/serve.ts';
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
  [designEvents, ofDesign],
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

describe('the events of a design', () => {
  /** Reads the events of a design as olga, in a separate session; returns the token and the text of the ended stream. */
  async function listening(id: string, headers: Record<string, string> = {}) {
    const token = await signInAs(here, 'olga@people.test');
    const origin = here.app.http.server.listening
      ? `http://127.0.0.1:${(here.app.http.server.address() as AddressInfo).port}`
      : await here.app.http.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const answer = await fetch(`${origin}${serviceBase.data}${pathOf(designEvents, { id })}`, {
      headers: { ...bearer(token), ...headers },
      signal: stop.signal,
    });
    expect(answer.status).toBe(200);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let received = '';
    /** Reads until the text has arrived or the stream ends. */
    const until = async (text: string | null) => {
      const hasArrived = () => text !== null && received.includes(text);
      while (!hasArrived()) {
        const { done, value } = await reader.read();
        if (done) return received;
        received += Buffer.from(value).toString();
      }
      return received;
    };
    return { token, until };
  }

  test('begin with its revision, because of changes before the stream was open', async () => {
    await write(`update designs set revision = 5 where id = 'card'`);
    const { until } = await listening('card');
    expect(await until('\n\n')).toBe('event: changed\ndata: {"revision":5}\n\n');
  });

  test('end with the session', async () => {
    const { token, until } = await listening('card');
    await until('"revision":1');
    await here.app.http.inject({ method: 'POST', url: '/api/identity/logout', headers: bearer(token) });
    await requestRoute(here, tokens.olga, addReviewComment, { params: { designId: 'card' }, body: pin });
    expect(await until(null)).not.toContain('"revision":2');
  }, 15_000);

  test('end with the scoreboard grant that showed it', async () => {
    const url = new URL(await makeScoreboardGrant(here, 'olga@people.test', ['foreign']));
    const exchanged = await here.app.http.inject({
      method: 'POST',
      url: '/api/identity/auth/scoreboard/grant',
      payload: { code: url.searchParams.get('code') },
    });
    const { grantToken } = exchanged.json<{ data: { grantToken: string } }>().data;
    const { until } = await listening('alien', { [scoreboardGrantHeader]: grantToken });
    await until('"revision":1');
    await write(`update scoreboard_grants set expires_at = '2026-01-01'`);
    await write(`select pg_notify('design_changed', '{"id":"alien","revision":7}')`);
    expect(await until(null)).not.toContain('"revision":7');
  }, 15_000);

  test('do not keep an idle session alive', async () => {
    const { token, until } = await listening('card');
    const seen = async () =>
      (
        await here.database.pool.query<{ seen_at: Date }>('select seen_at from sessions where id = $1', [
          decodeJwt(token)['sid'],
        ])
      ).rows[0]?.seen_at;
    const before = await seen();
    here.clock.advance(29 * 60_000);
    onTestFinished(() => here.clock.set(testNow));
    await write(`select pg_notify('design_changed', '{"id":"card","revision":7}')`);
    expect(await until('"revision":7')).toContain('"revision":7');
    here.clock.advance(2 * 60_000);
    await write(`select pg_notify('design_changed', '{"id":"card","revision":8}')`);
    expect(await until(null)).not.toContain('"revision":8');
    expect(await seen()).toEqual(before);
  }, 15_000);
});
