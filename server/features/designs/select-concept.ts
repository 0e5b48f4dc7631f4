import { randomUUID } from 'node:crypto';
import type { Design, selectConcept as selectConceptRoute } from '@mailcall/contract/designs.ts';
import { stepOf } from '@mailcall/contract/rules/mailing.ts';
import { takesConcept } from '@mailcall/contract/rules/next-step.ts';
import { countsAsApproved } from '@mailcall/contract/rules/review.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod';
import { notPossible, notValid } from '../../platform/http/problems.ts';
import { type LockedMailing, lockMailings, mailingStep } from '../campaigns/index.ts';
import type { Viewer } from '../identity/index.ts';
import { type DesignRecord, findDesigns } from './design-records.ts';
import { isOpenAnywhere, bumpRevision, noDesign, requireOpenForComments } from './locked-design.ts';

type Selection = z.output<(typeof selectConceptRoute)['body']>;

/** The concepts that choosing one archives: those shown beside it, or else those for the same campaigns. */
export async function conceptsBeside(
  database: QueryExecutorProvider,
  viewer: Viewer,
  { designId, designIds }: { designId: string; designIds: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  const [chosen] = await findDesigns(database, viewer.accountIds, [designId]);
  if (!chosen) throw noDesign();
  const { rows } = await sql<{ id: string }>`
    select id from designs
    where account_id = ${chosen.account_id} and id <> ${chosen.id} and not archived and not deleted
      and next_review = 'CustomerReview'
      and (id = any(${[...designIds]}) or (${designIds.length === 0} and campaign_ids && ${chosen.campaign_ids}::text[]))`.execute(
    database,
  );
  const otherConcepts = await findDesigns(
    database,
    viewer.accountIds,
    rows.map(({ id }) => id),
  );
  const concepts = [];
  for (const design of otherConcepts) {
    if (await isOpenAnywhere(database, design)) concepts.push({ id: design.id, name: design.name });
  }
  return concepts.sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

/**
 * Chooses a concept: the unselected are archived and the campaigns get the chosen one; in split mode a new design is made
 * of the front of one and the back of another. All or nothing; the same choice again is harmless.
 */
export async function selectConcept(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  { selection, now }: { selection: Selection; now: Date },
): Promise<Pick<Design, 'id' | 'accountId'>> {
  const { designId, startingPoint, secondaryStartingPoint, campaignIds } = selection;
  const split = startingPoint !== undefined || secondaryStartingPoint !== undefined;
  if (split && (startingPoint === undefined || secondaryStartingPoint === undefined)) {
    throw notValid({
      [startingPoint === undefined ? 'startingPoint' : 'secondaryStartingPoint']:
        'Name both designs of a combination.',
    });
  }
  const front = startingPoint ?? designId;
  const back = secondaryStartingPoint ?? designId;
  const archived = selection.archiveDesignIds;
  const chosenId = front === back ? front : designId;
  const { concepts, mailings } = await lockConcepts(
    transaction,
    viewer,
    [...new Set([designId, front, back, ...archived])],
    campaignIds,
  );
  const conceptOf = (id: string) => concepts.find((concept) => concept.id === id) as DesignRecord;
  const chosen = conceptOf(chosenId);
  if (selection.accountId !== undefined && selection.accountId !== chosen.account_id) {
    throw notValid({ accountId: 'Use the account of the designs.' });
  }
  const campaigns = checkedCampaigns(mailings, chosen, campaignIds);

  if (front === back) {
    if (chosen.archived) throw notPossible('Another concept was chosen already.');
    await requireOpenForComments(transaction, chosen);
    await linkCampaigns(transaction, chosen, campaigns);
    await archive(transaction, archived.filter((id) => id !== chosen.id).map(conceptOf));
    return { id: chosen.id, accountId: chosen.account_id };
  }
  const made = await combinedBefore(transaction, conceptOf(front), conceptOf(back));
  if (made !== null) return { id: made, accountId: chosen.account_id };
  for (const concept of [conceptOf(front), conceptOf(back)]) {
    if (concept.archived) throw notPossible('Another concept was chosen already.');
    await requireOpenForComments(transaction, concept);
  }
  const combined = await combine(transaction, {
    front: conceptOf(front),
    back: conceptOf(back),
    selection,
    campaigns,
    now,
  });
  await archive(transaction, [...new Set([...archived, front, back, designId])].map(conceptOf));
  return { id: combined, accountId: chosen.account_id };
}

/** Locks mailings and designs, each in the order of their ids; all of them the viewer's and of one account. */
async function lockConcepts(
  transaction: QueryExecutorProvider,
  viewer: Viewer,
  ids: readonly string[],
  campaignIds: readonly string[],
): Promise<{ concepts: DesignRecord[]; mailings: LockedMailing[] }> {
  const found = await findDesigns(transaction, viewer.accountIds, ids);
  const mailings = await lockMailings(transaction, viewer.accountIds, [
    ...campaignIds,
    ...found.flatMap((design) => design.campaign_ids),
  ]);
  await sql`
    select id from designs where account_id = any(${[...viewer.accountIds]}) and id = any(${[...ids]}) and not deleted
    order by id for update`.execute(transaction);
  const concepts = await findDesigns(transaction, viewer.accountIds, ids);
  if (concepts.length !== ids.length) throw noDesign();
  if (new Set(concepts.map(({ account_id }) => account_id)).size > 1) {
    throw notValid({ archiveDesignIds: 'Choose among designs of one account.' });
  }
  return { concepts, mailings };
}

/** The mailings that get the chosen design: not those that are approved or have gone on. */
function checkedCampaigns(
  mailings: readonly LockedMailing[],
  chosen: DesignRecord,
  campaignIds: readonly string[],
): string[] {
  const own = mailings.filter(({ account_id }) => account_id === chosen.account_id);
  const named = own.filter(({ id }) => campaignIds.includes(id));
  if (named.length !== new Set(campaignIds).size) {
    throw notValid({ campaignIds: 'Name campaigns of the design’s account.' });
  }
  const late = (mailing: LockedMailing) => !takesConcept(mailingStep(mailing.state).nextStep);
  const using = own.filter(({ id }) => chosen.campaign_ids.includes(id));
  const refused = named.find(late) ?? (using.every(late) ? using[0] : undefined);
  if (refused) {
    const { nextStep } = mailingStep(refused.state);
    const progress = nextStep === 'approved' ? nextStep : stepOf(refused.state.status);
    throw notPossible(`${refused.name} is ${progress} already and keeps its design.`);
  }
  return named.map(({ id }) => id);
}

async function linkCampaigns(
  transaction: QueryExecutorProvider,
  design: DesignRecord,
  campaigns: readonly string[],
): Promise<void> {
  const all = [...new Set([...design.campaign_ids, ...campaigns])].sort();
  await sql`
    update designs set campaign_ids = ${all} where account_id = ${design.account_id} and id = ${design.id}`.execute(
    transaction,
  );
  await bumpRevision(transaction, design);
}

async function archive(transaction: QueryExecutorProvider, designs: readonly DesignRecord[]): Promise<void> {
  for (const design of designs) {
    if (design.archived) continue;
    if (design.versions[0] && countsAsApproved(design.versions[0].status, design.next_review)) {
      throw notPossible(`${design.name} is approved already and stays.`);
    }
    if (!(await isOpenAnywhere(transaction, design))) {
      throw notPossible(`${design.name} is not ready to choose among, and stays.`);
    }
    await sql`
      update designs set archived = true where account_id = ${design.account_id} and id = ${design.id}`.execute(
      transaction,
    );
    await bumpRevision(transaction, design);
  }
}

/** The design that the same choice made before: its answer was lost, or two made it at once. */
async function combinedBefore(
  transaction: QueryExecutorProvider,
  front: DesignRecord,
  back: DesignRecord,
): Promise<string | null> {
  if (!front.archived || !back.archived) return null;
  const { rows } = await sql<{ id: string }>`
    select designs.id from designs
    join design_versions as version on version.account_id = designs.account_id and version.design_id = designs.id
    where designs.account_id = ${front.account_id} and designs.portal_id is not null
      and not designs.archived and not designs.deleted and version.version = 1 and not version.deleted
      and version.front_image = ${front.versions[0]?.front?.image ?? null}
      and version.back_image = ${back.versions[0]?.back?.image ?? null}
    order by designs.id limit 1`.execute(transaction);
  return rows[0]?.id ?? null;
}

/** Makes a design of the front of one and the back of another, waiting for the customer's review. */
async function combine(
  transaction: QueryExecutorProvider,
  options: { front: DesignRecord; back: DesignRecord; selection: Selection; campaigns: string[]; now: Date },
): Promise<string> {
  const { front, back, selection, campaigns, now } = options;
  const [fronts] = front.versions;
  const [backs] = back.versions;
  if (!fronts?.front) throw notValid({ startingPoint: 'This design has no front.' });
  if (!backs?.back) throw notValid({ secondaryStartingPoint: 'This design has no back.' });
  const id = randomUUID();
  const all = [...new Set([...front.campaign_ids, ...campaigns])].sort();
  await sql`
    insert into designs (account_id, id, name, media_type, next_review, current_approval_level, marketing_review_version,
      sales_contact_id, campaign_ids, portal_id)
    select account_id, ${id}, ${selection.name ?? `${front.name} + ${back.name}`}, ${selection.mediaType ?? front.media_type},
      next_review, current_approval_level, 1, sales_contact_id, ${all}, ${id}
    from designs where account_id = ${front.account_id} and id = ${front.id}`.execute(transaction);
  await sql`
    insert into design_versions (account_id, id, design_id, version, status, created_at, front_image, back_image,
      front_orientation, back_orientation, front_modified_at, back_modified_at)
    values (${front.account_id}, ${randomUUID()}, ${id}, 1, 'InReview', ${now}, ${fronts.front.image}, ${backs.back.image},
      ${selection.frontOrientation ?? fronts.frontOrientation}, ${selection.backOrientation ?? backs.backOrientation},
      ${fronts.front.modifiedAt}::timestamptz, ${backs.back.modifiedAt}::timestamptz)`.execute(transaction);
  return id;
}
