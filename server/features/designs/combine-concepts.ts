import { randomUUID } from 'node:crypto';
import type { selectConcept } from '@mailcall/contract/designs.ts';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { notValid } from '../../platform/http/problems.ts';
import { type MadeBy, recordChanges } from '../changes/index.ts';
import type { DesignRecord } from './design-records.ts';

export type Selection = z.output<(typeof selectConcept)['body']>;

/** Finds the result of an earlier or concurrent request for the same choice. */
export async function findCombination(
  transaction: Queryable,
  front: DesignRecord,
  back: DesignRecord,
): Promise<string | null> {
  if (!front.archived || !back.archived) return null;
  const frontImage = front.versions[0]?.front?.image;
  const backImage = back.versions[0]?.back?.image;
  if (frontImage === undefined || backImage === undefined) return null;
  const combination = await transaction
    .selectFrom('designs')
    .innerJoin('design_versions as version', (join) =>
      join
        .onRef('version.account_id', '=', 'designs.account_id')
        .onRef('version.design_id', '=', 'designs.id'),
    )
    .select('designs.id')
    .where('designs.account_id', '=', front.account_id)
    .where('designs.portal_id', 'is not', null)
    .where('designs.archived', '=', false)
    .where('designs.deleted', '=', false)
    .where('version.version', '=', 1)
    .where('version.deleted', '=', false)
    .where('version.front_image', '=', frontImage)
    .where('version.back_image', '=', backImage)
    .orderBy('designs.id')
    .limit(1)
    .executeTakeFirst();
  return combination?.id ?? null;
}

export async function combine(
  transaction: Queryable,
  options: { front: DesignRecord; back: DesignRecord; selection: Selection; campaigns: string[]; by: MadeBy },
): Promise<string> {
  const { front, back, selection, campaigns, by } = options;
  const [fronts] = front.versions;
  const [backs] = back.versions;
  if (!fronts?.front) throw notValid({ startingPoint: 'This design has no front.' });
  if (!backs?.back) throw notValid({ secondaryStartingPoint: 'This design has no back.' });
  const [id, versionId] = [randomUUID(), randomUUID()];
  const all = [...new Set([...front.campaign_ids, ...campaigns])].sort();
  await transaction
    .insertInto('designs')
    .columns([
      'account_id',
      'id',
      'name',
      'media_type',
      'next_review',
      'current_approval_level',
      'marketing_review_version',
      'sales_contact_id',
      'campaign_ids',
      'portal_id',
    ])
    .expression((query) =>
      query
        .selectFrom('designs')
        .select((row) => [
          'account_id',
          row.val(id).as('id'),
          row.val(selection.name ?? `${front.name} + ${back.name}`).as('name'),
          row.val(selection.mediaType ?? front.media_type).as('media_type'),
          'next_review',
          'current_approval_level',
          row.lit(1).as('marketing_review_version'),
          'sales_contact_id',
          row.val(all).as('campaign_ids'),
          row.val(id).as('portal_id'),
        ])
        .where('account_id', '=', front.account_id)
        .where('id', '=', front.id),
    )
    .execute();
  await transaction
    .insertInto('design_versions')
    .values({
      account_id: front.account_id,
      id: versionId,
      portal_id: versionId,
      design_id: id,
      version: 1,
      status: 'InReview',
      created_at: by.at,
      front_image: fronts.front.image,
      back_image: backs.back.image,
      front_orientation: selection.frontOrientation ?? fronts.frontOrientation,
      back_orientation: selection.backOrientation ?? backs.backOrientation,
      front_modified_at: fronts.front.modifiedAt,
      back_modified_at: backs.back.modifiedAt,
    })
    .execute();
  const accountId = front.account_id;
  await recordChanges(
    transaction,
    [
      { accountId, file: 'designs', rowId: id, action: 'added' },
      { accountId, file: 'design-versions', rowId: versionId, action: 'added' },
    ],
    by,
  );
  return id;
}
