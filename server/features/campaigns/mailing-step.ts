import type { MailingStatus } from '@mailcall/contract/rules/mailing.ts';
import {
  conceptsToChoose,
  type DesignFacts,
  type MailingFacts,
  type NextStep,
  nextStepOfMailing,
  type ReviewPage,
  reviewPageOf,
} from '@mailcall/contract/rules/next-step.ts';
import {
  type CampaignProduction,
  type CommentStatus,
  decidingComments,
  readableComments,
  reviewDecision,
  type ReviewStage,
  type VersionStatus,
} from '@mailcall/contract/rules/review.ts';
import { type QueryExecutorProvider, sql } from 'kysely';
import { statusOfMailing } from './mailing-status.ts';
import { designsOfCampaign, reviewOrder } from './reviewed-design.ts';

/** What of a design decides its next step. */
export interface DesignState {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
  /** Newest first. */
  versions: readonly { id: string; status: VersionStatus; hasPictures: boolean }[];
  comments: readonly { id: string; versionId: string; replyTo: string | null; status: CommentStatus }[];
}

/** What of the record decides the next step of a mailing: {@link mailingStateColumn}. */
export interface MailingState {
  status: MailingStatus | null;
  production: CampaignProduction;
  hasOwnPictures: boolean;
  /** Those that are not archived; the first is the one that is reviewed and printed. */
  designs: readonly (DesignState & { id: string })[];
}

const versions = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', version.id, 'status', version.status,
    'hasPictures', version.front_image is not null or version.back_image is not null)
    order by version.version desc, version.id), '[]')
  from design_versions as version
  where version.account_id = designs.account_id and version.design_id = designs.id and not version.deleted`;

// once the mailing is approved they decide nothing
const comments = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', comment.id, 'versionId', comment.version_id,
    'replyTo', comment.reply_to, 'status', comment.status)), '[]')
  from review_comments as comment
  where campaigns.approval_date is null and comment.account_id = designs.account_id
    and comment.design_id = designs.id and not comment.deleted`;

/** A {@link MailingState} of a row of `campaigns`, as JSON. */
export const mailingStateColumn = sql<MailingState>`jsonb_build_object(
  'status', ${statusOfMailing},
  'production', jsonb_build_object('mediaStarted', campaigns.media_started, 'mediaSubmitted', campaigns.media_submitted,
    'prePressCompleted', campaigns.pre_press_completed, 'approvalDate', campaigns.approval_date),
  'hasOwnPictures', campaigns.front_image is not null,
  'designs', (
    select coalesce(jsonb_agg(jsonb_build_object('id', designs.id, 'nextReview', designs.next_review,
      'currentApprovalLevel', designs.current_approval_level, 'marketingReviewVersion', designs.marketing_review_version,
      'versions', (${versions}), 'comments', (${comments})) order by ${reviewOrder}), '[]')
    from designs where ${designsOfCampaign}))`;

/** The facts of a design for the rule of the next step. */
export function designFacts(design: DesignState): DesignFacts {
  const [newest, ...earlier] = design.versions;
  const readable = readableComments(
    design.versions.map(({ id }) => id),
    design.comments,
  );
  return {
    nextReview: design.nextReview,
    currentApprovalLevel: design.currentApprovalLevel,
    marketingReviewVersion: design.marketingReviewVersion,
    status: newest?.status ?? null,
    hasPictures: newest?.hasPictures ?? false,
    sentBackBefore: earlier.some(({ status }) => status === 'Rejected'),
    hasOpenComments: reviewDecision(decidingComments(readable, newest?.id)) === 'changes',
  };
}

/** The facts of a mailing for the rule of the next step; its designs keep their ids. */
export const mailingFacts = (state: MailingState) =>
  ({
    ...state,
    designs: state.designs.map((design) => ({ id: design.id, ...designFacts(design) })),
  }) satisfies MailingFacts;

/** What comes next for a mailing, as answers carry it. */
export interface MailingStep {
  nextStep: NextStep | null;
  reviewPage: ReviewPage | null;
  /** Ids of the concepts, in order, while one must be chosen; else empty. */
  conceptIds: string[];
}

/** What comes next for a mailing. */
export function mailingStep(state: MailingState): MailingStep {
  const facts = mailingFacts(state);
  const nextStep = nextStepOfMailing(facts);
  return {
    nextStep,
    reviewPage: reviewPageOf(facts),
    conceptIds:
      nextStep === 'chooseConcept'
        ? conceptsToChoose(facts.designs)
            .map(({ id }) => id)
            .sort()
        : [],
  };
}

/** What names the mailings of a design. */
interface MailingsOfDesign {
  account_id: string;
  campaign_ids: readonly string[];
}

/** What comes next for the mailings of each of some designs, in the order of the designs: one query for all of them. */
export async function stepsOfMailings(
  database: QueryExecutorProvider,
  designs: readonly MailingsOfDesign[],
): Promise<MailingStep[][]> {
  const accountIds = [...new Set(designs.map((design) => design.account_id))];
  const campaignIds = [...new Set(designs.flatMap((design) => design.campaign_ids))];
  if (campaignIds.length === 0) return designs.map(() => []);
  const { rows } = await sql<{ account_id: string; id: string; state: MailingState }>`
    select campaigns.account_id, campaigns.id, ${mailingStateColumn} as state from campaigns
    where campaigns.account_id = any(${accountIds}) and campaigns.id = any(${campaignIds}) and not campaigns.deleted`.execute(
    database,
  );
  const mailings = rows.map(({ state, ...mailing }) => ({ ...mailing, step: mailingStep(state) }));
  return designs.map((design) =>
    mailings.flatMap(({ account_id, id, step }) =>
      account_id === design.account_id && design.campaign_ids.includes(id) ? step : [],
    ),
  );
}
