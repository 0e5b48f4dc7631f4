import {
  closeDesign as closeDesignRoute,
  designMailings,
  designPdf,
  listDesigns,
  startReview as startReviewRoute,
} from '@mailcall/contract/designs.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import { recordActivity } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import type { DesignDependencies } from './dependencies.ts';
import { mailingsOfCampaigns } from './design-mailings.ts';
import { findDesigns } from './design-records.ts';
import { readDesign, viewOnOwnPage, viewsOnOwnPages } from './design-views.ts';
import { isVisibleAnywhere, noDesign } from './locked-design.ts';
import { startReview } from './start-review.ts';
import { closeDesign } from './submit-review.ts';

export function serveOwnPage(routes: RouteServer<Viewer>, dependencies: DesignDependencies): void {
  const { database, clock, files } = dependencies;

  routes.serve(listDesigns, async ({ viewer, query }) => {
    const designs = await findDesigns(database.kysely, viewer.accountIds, query.ids);
    if (designs.length === 0) throw noDesign();
    return { records: await viewsOnOwnPages(dependencies, viewer, designs) };
  });

  routes.serve(startReviewRoute, async ({ viewer, params }) => {
    await database.transaction((transaction) =>
      startReview(transaction, viewer, { id: params.id, now: clock.now() }),
    );
    return { design: await viewOnOwnPage(dependencies, viewer, params.id) };
  });

  routes.serve(closeDesignRoute, async ({ viewer, params, body: { revision, versionId } }) => {
    const decision = await database.transaction((transaction) =>
      closeDesign(transaction, viewer, { id: params.id, revision, versionId, now: clock.now() }),
    );
    return { design: await viewOnOwnPage(dependencies, viewer, params.id), decision };
  });

  routes.serve(designMailings, async ({ viewer, params }) => {
    const design = await readDesign(dependencies, viewer, params.designId);
    if (design.account_id !== params.accountId) throw noDesign();
    return { records: await mailingsOfCampaigns(database.kysely, design.account_id, design.campaign_ids) };
  });

  routes.serve(designPdf, async ({ viewer, params, body, reply }) => {
    const design = await readDesign(dependencies, viewer, params.id);
    if (!(await isVisibleAnywhere(database.kysely, design))) throw noDesign();
    // loaded when needed: making PDFs takes megabytes of memory
    const { designAsPdf } = await import('./design-pdf.ts');
    const now = clock.now();
    const pdf = await designAsPdf({ database: database.kysely, files, now }, design, body.versionId);
    await recordActivity(database.kysely, [
      {
        accountId: design.account_id,
        contactId: viewer.contactId,
        action: 'download',
        subject: { kind: 'design', id: design.id },
        at: now,
      },
    ]);
    reply.headers({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${design.id.replace(/[^A-Za-z0-9._-]/g, '-')}.pdf"`,
    });
    await reply.type('application/pdf').send(pdf);
  });
}
