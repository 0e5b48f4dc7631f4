import type { Design } from '@mailcall/contract/designs.ts';
import { stepOf } from '@mailcall/contract/rules/mailing.ts';
import { canChooseConcept } from '@mailcall/contract/rules/next-step.ts';
import { countsAsApproved } from '@mailcall/contract/rules/review.ts';
import { sql } from 'kysely';
import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible, notValid } from '../../platform/http/problems.ts';
import { recordActivity } from '../activity/index.ts';
import { type LockedMailing, lockMailings, mailingStep } from '../campaigns/index.ts';
import type { Viewer } from '../identity/index.ts';
import { isNamedBy, type MadeBy, recordChanges } from '../changes/index.ts';
import { continueReview, noteDecision } from '../design-alerts/index.ts';
import { lockInAccounts } from '../scope/index.ts';
import { combine, findCombination, type Selection } from './combine-concepts.ts';
import { type DesignRecord, findDesigns } from './design-records.ts';
import { isOpenAnywhere, bumpRevision, noDesign, requireOpenForComments } from './locked-design.ts';

/** Choosing a design archives these: those displayed with it, otherwise other concepts of the same campaigns. */
export async function alternativesOf(
  database: Queryable,
  viewer: Viewer,
  { designId, designIds }: { designId: string; designIds: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  const [chosen] = await findDesigns(database, viewer.accountIds, [designId]);
  if (!chosen) throw noDesign();
  const others = await database
    .selectFrom('designs')
    .select('id')
    .where('account_id', '=', chosen.account_id)
    .where('id', '<>', chosen.id)
    .where('archived', '=', false)
    .where('deleted', '=', false)
    .where('next_review', '=', 'CustomerReview')
    .where((row) =>
      designIds.length > 0
        ? isNamedBy('designs', designIds)
        : row('campaign_ids', '&&', sql<string[]>`${chosen.campaign_ids}::text[]`),
    )
    .execute();
  const otherConcepts = await findDesigns(
    database,
    viewer.accountIds,
    others.map(({ id }) => id),
  );
  const concepts = [];
  for (const design of otherConcepts) {
    if (await isOpenAnywhere(database, design)) concepts.push({ id: design.id, name: design.name });
  }
  return concepts.sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

/** Archives other concepts; split mode combines two in a new design. Repeatable. @throws {Problem} 400, 404; 422 if it is too late */
export async function selectConcept(
  transaction: Queryable,
  viewer: Viewer,
  { selection: requested, now }: { selection: Selection; now: Date },
): Promise<Pick<Design, 'id' | 'accountId'>> {
  const selection = await withPresentIds(transaction, viewer, requested);
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
  const by = { contactId: viewer.contactId, at: now };

  if (front === back) {
    if (chosen.archived) throw notPossible('Another concept was chosen already.');
    await requireOpenForComments(transaction, chosen);
    await linkCampaigns(transaction, chosen, campaigns, by);
    await archive(transaction, archived.filter((id) => id !== chosen.id).map(conceptOf), by);
    return choose(transaction, chosen, chosen.id, by);
  }
  const existing = await findCombination(transaction, conceptOf(front), conceptOf(back));
  if (existing !== null) return { id: existing, accountId: chosen.account_id };
  for (const concept of [conceptOf(front), conceptOf(back)]) {
    if (concept.archived) throw notPossible('Another concept was chosen already.');
    await requireOpenForComments(transaction, concept);
  }
  const combined = await combine(transaction, {
    front: conceptOf(front),
    back: conceptOf(back),
    selection,
    campaigns,
    by,
  });
  await archive(transaction, [...new Set([...archived, front, back, designId])].map(conceptOf), by);
  const { account_id: accountId } = chosen;
  await continueReview(transaction, { accountId, designId: combined, conceptId: front }, now);
  return choose(transaction, chosen, combined, by);
}

async function choose(
  transaction: Queryable,
  { account_id: accountId }: DesignRecord,
  id: string,
  { contactId, at }: { contactId: string; at: Date },
): Promise<Pick<Design, 'id' | 'accountId'>> {
  await recordActivity(transaction, [
    { accountId, contactId, action: 'choose', subject: { kind: 'design', id }, at },
  ]);
  await noteDecision(transaction, { accountId, designId: id, decision: 'chosen', contactId, at });
  return { id, accountId };
}

/** A screen may have the first ids of designs. */
async function withPresentIds(
  transaction: Queryable,
  viewer: Viewer,
  selection: Selection,
): Promise<Selection> {
  const { designId, startingPoint, secondaryStartingPoint, archiveDesignIds } = selection;
  const named = [designId, startingPoint, secondaryStartingPoint, ...archiveDesignIds];
  const found = await findDesigns(
    transaction,
    viewer.accountIds,
    named.filter((id) => id !== undefined),
  );
  const present = (id: string) =>
    (found.find((design) => design.id === id) ?? found.find((design) => design.portal_id === id))?.id ?? id;
  return {
    ...selection,
    designId: present(designId),
    ...(startingPoint !== undefined && { startingPoint: present(startingPoint) }),
    ...(secondaryStartingPoint !== undefined && { secondaryStartingPoint: present(secondaryStartingPoint) }),
    archiveDesignIds: archiveDesignIds.map(present),
  };
}

/** Mailings before designs, both in order of id. All must be the viewer's, and the designs of one account. */
async function lockConcepts(
  transaction: Queryable,
  viewer: Viewer,
  ids: readonly string[],
  campaignIds: readonly string[],
): Promise<{ concepts: DesignRecord[]; mailings: LockedMailing[] }> {
  const found = await findDesigns(transaction, viewer.accountIds, ids);
  const mailings = await lockMailings(transaction, viewer.accountIds, [
    ...campaignIds,
    ...found.flatMap((design) => design.campaign_ids),
  ]);
  await lockInAccounts(transaction, 'designs', viewer.accountIds, sql`id = ${anyOf(ids)} and not deleted`);
  const concepts = await findDesigns(transaction, viewer.accountIds, ids);
  if (concepts.length !== ids.length) throw noDesign();
  if (new Set(concepts.map(({ account_id }) => account_id)).size > 1) {
    throw notValid({ archiveDesignIds: 'Choose among designs of one account.' });
  }
  return { concepts, mailings };
}

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
  const isTooLate = (mailing: LockedMailing) => !canChooseConcept(mailingStep(mailing.state).nextStep);
  const using = own.filter(({ id }) => chosen.campaign_ids.includes(id));
  const refused = named.find(isTooLate) ?? (using.every(isTooLate) ? using[0] : undefined);
  if (refused) {
    const { nextStep } = mailingStep(refused.state);
    const progress = nextStep === 'approved' ? nextStep : stepOf(refused.state.status);
    throw notPossible(`${refused.name} is ${progress} already and keeps its design.`);
  }
  return named.map(({ id }) => id);
}

async function linkCampaigns(
  transaction: Queryable,
  design: DesignRecord,
  campaigns: readonly string[],
  by: MadeBy,
): Promise<void> {
  const all = [...new Set([...design.campaign_ids, ...campaigns])].sort();
  await transaction
    .updateTable('designs')
    .set({ campaign_ids: all })
    .where('account_id', '=', design.account_id)
    .where('id', '=', design.id)
    .execute();
  await recordDesign(transaction, design, by);
  await bumpRevision(transaction, design);
}

const recordDesign = (transaction: Queryable, { account_id, id }: DesignRecord, by: MadeBy) =>
  recordChanges(transaction, [{ accountId: account_id, file: 'designs', rowId: id }], by);

async function archive(transaction: Queryable, designs: readonly DesignRecord[], by: MadeBy): Promise<void> {
  for (const design of designs) {
    if (design.archived) continue;
    if (design.versions[0] && countsAsApproved(design.versions[0].status, design.next_review)) {
      throw notPossible(`${design.name} is approved already and stays.`);
    }
    if (!(await isOpenAnywhere(transaction, design))) {
      throw notPossible(`${design.name} is not ready to choose among, and stays.`);
    }
    await transaction
      .updateTable('designs')
      .set({ archived: true })
      .where('account_id', '=', design.account_id)
      .where('id', '=', design.id)
      .execute();
    await recordDesign(transaction, design, by);
    await bumpRevision(transaction, design);
  }
}
