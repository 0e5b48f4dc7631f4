import {
  createProviderMailing,
  getProviderMailing,
  listProviderMailings,
  moveProviderMailings,
  providerMailingColumns,
  providerMailingOptions,
  saveProviderMailing,
  takeFeedValuesOfMailing,
} from '@mailcall/contract/provider-mailings.ts';
import type { EditedValues } from '@mailcall/contract/edited-rows.ts';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { pagePosition } from '../../platform/paging.ts';
import type { Viewer } from '../identity/index.ts';
import { readEditedRows, saveEditedRows, takeFeedValues } from '../ingest/index.ts';
import { requireTeamAccount } from '../team/index.ts';
import { noMailing } from './approve-mailing.ts';
import { moveMailings } from './move-mailings.ts';
import { listProviderMailingsOf, readMailingOptions, readProviderMailings } from './provider-mailings.ts';

const shownColumns = [...providerMailingColumns, 'status'];
const shown = (values: EditedValues): EditedValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => shownColumns.includes(name)));

/** The provider's desk of mailings. */
export function serveProviderMailings(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files'>,
): void {
  const { database, clock } = dependencies;
  const { kysely } = database;
  const by = ({ contactId }: Viewer) => ({ contactId, at: clock.now() });

  /** @throws {Problem} 404 */
  const readMailing = async (viewer: Viewer, id: string) => {
    const [record] = await readProviderMailings(kysely, viewer, [id], clock.now());
    if (!record) throw noMailing();
    return record;
  };

  /** @throws {Problem} 404 */
  const readSaved = async (viewer: Viewer, id: string) => {
    const record = await readMailing(viewer, id);
    const [row] = await readEditedRows(kysely, 'campaigns', [id]);
    if (!row) throw noMailing();
    const { values, feedSays, isMadeHere, feedIds } = row;
    return { record, row: { values: shown(values), feedSays: shown(feedSays), isMadeHere, feedIds } };
  };

  routes.serve(listProviderMailings, async ({ viewer, query }) => {
    const { total, records } = await listProviderMailingsOf(kysely, viewer, query, clock.now());
    return { meta: pagePosition(query, total), records };
  });

  routes.serve(getProviderMailing, ({ viewer, params }) => readSaved(viewer, params.id));

  routes.serve(createProviderMailing, async ({ viewer, body: { accountId, values } }) => {
    requireTeamAccount(viewer, accountId);
    const office = await kysely
      .selectFrom('accounts')
      .select('time_zone')
      .where('id', '=', accountId)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!office) throw notFound(`Account ${accountId} not found`);
    const today = clockInZone(clock.now(), office.time_zone).day;
    const [id = ''] = await saveEditedRows(dependencies, {
      file: 'campaigns',
      changes: [
        {
          id: null,
          accountId,
          values: { created_date: today, order_date: today, ...values, status: 'ordered' },
        },
      ],
      by: by(viewer),
    });
    return readSaved(viewer, id);
  });

  routes.serve(saveProviderMailing, async ({ viewer, params: { id }, body: { values, before } }) => {
    await readMailing(viewer, id);
    await saveEditedRows(dependencies, {
      file: 'campaigns',
      changes: [{ id, accountId: null, values, before }],
      by: by(viewer),
    });
    return readSaved(viewer, id);
  });

  routes.serve(takeFeedValuesOfMailing, async ({ viewer, params: { id }, body: { columns } }) => {
    await readMailing(viewer, id);
    await takeFeedValues(dependencies, { file: 'campaigns', id, columns, by: by(viewer) });
    return readSaved(viewer, id);
  });

  routes.serve(moveProviderMailings, async ({ viewer, body }) => ({
    records: await moveMailings(dependencies, viewer, body, by(viewer)),
  }));

  routes.serve(providerMailingOptions, () => readMailingOptions(kysely));
}
