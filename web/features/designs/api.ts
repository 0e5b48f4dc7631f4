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
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { mailingZone } from '@mailcall/contract/mailing-zones.ts';
import type { RouteInput, RouteReply } from '@mailcall/contract/wire/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile, CallFailed } from '../../platform/api.ts';
import { config } from '../../platform/config.ts';
import { alwaysFresh, queryClient } from '../../platform/query-client.ts';
import { saveFile } from '../../platform/downloads.ts';
import type { ReviewAction } from './review-state.ts';

type NamedMailing = Parameters<typeof mailingTitle>[0];
type Titled<Record extends NamedMailing> = Record & { title: string };
const titled = <Record extends NamedMailing>(mailing: Record): Titled<Record> => ({
  ...mailing,
  title: mailingTitle(mailing),
});

type Campaign = RouteReply<typeof getCampaign>['record'];
export type DesignMailing = Titled<Campaign['mailings'][number]>;
export type ReviewedCampaign = Titled<Omit<Campaign, 'mailings'>> & { mailings: DesignMailing[] };

/** Designs by id, without those hidden from the viewer. */
export const designsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['designs', ids],
    queryFn: async ({ signal }) =>
      (await call(listDesigns, { query: { ids: [...ids] } }, { signal })).records,
    ...alwaysFresh,
  });

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['designs', 'campaign', id],
    queryFn: async ({ signal }): Promise<ReviewedCampaign> => {
      const { record } = await call(getCampaign, { params: { id } }, { signal });
      return { ...titled(record), mailings: record.mailings.map(titled) };
    },
    ...alwaysFresh,
  });

export const designMailingsQuery = (accountId: string, designId: string) =>
  queryOptions({
    queryKey: ['designs', 'mailings', accountId, designId],
    queryFn: async ({ signal }): Promise<DesignMailing[]> =>
      (await call(designMailings, { params: { accountId, designId } }, { signal })).records.map(titled),
    ...alwaysFresh,
  });

export const zoneQuery = (id: string, zoneId: string) =>
  queryOptions({
    queryKey: ['mailings', 'zone', id, zoneId],
    queryFn: ({ signal }) => call(mailingZone, { params: { id, zoneId } }, { signal }),
  });

export const refetchDesigns = () => queryClient.invalidateQueries({ queryKey: ['designs'] });

/** Refetches designs after a change, even a failed one, because a colleague may have changed them first. */
async function refetchDesignsAfter<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } finally {
    await refetchDesigns();
  }
}

type NewComment = NonNullable<RouteInput<typeof addReviewComment>['body']>;
type CommentEdit = NonNullable<RouteInput<typeof editReviewComment>['body']>;

export const recordFirstView = (id: string) => refetchDesignsAfter(call(startReview, { params: { id } }));

export const addComment = (designId: string, body: NewComment) =>
  refetchDesignsAfter(call(addReviewComment, { params: { designId }, body }));

export const editComment = (id: string, body: CommentEdit) =>
  refetchDesignsAfter(call(editReviewComment, { params: { id }, body }));

export const deleteComment = (id: string) =>
  refetchDesignsAfter(call(deleteReviewComment, { params: { id } }));

export const decideOnComment = (id: string, decision: 'accept' | 'reject') =>
  refetchDesignsAfter(
    call(decision === 'accept' ? acceptReviewComment : rejectReviewComment, { params: { id } }),
  );

/** Refetches mailings, because decisions on a design change their next step. */
const refetchMailings = () => queryClient.invalidateQueries({ queryKey: ['mailings'] });

export async function submitReview(
  { design, versionId }: { design: Design; versionId: string },
  campaignId: string | null,
  action: ReviewAction,
) {
  const body = { revision: design.revision, versionId };
  const answer = await refetchDesignsAfter(
    campaignId === null
      ? call(closeDesign, { params: { id: design.id }, body })
      : call(action === 'approve' ? approveCampaignDesign : rejectCampaignDesign, {
          params: { id: campaignId },
          body,
        }),
  );
  await refetchMailings();
  return answer;
}

export const conceptsToArchive = (designId: string, designIds: readonly string[]) =>
  call(validateConcept, { query: { designId, designIds: [...designIds] } });

type Selection = NonNullable<RouteInput<typeof selectConcept>['body']>;

export async function chooseConcept(body: Selection) {
  try {
    const chosen = await call(selectConcept, { body });
    await refetchMailings();
    return chosen;
  } catch (error) {
    // a colleague may have chosen first
    await refetchDesigns();
    throw error;
  }
}

export async function savePdf(design: Design, versionId: string): Promise<void> {
  saveFile(
    await callForFile(designPdf, { params: { id: design.id }, body: { versionId } }),
    `${design.name}.pdf`,
  );
}

export const imageUrl = (address: string) => config().services.data + address;

export const isNotFound = (error: unknown) => error instanceof CallFailed && error.status === 404;
