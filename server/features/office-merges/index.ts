/*
 * Office merges: an office that exists twice becomes one.
 *   preview-merge, access-after-merge    values that differ, rows that move, and who sees more afterwards
 *   merge-offices                        the merge, which checks that everything of the preview was confirmed
 *   moved-rows                           rows and references of each table
 * Tables: none; `accounts.merged_into` names the surviving office. It moves rows of all rooms.
 * Routes: GET and POST /provider/offices/:id/merge.
 * Tasks: `move rows of merged office`, for what was written with the old id meanwhile.
 */
import { mergeOffices as mergeRoute, previewOfficeMerge } from '@mailcall/contract/office-merges.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { type MergeDependencies, mergeOffices } from './merge-offices.ts';
import { previewMerge } from './preview-merge.ts';

export { mergeTasks } from './merge-offices.ts';

export function serveOfficeMerges(routes: RouteServer<Viewer>, dependencies: MergeDependencies): void {
  const { database, clock } = dependencies;

  routes.serve(previewOfficeMerge, async ({ viewer, params: { id }, query: { intoId, group } }) => {
    const {
      from: _from,
      into: _into,
      ...preview
    } = await previewMerge(database.kysely, viewer, { id, intoId, group }, clock.now());
    return preview;
  });

  routes.serve(mergeRoute, ({ viewer, params, body }) => mergeOffices(dependencies, viewer, params.id, body));
}
