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
    queryKey: ['design-mailings', accountId, designId],
    queryFn: async ({ signal }) =>
      (await call(designMailings, { params: { accountId, designId } }, { signal })).records,
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

/** Submits the review of what is shown, on a design's own page or as a campaign's; what is known of mailings is asked anew. */
export async function submitReview(
  design: Design,
  campaignId: string | null,
  decision: 'changes' | 'approved',
) {
  const body = { revision: design.revision };
  const answer = await changing(
    campaignId === null
      ? call(closeDesign, { params: { id: design.id }, body })
      : call(decision === 'approved' ? approveCampaignDesign : rejectCampaignDesign, {
          params: { id: campaignId },
          body,
        }),
  );
  await Promise.all(
    ['mailings', 'design-mailings'].map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })),
  );
  return answer;
}

/** Which others a choice archives. */
export const conceptsBeside = (designId: string, designIds: readonly string[]) =>
  call(validateConcept, { query: { designId, designIds: [...designIds] } });

type Selection = NonNullable<RouteInput<typeof selectConcept>['body']>;

/** Chooses a concept, or a combination of two. */
export const chooseConcept = (body: Selection) => changing(call(selectConcept, { body }));

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
