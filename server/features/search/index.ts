/*
 * Search: one box that finds callers, mailings, tracking lines, offices and sentences of calls.
 *
 * Each of these rooms finds its own (findCallers, findMailings, findLines, findOffices, findSentences); this one asks all of them.
 *
 * Tables: none.
 * Routes: GET /search.
 */
import { everythingQuery } from '@mailcall/contract/rules/search-text.ts';
import { unboundedDateRange } from '@mailcall/contract/scope/date-range.ts';
import { searchEverything } from '@mailcall/contract/search.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readUntilAborted } from '../../platform/cancel-on-abort.ts';
import { clientLeft } from '../../platform/http/client-left.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { SearchWanted } from '../../platform/text-search.ts';
import { findOffices } from '../accounts/index.ts';
import { recordCallsRead } from '../activity/index.ts';
import { findCallers } from '../calls/index.ts';
import { findMailings } from '../campaigns/index.ts';
import type { Viewer } from '../identity/index.ts';
import type { QueryEngine } from '../figures/index.ts';
import { checkScope } from '../scope/index.ts';
import { findLines } from '../tracking-lines/index.ts';
import { findSentences } from '../transcripts/index.ts';

/** Explicit dates save a query for the present day of each office. */
const everything = { accountIds: ['*'], filters: unboundedDateRange };

export function serveSearch(
  routes: RouteServer<Viewer>,
  {
    database,
    clock,
    environment: { dayMode },
    readModel,
  }: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { readModel: QueryEngine },
): void {
  routes.serve(searchEverything, async ({ viewer, query, reply }) => {
    const left = clientLeft(reply);
    const scope = await checkScope(database.kysely, viewer, everything, { now: clock.now(), dayMode });
    const { accountIds } = scope;
    const words = everythingQuery(query.query);
    const wanted = (ids: readonly string[]): SearchWanted => (words === null ? { ids } : { query: words });
    const [callers, others] = await Promise.all([
      findCallers({ database, readModel }, scope, wanted(query.recentCalls), left),
      // one after the other: they are small beside the calls
      readUntilAborted(database, left, async (record) => ({
        mailings: await findMailings(record, accountIds, wanted(query.recentMailings)),
        lines: await findLines(record, accountIds, wanted(query.recentLines)),
        offices: await findOffices(record, accountIds, wanted(query.recentOffices)),
        sentences: words === null ? [] : await findSentences(record, accountIds, words),
      })),
    ]);
    await recordCallsRead(database.kysely, { contactId: viewer.contactId, at: clock.now() }, [
      ...callers,
      ...others.sentences,
    ]);
    return { callers, ...others };
  });
}
