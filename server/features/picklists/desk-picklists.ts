import { dimensionNames, picklistFieldOf } from '@mailcall/contract/figures/dimensions.ts';
import {
  type DeskPicklist,
  maxMovedOffices,
  type PicklistValue,
  type savePicklistValue,
} from '@mailcall/contract/provider-picklists.ts';
import { isPrintOnly } from '@mailcall/contract/rules/campaign-groups.ts';
import { isHealthcare } from '@mailcall/contract/rules/wording.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, Problem } from '../../platform/http/problems.ts';
import { recordOperatorChange } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import {
  type EditDependencies,
  type EditedBy,
  feedFile,
  inEditRun,
  mergeGivenRows,
  saveEditedRows,
} from '../ingest/index.ts';
import { type ListedValue, readGroupOf, readPicklists } from '../scope/index.ts';
import { teamAccounts } from '../team/index.ts';

function present({ value, label, group, isRetired, feed }: ListedValue): PicklistValue {
  return {
    value,
    label,
    group,
    isRetired,
    feedSays: {
      ...(feed.label !== undefined && feed.label !== label && { label: feed.label }),
      ...(feed.group !== undefined && feed.group !== group && { group: feed.group }),
    },
    isMadeHere: Object.keys(feed).length === 0,
  };
}

/** Most first; null if they are not counted. */
type Found = DeskPicklist['unknown'];

/** Of the viewer's mailings. */
async function textsOfMailings(database: Queryable, viewer: Viewer, column: 'campaign_type' | 'media_type') {
  const { rows } = await sql<{ value: string; count: number }>`
    select ${sql.ref(column)} as value, cast(count(*) as integer) as count from campaigns
    where not deleted and ${sql.ref(column)} <> '' and ${teamAccounts(viewer, 'campaigns.account_id')}
    group by ${sql.ref(column)} order by count desc, value`.execute(database);
  return rows;
}

async function foundIn(database: Queryable, viewer: Viewer, name: string): Promise<Found> {
  if (name === 'campaignType') {
    const groupOf = await readGroupOf(database);
    // known types need no row
    return (await textsOfMailings(database, viewer, 'campaign_type')).filter(
      ({ value }) => groupOf(value) === null && !isPrintOnly(value),
    );
  }
  if (name === 'mediaType') return textsOfMailings(database, viewer, 'media_type');
  const { rows } = await sql<{ value: string }>`
    select value from dimension_values where dimension = ${name} order by value limit 1000`.execute(database);
  return rows.map(({ value }) => ({ value, count: null }));
}

export async function readDeskPicklists(database: Queryable, viewer: Viewer): Promise<DeskPicklist[]> {
  const lists: DeskPicklist[] = [];
  for (const object of ['campaign', 'score'] as const)
    for (const { field, values, areDefaults } of await readPicklists(database, object)) {
      const name = dimensionNames.find((one) => picklistFieldOf(one) === field) ?? field;
      const listed = new Set(values.map(({ value }) => value));
      const found = await foundIn(database, viewer, name);
      lists.push({
        object,
        field,
        values: values.map(present),
        areDefaults,
        unknown: found.filter(({ value }) => name === 'campaignType' || !listed.has(value)),
      });
    }
  return lists;
}

export async function unknownIndustryCounts(database: Queryable, viewer: Viewer) {
  const { rows } = await sql<{ value: string; count: number }>`
    select industry as value, cast(count(*) as integer) as count from accounts
    where not deleted and industry <> '' and (client_label is null or business_label is null)
      and ${teamAccounts(viewer, 'accounts.id')}
    group by industry order by count desc, value`.execute(database);
  return rows.filter(({ value }) => !isHealthcare(value));
}

type Change = z.output<typeof savePicklistValue.body>;

const refuse = (data: Record<string, string>): never => {
  throw new Problem(422, 'Nothing was saved. Correct the marked values.', { kind: 'fail', data });
};

/** A change keeps the other default values. */
async function keepDefaults(database: Queryable, { object, field }: Change): Promise<void> {
  const list = (await readPicklists(database, object)).find((one) => one.field === field);
  if (!list?.areDefaults || list.values.length === 0) return;
  await database
    .insertInto('picklists')
    .values(
      list.values.map(({ value, label }, index) => ({ object, field, value, label, position: index + 1 })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @throws {Problem} 422 by field for what another person changed */
async function checkBefore(
  database: Queryable,
  { object, field, value, before, ...wanted }: Change,
): Promise<void> {
  const { rows } = await sql<Pick<ListedValue, 'label' | 'group' | 'isRetired'>>`
    select label, campaign_group as "group", deleted as "isRetired" from picklists where object = ${object} and field = ${field} and value = ${value} for update`.execute(
    database,
  );
  const [now] = rows;
  if (before === null) {
    if (now && !now.isRetired) refuse({ value: 'This value is in the list already.' });
    return;
  }
  if (!now) throw notFound('This value is not in the list any more.');
  const changed = (['label', 'group', 'isRetired'] as const).filter(
    (name) => now[name] !== before[name] && now[name] !== wanted[name],
  );
  if (changed.length > 0)
    refuse(
      Object.fromEntries(
        changed.map((name) => [
          name,
          name === 'isRetired'
            ? `Somebody ${now.isRetired ? 'retired this value' : 'brought this value back'} meanwhile.`
            : `Somebody changed it meanwhile to ${now[name] ?? 'nothing'}.`,
        ]),
      ),
    );
}

/** By the readers and the merge of the feed. @throws {Problem} 404, 422 by field */
export async function saveValue(
  dependencies: EditDependencies,
  change: Change,
  { contactId, at }: EditedBy,
): Promise<void> {
  const { object, field, value, label, group, isRetired, before } = change;
  await inEditRun(dependencies, { byPerson: true }, async (run) => {
    await keepDefaults(run.database, change);
    await checkBefore(run.database, change);
    const problems = await mergeGivenRows(run, feedFile('picklists'), [
      { object, field, value, label, group, deleted: String(isRetired) },
    ]);
    if (problems.length > 0)
      refuse(Object.fromEntries(problems.map(({ column, reason }) => [column, `This ${reason}.`])));
    await recordOperatorChange(run.database, {
      contactId,
      action: before === null ? 'add' : 'change',
      kind: 'picklist value',
      subjectId: `${field}: ${value}`.slice(0, 200),
      at,
    });
  });
}

/** @throws {Problem} 404 if no account has it, 422 if too many have */
export async function moveIndustry(
  dependencies: EditDependencies,
  { from, to }: { from: string; to: string },
  by: EditedBy,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where not deleted and industry = ${from} order by id limit ${maxMovedOffices + 1}`.execute(
    dependencies.database.kysely,
  );
  if (rows.length === 0) throw notFound('No office has this industry any more.');
  if (rows.length > maxMovedOffices)
    throw notPossible('More than 2,000 offices have this industry. Import a spreadsheet of offices instead.');
  await saveEditedRows(dependencies, {
    file: 'accounts',
    changes: rows.map(({ id }) => ({
      id,
      accountId: null,
      values: { industry: to },
      before: { industry: from },
    })),
    by,
  });
  return rows.length;
}
