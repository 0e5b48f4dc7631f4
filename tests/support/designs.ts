import { addPerson, type TestApp } from './test-app.ts';
import { emptyRecord } from '../../server/features/ingest/feed-for-tests.ts';
import { storeImage } from '../../server/features/images/index.ts';

const redCard = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoAQMAAACYdQu8AAAAA1BMVEWqM1Wc/yUnAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQYlWNgGAX0AAABaAABBugHpAAAAABJRU5ErkJggg==',
  'base64',
);

/** A design to add. By default it belongs to the office `own`, waits for the customer and has both faces. */
export interface TestDesign {
  account?: string;
  campaigns?: string[];
  status?: string;
  nextReview?: string | null;
  level?: string | null;
  pictures?: boolean;
}

export async function addDesign(
  { database }: Pick<TestApp, 'database'>,
  id: string,
  given: TestDesign = {},
): Promise<void> {
  const { account = 'own', campaigns = [], status = 'InReview', pictures = true } = given;
  const { nextReview = 'CustomerReview', level = 'Marketing Review' } = given;
  await database.pool.query(
    `insert into designs (account_id, id, name, next_review, current_approval_level, marketing_review_version, campaign_ids)
     values ($1, $2, 'Design ' || $2, $3, $4, 1, $5)`,
    [account, id, nextReview, level, campaigns],
  );
  await database.pool.query(
    `insert into design_versions (account_id, id, design_id, version, status, front_image, back_image, created_at)
     values ($1, $2 || '-1', $2, 1, $3, $4, $4, '2026-03-01')`,
    [account, id, status, pictures ? 'face' : null],
  );
}

/** Office `own` (olga, otto) has the campaign `ready` and the design `card`, `foreign` (felix) has `theirs` and `alien`; all in review. */
export async function recordOfDesigns(here: TestApp): Promise<void> {
  const write = (sql: string, ...values: unknown[]) => here.database.pool.query(sql, values);
  await emptyRecord(here.database.pool);
  await write('truncate outbox');
  await write(`insert into accounts (id, name) values ('own', 'Own'), ('foreign', 'Foreign')`);
  await write(`
    insert into campaigns (account_id, id, name, campaign_type, media_submitted, pre_press_completed) values
      ('own', 'ready', 'Order 1', 'MVP Mail', '2026-03-01', '2026-03-02'),
      ('own', 'early', 'Order 2', 'MVP Mail', '2026-03-01', null),
      ('foreign', 'theirs', 'Order 3', 'MVP Mail', '2026-03-01', '2026-03-02')`);
  const kept = await storeImage(redCard, here.files);
  await write(
    `insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
     select account_id, 'face', $1, $2, $3, 'image/png', 100, 60, 40 from unnest('{own,foreign}'::text[]) account_id`,
    kept.originalKey,
    kept.previewKey,
    kept.thumbnailKey,
  );
  await addDesign(here, 'card', { campaigns: ['ready'] });
  await addDesign(here, 'alien', { account: 'foreign', campaigns: ['theirs'] });
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  await addPerson(here.database, { id: 'otto', accounts: ['own'] });
  await addPerson(here.database, { id: 'felix', accounts: ['foreign'] });
}
