import {
  acceptReviewComment,
  addReviewComment,
  deleteReviewComment,
  editReviewComment,
  rejectReviewComment,
} from '@mailcall/contract/review-comments.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import type { DesignDependencies } from './dependencies.ts';
import { addComment, decideOnComment, deleteComment, editComment } from './review-comments.ts';

export function serveComments(
  routes: RouteServer<Viewer>,
  { database, clock }: Pick<DesignDependencies, 'database' | 'clock'>,
): void {
  routes.serve(addReviewComment, async ({ viewer, params, body }) => ({
    comment: await database.transaction((transaction) =>
      addComment(transaction, viewer, { designId: params.designId, comment: body, now: clock.now() }),
    ),
  }));

  routes.serve(editReviewComment, async ({ viewer, params, body }) => ({
    comment: await database.transaction((transaction) =>
      editComment(transaction, viewer, { id: params.id, edit: body, now: clock.now() }),
    ),
  }));

  routes.serve(deleteReviewComment, async ({ viewer, params }) => {
    await database.transaction((transaction) =>
      deleteComment(transaction, viewer, { id: params.id, now: clock.now() }),
    );
    return { id: params.id };
  });

  for (const [route, status] of [
    [acceptReviewComment, 'Accepted'],
    [rejectReviewComment, 'Rejected'],
  ] as const) {
    routes.serve(route, async ({ viewer, params }) => ({
      comment: await database.transaction((transaction) =>
        decideOnComment(transaction, viewer, { id: params.id, status, now: clock.now() }),
      ),
    }));
  }
}
