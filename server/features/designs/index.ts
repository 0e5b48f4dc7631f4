/*
 * Designs: the pictures of a mailing, and their review by the client.
 *   present-design, design-views, design-pdf    a design with its versions and concepts, as screens and as a PDF
 *   start-review, submit-review, design-step    rounds of a review, and whose turn it is
 *   select-concept, combine-concepts            several concepts, of which the client chooses
 *   review-comments                             comments at places of a picture
 *   campaign-review                             the review page of a mailing
 *   desk                                        the provider's people add designs and versions, send them and answer comments
 * Each change holds a lock of the design (locked-design) and tells open screens.
 * Tables: designs, design_versions, review_comments, design_reviews. The import (room ingest) writes the pictures.
 * Routes: /designs and below, /campaigns/:id, /provider/designs and below.
 */
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import type { DesignDependencies } from './dependencies.ts';
import { serveDesk } from './desk/serve-desk.ts';
import { serveCampaignReview } from './serve-campaign-review.ts';
import { serveComments } from './serve-comments.ts';
import { serveConcepts } from './serve-concepts.ts';
import { serveOwnPage } from './serve-own-page.ts';

export { designsToChange, unopenedDesigns } from './desk/desk-designs.ts';
export { approveWithDesign } from './submit-review.ts';

export function serveDesigns(routes: RouteServer<Viewer>, dependencies: DesignDependencies): void {
  serveOwnPage(routes, dependencies);
  serveComments(routes, dependencies);
  serveConcepts(routes, dependencies);
  serveCampaignReview(routes, dependencies);
  serveDesk(routes, dependencies);
}
