import { isMapColor, mapColorText } from '@mailcall/contract/rules/map-colors.ts';
import { isNewMover } from '@mailcall/contract/rules/campaign-groups.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, notValid, type Problem } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { recordChanges } from '../changes/index.ts';

/** Change of a color; of concurrent changes the last one wins. */
export interface ColorChange {
  viewer: Viewer;
  id: string;
  color: string;
  at: Date;
}

/** Name in the access log, by file of the feed. */
const colored = {
  accounts: 'office',
  'mailing-areas': 'mailing area',
  'mailing-zones': 'mailing zone',
} as const;

/** Colors of the palette, the present one, and the last one of the feed. */
const mayHave = (color: string): RawBuilder<SqlBool> =>
  isMapColor(color) ? sql<SqlBool>`true` : sql<SqlBool>`${color} in (lower(color), lower(feed ->> 'color'))`;

const notColored = (color: string, missing: string): Problem =>
  isMapColor(color) ? notFound(missing) : notValid({ color: mapColorText });

async function logChange(
  transaction: Queryable,
  { viewer, id, at }: ColorChange,
  { accountId, file }: { accountId: string; file: keyof typeof colored },
): Promise<void> {
  await recordChanges(transaction, [{ accountId, file, rowId: id }], { contactId: viewer.contactId, at });
  await recordActivity(transaction, [
    { accountId, contactId: viewer.contactId, action: 'color', subject: { kind: colored[file], id }, at },
  ]);
}

/** Keeps the feed's last color: only a new one replaces the office's. @throws {Problem} 404; 400 for a color outside the palette */
export async function setOfficeColor(transaction: Queryable, change: ColorChange): Promise<void> {
  const changed = await transaction
    .updateTable('accounts')
    .set({ color: change.color })
    .where('id', '=', change.id)
    .where('id', '=', anyOf(change.viewer.accountIds))
    .where('deleted', '=', false)
    .where(mayHave(change.color))
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notColored(change.color, 'There is no such office.');
  await logChange(transaction, change, { accountId: changed.id, file: 'accounts' });
}

/** For a New Mover area, also sets its first zone's color. @throws {Problem} 404; 422 for another area if it has to be a New Mover one */
export async function setAreaColor(
  transaction: Queryable,
  change: ColorChange,
  { newMover }: { newMover: boolean },
): Promise<void> {
  const area = await transaction
    .updateTable('mailing_areas')
    .set({ color: change.color })
    .where('id', '=', change.id)
    .where('account_id', '=', anyOf(change.viewer.accountIds))
    .where('deleted', '=', false)
    .where(mayHave(change.color))
    .returning(['account_id', 'campaign_type'])
    .executeTakeFirst();
  if (!area) throw notColored(change.color, 'There is no such mailing area.');
  if (newMover && !isNewMover(area)) throw notPossible('This is not a New Mover area.');
  if (isNewMover(area)) await setFirstZoneColor(transaction, { ...change, accountId: area.account_id });
  await logChange(transaction, change, { accountId: area.account_id, file: 'mailing-areas' });
}

/** Colors the zone that the map lists first. */
async function setFirstZoneColor(
  transaction: Queryable,
  { accountId, id, color, viewer, at }: ColorChange & { accountId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update mailing_zones set color = ${color} where account_id = ${accountId} and id = (
      select zone.id from mailing_zones as zone
      where zone.account_id = ${accountId} and zone.mailing_area_id = ${id} and not zone.deleted
      order by zone.name, zone.id limit 1)
    returning id`.execute(transaction);
  await recordChanges(
    transaction,
    rows.map((zone) => ({ accountId, file: 'mailing-zones', rowId: zone.id })),
    { contactId: viewer.contactId, at },
  );
}

/** @throws {Problem} 404; 400 for a color that it cannot have */
export async function setZoneColor(transaction: Queryable, change: ColorChange): Promise<void> {
  const zone = await transaction
    .updateTable('mailing_zones')
    .set({ color: change.color })
    .where('id', '=', change.id)
    .where('account_id', '=', anyOf(change.viewer.accountIds))
    .where('deleted', '=', false)
    .where(mayHave(change.color))
    .returning('account_id')
    .executeTakeFirst();
  if (!zone) throw notColored(change.color, 'There is no such zone.');
  await logChange(transaction, change, { accountId: zone.account_id, file: 'mailing-zones' });
}

/** Sets the color of the campaign's zone. @throws {Problem} 404 without such a campaign, 422 without a known zone */
export async function setCampaignColor(transaction: Queryable, change: ColorChange): Promise<void> {
  const campaign = await transaction
    .selectFrom('campaigns')
    .leftJoin('mailing_zones as zone', (join) =>
      join
        .onRef('zone.account_id', '=', 'campaigns.account_id')
        .onRef('zone.id', '=', 'campaigns.zone_id')
        .on('zone.deleted', '=', false),
    )
    .select('zone.id as zone_id')
    .where('campaigns.id', '=', change.id)
    .where('campaigns.account_id', '=', anyOf(change.viewer.accountIds))
    .where('campaigns.deleted', '=', false)
    .executeTakeFirst();
  if (!campaign) throw notFound('There is no such campaign.');
  if (campaign.zone_id === null) throw notPossible('The zone of this campaign is not known yet.');
  await setZoneColor(transaction, { ...change, id: campaign.zone_id });
}
