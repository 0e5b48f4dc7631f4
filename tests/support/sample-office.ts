import type { Database } from '../../server/platform/database.ts';

/** One of each resource; ids are the account id and the resource, such as `own-call`. `uploadedBy`: contact who uploaded the list. */
export async function addSampleOffice(
  { kysely, pool }: Pick<Database, 'kysely' | 'pool'>,
  account: string,
  { caller = null, uploadedBy, number }: { caller?: string | null; uploadedBy: string; number: string },
): Promise<void> {
  const own = (what: string) => `${account}-${what}`;
  await kysely
    .insertInto('calls')
    .values({
      account_id: account,
      id: own('call'),
      call_date_time: '2026-03-01T15:00:00Z',
      answered_by: 2,
      caller_name: caller,
      caller_phone_number: '+13035550188',
    })
    .execute();
  await kysely
    .insertInto('tracking_lines')
    .values({ account_id: account, id: own('line'), number })
    .execute();
  const add = (statement: string) => pool.query(statement, [account]);
  await add(`
    insert into campaigns (account_id, id, name, campaign_type, zone_id, media_submitted, pre_press_completed, delivery_date)
    values ($1, $1 || '-mailing', 'Order 1', 'MVP Mail', $1 || '-zone', '2026-03-01', '2026-03-02', null),
      ($1, $1 || '-order', 'Order 2', 'MVP Mail', null, '2026-03-01', '2026-03-02', null),
      ($1, $1 || '-delivered', 'Order 3', 'MVP Mail', null, null, null, '2026-03-02')`);
  await add(`insert into mailing_zones (account_id, id, name) values ($1, $1 || '-zone', 'Zone 1')`);
  await add(`
    insert into mailing_areas (account_id, id, name, campaign_type)
    values ($1, $1 || '-area', 'Movers', 'New Mover Mail')`);
  await add(`
    insert into geodata (account_id, id, shape, centroid, bounding_box)
    values ($1, $1 || '-shape', '{"type": "FeatureCollection", "features": []}', '{0, 0}', '{0, 0, 0, 0}')`);
  await add(`
    insert into designs (account_id, id, name, next_review, current_approval_level, marketing_review_version, campaign_ids)
    values ($1, $1 || '-design', 'Spring card', 'CustomerReview', 'Marketing Review', 1, array[$1 || '-mailing']),
      ($1, $1 || '-other-design', 'Autumn card', 'CustomerReview', 'Marketing Review', 1, array[$1 || '-order'])`);
  await add(`
    insert into design_versions (account_id, id, design_id, version, status, front_image)
    values ($1, $1 || '-version', $1 || '-design', 1, 'InReview', $1 || '-image'),
      ($1, $1 || '-other-version', $1 || '-other-design', 1, 'InReview', $1 || '-image')`);
  await add(`
    insert into images (account_id, id, original_key, preview_key, thumbnail_key, media_type, bytes, width, height)
    values ($1, $1 || '-image', 'images/none.png', 'images/none.webp', 'images/none-small.webp', 'image/png', 1, 30, 20)`);
  await add(`
    insert into review_comments (account_id, id, design_id, version_id, side, x, y, body, author_name)
    values ($1, $1 || '-comment', $1 || '-design', $1 || '-version', 'front', 0.5, 0.5, 'Brighter.', 'Ann')`);
  await add(`insert into staff (account_id, id, name) values ($1, $1 || '-staff', 'Front desk')`);
  await pool.query(
    `insert into patient_lists (account_id, id, name, uploaded_by_contact_id) values ($1, $1 || '-list', 'March', $2)`,
    [account, uploadedBy],
  );
}
