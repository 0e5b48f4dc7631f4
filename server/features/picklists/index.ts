/*
 * Picklists: values of the filters at the provider's desk, and values of the data that are in none.
 * Tables: none; it reads and writes picklists (ingest) as the feed does.
 * Routes: /provider/picklists and below.
 */
import * as contract from '@mailcall/contract/provider-picklists.ts';
import { picklistsOf } from '@mailcall/contract/rules/default-picklists.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notPossible } from '../../platform/http/problems.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { moveIndustry, readDeskPicklists, saveValue, unknownIndustryCounts } from './desk-picklists.ts';

/** The lists are the same for all offices. @throws {Problem} 422 */
function requireAllAccounts({ team }: Viewer): void {
  if (team?.scope !== 'all') throw notPossible('An operator who works for all accounts can change this.');
}

export function serveDeskPicklists(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files'>,
): void {
  const { database, clock } = dependencies;
  const by = ({ contactId }: Viewer) => ({ contactId, at: clock.now() });

  routes.serve(contract.listDeskPicklists, async ({ viewer }) => ({
    lists: await readDeskPicklists(database.kysely, viewer),
    industries: await unknownIndustryCounts(database.kysely, viewer),
  }));

  routes.serve(contract.savePicklistValue, async ({ viewer, body }) => {
    requireAllAccounts(viewer);
    if (!picklistsOf(body.object).includes(body.field)) throw notPossible('There is no such list.');
    await saveValue(dependencies, body, by(viewer));
    return {};
  });

  routes.serve(contract.moveIndustry, async ({ viewer, body }) => {
    requireAllAccounts(viewer);
    return { count: await moveIndustry(dependencies, body, by(viewer)) };
  });
}
