import { selectConcept as selectConceptRoute, validateConcept } from '@mailcall/contract/designs.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import type { DesignDependencies } from './dependencies.ts';
import { alternativesOf, selectConcept } from './select-concept.ts';

export function serveConcepts(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<DesignDependencies, 'database' | 'clock'>,
): void {
  routes.serve(validateConcept, async ({ viewer, query: { designId, designIds = [] } }) => {
    const archivedDetails = await alternativesOf(database.kysely, viewer, { designId, designIds });
    return { hasArchives: archivedDetails.length > 0, archivedDetails };
  });

  routes.serve(selectConceptRoute, async ({ viewer, body }) =>
    database.transaction((transaction) =>
      selectConcept(transaction, viewer, { selection: body, now: clock.now() }),
    ),
  );
}
