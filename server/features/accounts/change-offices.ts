import type { EditedValues } from '@mailcall/contract/edited-rows.ts';
import {
  type createDeskOffice,
  type OfficeColumn,
  officeColumns,
  type OfficeValues,
  type saveDeskOffice,
  type SavedOffice,
} from '@mailcall/contract/provider-offices.ts';
import type { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';
import { readHoursOfOffice, writeOfficeHours } from '../callbacks/index.ts';
import type { Viewer } from '../identity/index.ts';
import { readEditedRows, saveEditedRows, takeFeedValues } from '../ingest/index.ts';
import { addAccountOfMember, namedOffices, requireTeamAccount } from '../team/index.ts';
import { readOffice, seesArchived, survivorOf } from './desk-offices.ts';

export type OfficeDependencies = Pick<Dependencies, 'database' | 'clock' | 'files'>;

const file = 'accounts';
const shownColumns: readonly string[] = [...officeColumns, 'deleted'];
const shown = (values: EditedValues): EditedValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => shownColumns.includes(name)));

const noOffice = (id: string) => notFound(`Account ${id} not found`);
const editedBy = ({ clock }: OfficeDependencies, { contactId }: Viewer) => ({ contactId, at: clock.now() });

/** An id of a merged office opens the surviving one. @throws {Problem} 404 for offices of others */
export async function openOffice(
  { database: { kysely } }: Pick<OfficeDependencies, 'database'>,
  viewer: Viewer,
  named: string,
): Promise<SavedOffice> {
  const id = await survivorOf(kysely, named);
  const office = await readOffice(kysely, viewer, id);
  const [row] = office ? await readEditedRows(kysely, file, [id]) : [];
  if (!office || !row) throw noOffice(named);
  const { isMadeHere, feedIds } = row;
  const [values, feedSays] = [shown(row.values), shown(row.feedSays)];
  const groups = [values.parent_id, feedSays.parent_id].filter((group) => typeof group === 'string');
  return {
    office,
    row: { values, feedSays, isMadeHere, feedIds },
    groups: await namedOffices(kysely, [...new Set(groups)]),
    hours: await readHoursOfOffice(kysely, id),
  };
}

/** The people of a group see its offices. @throws {Problem} 404 for a group of others */
function requireGroup(viewer: Viewer, { parent_id: group }: EditedValues): void {
  if (group) requireTeamAccount(viewer, group);
}

/** @throws {Problem} 404 for a group of others, 422 by column */
export async function createOffice(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  { values, hours }: z.output<typeof createDeskOffice.body>,
): Promise<SavedOffice> {
  requireGroup(viewer, values);
  const by = editedBy(dependencies, viewer);
  const [id = ''] = await saveEditedRows(dependencies, {
    file,
    changes: [{ id: null, accountId: null, values }],
    by,
    also: async (transaction, [accountId = '']) => {
      // an office of a group that is theirs is theirs already
      if (viewer.team?.scope !== 'all' && !values.parent_id)
        await addAccountOfMember(transaction, viewer.contactId, accountId);
      if (hours) await writeOfficeHours(transaction, { accountId, ...hours }, by);
    },
  });
  const own = viewer.team && viewer.team.scope !== 'all' ? [...viewer.team.scope, id] : null;
  const widened = own && viewer.team ? { ...viewer, team: { ...viewer.team, scope: new Set(own) } } : viewer;
  return openOffice(dependencies, widened, id);
}

/** @throws {Problem} 404 for offices of others, 422 by column */
export async function saveOffice(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  named: string,
  { values, before, hours }: z.output<typeof saveDeskOffice.body>,
): Promise<SavedOffice> {
  const { office, row } = await openOffice(dependencies, viewer, named);
  const { id } = office;
  if (values.parent_id !== row.values.parent_id) requireGroup(viewer, values);
  const by = editedBy(dependencies, viewer);
  const also = async (transaction: Queryable) => {
    if (hours) await writeOfficeHours(transaction, { accountId: id, ...hours }, by);
  };
  if (Object.keys(values).length === 0) await dependencies.database.transaction(also);
  else await saveEditedRows(dependencies, { file, changes: [change(id, values, before)], by, also });
  return openOffice(dependencies, viewer, id);
}

const change = (id: string, values: OfficeValues, before: OfficeValues) => ({
  id,
  accountId: null,
  values,
  before,
});

/** @throws {Problem} as {@link saveOffice} */
export async function takeFeedOfOffice(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  named: string,
  column: OfficeColumn | 'deleted',
): Promise<SavedOffice> {
  const { office, row } = await openOffice(dependencies, viewer, named);
  const { id } = office;
  if (column === 'parent_id') requireGroup(viewer, row.feedSays);
  await takeFeedValues(dependencies, { file, id, columns: [column], by: editedBy(dependencies, viewer) });
  return openOffice(dependencies, viewer, id);
}

/** @throws {Problem} 404 for offices of others, 422 if the person works for chosen accounts and brings one back */
export async function archiveOffice(
  dependencies: OfficeDependencies,
  viewer: Viewer,
  named: string,
  archived: boolean,
): Promise<void> {
  const { office } = await openOffice(dependencies, viewer, named);
  const { id } = office;
  if (office.isArchived === archived) return;
  if (!archived && !seesArchived(viewer)) throw notPossible('An operator can bring this office back.');
  await saveEditedRows(dependencies, {
    file,
    changes: [{ id, accountId: null, values: { deleted: String(archived) } }],
    by: editedBy(dependencies, viewer),
  });
}
