import { madeHerePattern } from '@mailcall/contract/edited-rows.ts';
import type { MailingStatus } from '@mailcall/contract/rules/mailing.ts';
import {
  conceptsToChoose,
  type ReviewedDesign,
  type ReviewedMailing,
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
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { statusOfMailing } from '../scope/index.ts';

interface VersionState {
  id: string;
  status: VersionStatus;
  front: string | null;
  back: string | null;
}

interface DesignState {
  nextReview: ReviewStage | null;
  currentApprovalLevel: string | null;
  marketingReviewVersion: number | null;
  /** Newest first */
  versions: readonly VersionState[];
  comments: readonly { id: string; versionId: string; replyTo: string | null; status: CommentStatus }[];
}

export interface MailingState {
  status: MailingStatus | null;
  isMadeHere: boolean;
  production: CampaignProduction;
  hasOwnPictures: boolean;
  /** Without archived designs; the first is reviewed and printed. */
  designs: readonly (DesignState & { id: string })[];
}

const versions = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', version.id, 'status', version.status,
    'front', version.front_image, 'back', version.back_image)
    order by version.version desc, version.id), '[]')
  from design_versions as version
  where version.account_id = designs.account_id and version.design_id = designs.id and not version.deleted`;

// once the mailing is approved, comments decide nothing
const comments = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', comment.id, 'versionId', comment.version_id,
    'replyTo', comment.reply_to, 'status', comment.status)), '[]')
  from review_comments as comment
  where campaigns.approval_date is null and comment.account_id = designs.account_id
    and comment.design_id = designs.id and not comment.deleted`;

/** Designs with a review to come precede the others. */
export const mailingStateColumn = sql<MailingState>`jsonb_build_object(
  'status', ${statusOfMailing}, 'isMadeHere', campaigns.id ~ ${sql.lit(madeHerePattern)},
  'production', jsonb_build_object('mediaStarted', campaigns.media_started, 'mediaSubmitted', campaigns.media_submitted,
    'prePressCompleted', campaigns.pre_press_completed, 'approvalDate', campaigns.approval_date),
  'hasOwnPictures', campaigns.front_image is not null,
  'designs', (
    select coalesce(jsonb_agg(jsonb_build_object('id', designs.id, 'nextReview', designs.next_review,
      'currentApprovalLevel', designs.current_approval_level, 'marketingReviewVersion', designs.marketing_review_version,
      'versions', (${versions}), 'comments', (${comments}))
      order by designs.next_review is null, designs.id), '[]')
    from designs
    where designs.account_id = campaigns.account_id and campaigns.id = any(designs.campaign_ids)
      and not designs.archived and not designs.deleted))`;

export function designFacts(design: DesignState): ReviewedDesign {
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
    hasPictures: newest !== undefined && (newest.front !== null || newest.back !== null),
    sentBackBefore: earlier.some(({ status }) => status === 'Rejected'),
    hasOpenComments: reviewDecision(decidingComments(readable, newest?.id)) === 'changes',
  };
}

export const mailingFacts = (state: MailingState) =>
  ({
    ...state,
    designs: state.designs.map((design) => ({ id: design.id, ...designFacts(design) })),
  }) satisfies ReviewedMailing;

export interface MailingStep {
  nextStep: NextStep | null;
  reviewPage: ReviewPage | null;
  /** Ids in order while a concept must be chosen; otherwise empty. */
  conceptIds: string[];
}

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

interface MailingsOfDesign {
  account_id: string;
  campaign_ids: readonly string[];
}

export async function stepsOfMailings(
  database: Queryable,
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
