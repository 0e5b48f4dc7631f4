import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import type { DesignDependencies } from './dependencies.ts';
import { serveCampaignReview } from './serve-campaign-review.ts';
import { serveComments } from './serve-comments.ts';
import { serveConcepts } from './serve-concepts.ts';
import { serveOwnPage } from './serve-own-page.ts';

export { approveWithDesign } from './submit-review.ts';

/** Serves the review of designs and campaigns: versions, comments, decisions and concepts. */
export function serveDesigns(routes: RouteServer<Viewer>, dependencies: DesignDependencies): void {
  serveOwnPage(routes, dependencies);
  serveComments(routes, dependencies);
  serveConcepts(routes, dependencies);
  serveCampaignReview(routes, dependencies);
}
