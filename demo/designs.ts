import type { CardPictures } from './card-pictures.ts';
import type { Campaign } from './campaigns.ts';
import { backOf, backPicture, brandOf, frontPicture, messageOf } from './cards.ts';
import { localAt, type WallClock } from './local-time.ts';
import { officeIds, type Office } from './offices.ts';
import type { BackContents } from './postcards/backs.ts';
import type { Brand } from './postcards/brands.ts';
import type { Message } from './postcards/themes.ts';
import { firstRound, openRound, type Remark, secondRound, sentBack, wellDone } from './reviews.ts';
import { salesContactOf } from './sales-contacts.ts';

export const designColumns = [
  'id',
  'account_id',
  'name',
  'media_type',
  'archived',
  'next_review',
  'current_approval_level',
  'marketing_review_version',
  'last_review_completed',
  'customer_review_completed',
  'customer_review_version',
  'customer_reviewer',
  'sales_contact_id',
  'campaign_ids',
] as const;
export const designVersionColumns = [
  'id',
  'account_id',
  'design_id',
  'version',
  'status',
  'customer_viewed',
  'created_at',
  'front',
  'back',
  'front_orientation',
  'back_orientation',
  'front_modified_at',
  'back_modified_at',
] as const;
export const reviewCommentColumns = [
  'id',
  'account_id',
  'design_id',
  'version_id',
  'side',
  'x',
  'y',
  'body',
  'reply_to',
  'status',
  'author_name',
  'created_at',
  'next_design_version_id',
] as const;
type Row<Columns extends readonly string[]> = Partial<
  Record<Columns[number], string | number | boolean | null>
>;

/** What the designs of an office add to the feed. */
export interface DesignRows {
  designs: Row<typeof designColumns>[];
  versions: Row<typeof designVersionColumns>[];
  comments: Row<typeof reviewCommentColumns>[];
}

/** What a version shows beside what its campaign's theme says. */
interface VersionPlan {
  /** Days before the story's end on which it was made. */
  daysAgo: number;
  status: 'Requested' | 'Wip' | 'InReview' | 'Approved' | 'Rejected';
  /** Null while it has no faces yet. */
  faces: { message?: Partial<Message>; brand?: Partial<Brand>; back?: Partial<BackContents> } | null;
  remarks?: readonly Remark[];
}

interface DesignPlan {
  suffix?: string;
  archived?: boolean;
  stage: 'CustomerReview' | 'FinalInspection' | 'Approved' | null;
  level: string | null;
  /** Whether a customer has submitted a review of it. */
  reviewed?: boolean;
  versions: readonly VersionPlan[];
}

const level = 'Marketing Review';
const earlier: VersionPlan = {
  daysAgo: 12,
  status: 'Rejected',
  faces: {
    message: { headline: 'A dentist near you.', price: '$99', scene: 'smile' },
    back: { showsHours: false },
  },
  remarks: firstRound,
};
const concepts: readonly DesignPlan[] = [
  {
    suffix: 'Concept A',
    stage: 'CustomerReview',
    level,
    versions: [{ daysAgo: 3, status: 'InReview', faces: { message: { layout: 'arch' } } }],
  },
  {
    suffix: 'Concept B',
    stage: 'CustomerReview',
    level,
    versions: [
      {
        daysAgo: 3,
        status: 'InReview',
        faces: {
          message: { layout: 'bold', scene: 'ridge', headline: 'The Flatirons smile too.' },
          back: { showsHours: false },
        },
      },
    ],
  },
];

/** How the designs of a campaign stand, by how far the campaign is; whatever has been mailed has none left to review. */
function plansOf(office: Office, { inProduction, delivery }: Campaign, today: number): readonly DesignPlan[] {
  const left = delivery - today;
  const seen = (stage: 'FinalInspection' | 'Approved'): DesignPlan => ({
    stage,
    level: 'Final Inspection',
    reviewed: true,
    versions: [
      {
        daysAgo: 30,
        status: 'Rejected',
        faces: { message: { price: 'Ask us' }, brand: { accent: '#8a6d1d' }, back: { showsHours: false } },
      },
      { daysAgo: 24, status: 'Approved', faces: {}, remarks: wellDone },
    ],
  });
  switch (inProduction) {
    case 'approved':
      return [seen('FinalInspection')];
    case 'shipped':
      return [seen('Approved')];
    case 'printed':
      return [
        { ...seen('Approved'), suffix: 'Concept A' },
        {
          ...seen('Approved'),
          suffix: 'Concept B',
          stage: 'CustomerReview',
          level,
          reviewed: false,
          archived: true,
          versions: [{ daysAgo: 30, status: 'InReview', faces: { message: { layout: 'bleed' } } }],
        },
      ];
    case 'ordered':
      break;
    case null:
      return [];
  }
  if (left > 45)
    return [{ stage: null, level: null, versions: [{ daysAgo: 1, status: 'Requested', faces: null }] }];
  if (left > 42)
    return [
      {
        stage: null,
        level: 'Design',
        versions: [{ daysAgo: 4, status: 'Wip', faces: { back: { phone: null } } }],
      },
    ];
  if (office.id === officeIds.boulder) return concepts;
  if (office.id === officeIds.orthodontics)
    return [
      {
        stage: 'CustomerReview',
        level,
        reviewed: true,
        versions: [{ daysAgo: 3, status: 'Rejected', faces: {}, remarks: sentBack }],
      },
    ];
  if (office.id === officeIds.asheville && left > 37)
    return [
      {
        stage: 'CustomerReview',
        level,
        reviewed: true,
        versions: [
          earlier,
          {
            daysAgo: 8,
            status: 'Rejected',
            faces: { message: { scene: 'smile', headline: 'A smile worth the short drive.', price: '$79' } },
            remarks: secondRound,
          },
          {
            daysAgo: 2,
            status: 'InReview',
            faces: { message: { scene: 'tooth', headline: 'A smile worth the short drive.', price: '$79' } },
            remarks: openRound,
          },
        ],
      },
    ];
  return [{ stage: 'CustomerReview', level, versions: [{ daysAgo: 1, status: 'InReview', faces: {} }] }];
}

/** What designs are told from. */
export interface DesignTelling {
  office: Office;
  campaigns: readonly Campaign[];
  clock: WallClock;
  /** The story's last day, and its end in the office's local time. */
  today: number;
  end: number;
  /** Name of the person who reviews for the office. */
  reviewer: string;
  pictures: CardPictures | null;
}

/** The designs of an office's campaigns in production, with their versions and what was said about them. */
export function tellDesigns(telling: DesignTelling): DesignRows {
  const rows: DesignRows = { designs: [], versions: [], comments: [] };
  for (const campaign of telling.campaigns)
    for (const [at, plan] of plansOf(telling.office, campaign, telling.today).entries())
      addDesign(rows, telling, campaign, plan, `${campaign.id}-design-${at + 1}`);
  return rows;
}

function addDesign(
  { designs, versions, comments }: DesignRows,
  telling: DesignTelling,
  campaign: Campaign,
  plan: DesignPlan,
  id: string,
): void {
  const { office, clock, today, end, reviewer } = telling;
  const account_id = office.id;
  // whatever was said, was said before the story's end
  const moment = (daysAgo: number, hours: number) =>
    clock.text(Math.min(localAt(today - daysAgo, 34_200) + hours * 3600, end - 600 + hours));
  const last = plan.versions.at(-1) as VersionPlan;
  const customerSays = plan.versions.flatMap(({ daysAgo, remarks = [], status }) =>
    status === 'InReview' ? [] : [moment(daysAgo, Math.max(28, ...remarks.map(({ after }) => after + 2)))],
  );
  const reviewedAt = plan.reviewed ? (customerSays.at(-1) ?? null) : null;
  const isApproved = last.status === 'Approved';
  designs.push({
    id,
    account_id,
    name: `${campaign.label}${plan.suffix ? `, ${plan.suffix}` : ''}`,
    media_type: campaign.mediaType,
    archived: plan.archived ?? false,
    next_review: plan.stage,
    current_approval_level: plan.level,
    marketing_review_version: plan.stage ? plan.versions.length : null,
    last_review_completed: reviewedAt,
    customer_review_completed: isApproved ? reviewedAt : null,
    customer_review_version: isApproved ? plan.versions.length : null,
    customer_reviewer: isApproved ? reviewer : null,
    sales_contact_id: salesContactOf(office.id),
    campaign_ids: campaign.id,
  });
  for (const [index, version] of plan.versions.entries()) {
    const version_id = `${id}-v${index + 1}`;
    const created = moment(version.daysAgo, 0);
    versions.push({
      id: version_id,
      account_id,
      design_id: id,
      version: index + 1,
      status: version.status,
      customer_viewed: version.remarks || version.status === 'Rejected' ? moment(version.daysAgo, 2) : null,
      created_at: created,
      ...facesOf(telling, campaign, version),
      front_orientation: 'landscape',
      back_orientation: 'landscape',
      front_modified_at: created,
      back_modified_at: created,
    });
    const about = { account_id, design_id: id, version_id };
    const next = index + 1 < plan.versions.length ? `${id}-v${index + 2}` : null;
    const nameOf = (author: 'customer' | 'provider') => (author === 'customer' ? reviewer : 'Mika Natsumi');
    for (const [at, { answers = [], after, author, ...remark }] of (version.remarks ?? []).entries()) {
      const comment = { ...about, ...remark, id: `${version_id}-comment-${at + 1}` };
      comments.push({ ...comment, author_name: nameOf(author), created_at: moment(version.daysAgo, after) });
      for (const [place, answer] of answers.entries())
        comments.push({
          ...comment,
          id: `${comment.id}-reply-${place + 1}`,
          body: answer.body,
          status: answer.status,
          reply_to: comment.id,
          author_name: nameOf(answer.author),
          created_at: moment(version.daysAgo, answer.after),
          next_design_version_id: answer.aboutNext ? next : null,
        });
    }
  }
}

function facesOf(
  { office, pictures }: DesignTelling,
  campaign: Campaign,
  { faces }: VersionPlan,
): { front: string | null; back: string | null } {
  if (faces === null || pictures === null) return { front: null, back: null };
  const brand = { ...brandOf(office), ...faces.brand };
  const message = { ...messageOf(office, campaign.label), ...faces.message };
  return {
    front: frontPicture(pictures, brand, message),
    back: backPicture(pictures, brand, message, { ...backOf(office, campaign.line.number), ...faces.back }),
  };
}
