import {
  approveCampaignDesign,
  getCampaign,
  rejectCampaignDesign,
} from '@mailcall/contract/campaign-review.ts';
import {
  closeDesign,
  type Design,
  designMailings,
  designPdf,
  listDesigns,
  selectConcept,
  startReview,
  validateConcept,
} from '@mailcall/contract/designs.ts';
import {
  acceptReviewComment,
  addReviewComment,
  deleteReviewComment,
  editReviewComment,
  rejectReviewComment,
} from '@mailcall/contract/review-comments.ts';
import { mailingZone } from '@mailcall/contract/mailings.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile, CallFailed } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { queryClient } from '../../platform/query-client.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { ReviewAction } from './review-state.ts';

/** A campaign as its review shows it. */
export type ReviewedCampaign = RouteReply<typeof getCampaign>['record'];
/** A mailing of a design. */
export type DesignMailing = RouteReply<typeof designMailings>['records'][number];

/** Answers about designs are asked for again whenever a page of them opens: the provider's people change them, too. */
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Designs by their ids; those of other people are not there. */
export const designsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['designs', ids],
    queryFn: async ({ signal }) =>
      (await call(listDesigns, { query: { ids: [...ids] } }, { signal })).records,
    ...fresh,
  });

/** A campaign with its design, as its dates make it. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['designs', 'campaign', id],
    queryFn: async ({ signal }): Promise<ReviewedCampaign> =>
      (await call(getCampaign, { params: { id } }, { signal })).record,
    ...fresh,
  });

/** The mailings that a design is for. */
export const designMailingsQuery = (accountId: string, designId: string) =>
  queryOptions({
    queryKey: ['designs', 'mailings', accountId, designId],
    queryFn: async ({ signal }) =>
      (await call(designMailings, { params: { accountId, designId } }, { signal })).records,
    ...fresh,
  });

/** The zone of a mailing with its shape. */
export const zoneQuery = (id: string, zoneId: string) =>
  queryOptions({
    queryKey: ['mailings', 'zone', id, zoneId],
    queryFn: ({ signal }) => call(mailingZone, { params: { id, zoneId } }, { signal }),
  });

/** Asks anew for every design that is shown. */
export const designsChanged = () => queryClient.invalidateQueries({ queryKey: ['designs'] });

/** Does something to designs, then shows how they are now, whether it succeeded or not: others may have been first. */
async function changing<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } finally {
    await designsChanged();
  }
}

type NewComment = NonNullable<RouteInput<typeof addReviewComment>['body']>;
type CommentEdit = NonNullable<RouteInput<typeof editReviewComment>['body']>;

/** Notes that a customer sees the current version for the first time. */
export const noteFirstView = (id: string) => changing(call(startReview, { params: { id } }));

export const addComment = (designId: string, body: NewComment) =>
  changing(call(addReviewComment, { params: { designId }, body }));

export const editComment = (id: string, body: CommentEdit) =>
  changing(call(editReviewComment, { params: { id }, body }));

export const deleteComment = (id: string) => changing(call(deleteReviewComment, { params: { id } }));

export const decideOnComment = (id: string, decision: 'accept' | 'reject') =>
  changing(call(decision === 'accept' ? acceptReviewComment : rejectReviewComment, { params: { id } }));

/** What is known of mailings is asked for again: what came of a design changes what comes next for them. */
const mailingsChanged = () => queryClient.invalidateQueries({ queryKey: ['mailings'] });

/** Submits the review of the version that is shown, on a design's own page or as a campaign's. */
export async function submitReview(
  { design, versionId }: { design: Design; versionId: string },
  campaignId: string | null,
  action: ReviewAction,
) {
  const body = { revision: design.revision, versionId };
  const answer = await changing(
    campaignId === null
      ? call(closeDesign, { params: { id: design.id }, body })
      : call(action === 'approve' ? approveCampaignDesign : rejectCampaignDesign, {
          params: { id: campaignId },
          body,
        }),
  );
  await mailingsChanged();
  return answer;
}

/** Which others a choice archives. */
export const conceptsBeside = (designId: string, designIds: readonly string[]) =>
  call(validateConcept, { query: { designId, designIds: [...designIds] } });

type Selection = NonNullable<RouteInput<typeof selectConcept>['body']>;

/** Chooses a concept, or a combination of two. The page of the chosen one is next, and asks for it anew. */
export async function chooseConcept(body: Selection) {
  try {
    const chosen = await call(selectConcept, { body });
    await mailingsChanged();
    return chosen;
  } catch (error) {
    // others may have been first
    await designsChanged();
    throw error;
  }
}

/** Saves the faces of a version as a PDF. */
export async function savePdf(design: Design, versionId: string): Promise<void> {
  saveFile(
    await callForFile(designPdf, { params: { id: design.id }, body: { versionId } }),
    `${design.name}.pdf`,
  );
}

/** The whole address of a signed one below the data service. */
export const imageUrl = (address: string) => config().services.data + address;

/** What went wrong, for the person. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Whether something is not there, or not the viewer's. */
export const isMissing = (error: unknown) => error instanceof CallFailed && error.status === 404;
