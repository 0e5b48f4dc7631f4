import { ownBrandId } from '@mailcall/contract/rules/brands.ts';
import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, Problem } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { deskChanged } from '../changes/index.ts';
import type { Viewer } from '../identity/index.ts';
import { requireTeamAccount } from '../team/index.ts';
import { brandIdOf, readBrands } from '../brands/index.ts';

interface BrandChoice {
  id: string;
  name: string;
}

async function readChoices(database: Queryable, ownName: string): Promise<BrandChoice[]> {
  const stored = await readBrands(database);
  const brands = stored.filter(({ id }) => id !== ownBrandId);
  return [
    { id: ownBrandId, name: ownName },
    ...brands.map(({ id, values }) => ({ id, name: values.name ?? id })),
  ];
}

async function readOffice(database: Queryable, viewer: Viewer, id: string) {
  requireTeamAccount(viewer, id);
  const office = await database
    .selectFrom('accounts')
    .select(['brand_id', 'parent_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!office) throw notFound(`Account ${id} not found`);
  return office;
}

/** @throws {Problem} 404 for offices of others */
export async function openOfficeBrand(database: Queryable, viewer: Viewer, id: string, ownName: string) {
  const { brand_id: brandId, parent_id: group } = await readOffice(database, viewer, id);
  const choices = await readChoices(database, ownName);
  const above = group === null ? ownBrandId : await brandIdOf(database, { accountId: group });
  return {
    brandId,
    inherited: choices.find((choice) => choice.id === above) ?? { id: ownBrandId, name: ownName },
    choices,
  };
}

/** @throws {Problem} 404 for offices of others, 422 for a removed brand and if another person changed it */
export async function chooseOfficeBrand(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  viewer: Viewer,
  id: string,
  { brandId, before, ownName }: { brandId: string | null; before: string | null; ownName: string },
): Promise<void> {
  requireTeamAccount(viewer, id);
  await database.transaction(async (transaction) => {
    await sql`select 1 from accounts where id = ${id} for update`.execute(transaction);
    const { brand_id: now } = await readOffice(transaction, viewer, id);
    const choices = await readChoices(transaction, ownName);
    const refuse = (problem: string) => {
      const data = { brandId: problem };
      throw new Problem(422, 'Nothing was saved. Correct the marked values.', { kind: 'fail', data });
    };
    if (brandId !== null && !choices.some((choice) => choice.id === brandId))
      refuse('There is no such brand. Another person may have removed it.');
    if (now === brandId) return;
    if (now !== before)
      refuse(
        `Another person changed this meanwhile to ${choices.find((choice) => choice.id === now)?.name ?? 'that of the group'}.`,
      );
    await sql`update accounts set brand_id = ${brandId} where id = ${id}`.execute(transaction);
    await recordActivity(transaction, [
      {
        accountId: id,
        contactId: viewer.contactId,
        action: 'edit',
        subject: { kind: 'office', id },
        at: clock.now(),
      },
    ]);
    await deskChanged(transaction, 'brands', [id]);
  });
}
