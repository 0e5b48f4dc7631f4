import { closeDesign, type Design, listDesigns, type ReviewComment } from '@mailcall/contract/designs.ts';
import { addReviewComment } from '@mailcall/contract/review-comments.ts';
import { beforeEach, expect } from 'vitest';
import { askRoute } from './ask-route.ts';
import { addPerson, signInAs, testApp } from './test-app.ts';
import { emptyRecord } from '../../server/features/ingest/feed-for-tests.ts';
import { keepImage } from '../../server/features/images/index.ts';

/** A PNG of 60 by 40 pixels of one red. */
const card = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAMAAACVZWnNAAAAA1BMVEWqM1Wc/yUnAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVRIx+3BMQEAAADCoPVPbQwfoAAAeBgJiAABJcSfhgAAAABJRU5ErkJggg==',
  'base64',
);

/** An office with a design that waits for its customer, made anew before each test, and what people do with it. */
export function designOffice() {
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
    const kept = await keepImage(card, here.files);
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
  return { here, tokens, write, one, addDesign, as, designOf, pin, comment, said, close };
}
