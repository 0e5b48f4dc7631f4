import type { Campaign } from './campaigns.ts';
import { officeIds, type Office } from './offices.ts';
import type { BackContents } from './postcards/backs.ts';
import type { Brand } from './postcards/brands.ts';
import type { Message } from './postcards/themes.ts';
import {
  approvalComments,
  firstRoundComments,
  openRoundComments,
  type PinnedComment,
  rejectionComments,
  secondRoundComments,
} from './reviews.ts';

export interface VersionPlan {
  daysAgo: number;
  status: 'Requested' | 'Wip' | 'InReview' | 'Approved' | 'Rejected';
  faces: { message?: Partial<Message>; brand?: Partial<Brand>; back?: Partial<BackContents> } | null;
  comments?: readonly PinnedComment[];
}

export interface DesignPlan {
  suffix?: string;
  archived?: boolean;
  stage: 'CustomerReview' | 'FinalInspection' | 'Approved' | null;
  approvalLevel: string | null;
  reviewed?: boolean;
  versions: readonly VersionPlan[];
}

const approvalLevel = 'Marketing Review';
const firstVersion: VersionPlan = {
  daysAgo: 12,
  status: 'Rejected',
  faces: {
    message: { headline: 'A dentist near you.', price: '$99', scene: 'smile' },
    back: { showsHours: false },
  },
  comments: firstRoundComments,
};
const concepts: readonly DesignPlan[] = [
  {
    suffix: 'Concept A',
    stage: 'CustomerReview',
    approvalLevel,
    versions: [{ daysAgo: 3, status: 'InReview', faces: { message: { layout: 'arch' } } }],
  },
  {
    suffix: 'Concept B',
    stage: 'CustomerReview',
    approvalLevel,
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

const approvedPlan = (stage: 'FinalInspection' | 'Approved'): DesignPlan => ({
  stage,
  approvalLevel: 'Final Inspection',
  reviewed: true,
  versions: [
    {
      daysAgo: 30,
      status: 'Rejected',
      faces: { message: { price: 'Ask us' }, brand: { accent: '#8a6d1d' }, back: { showsHours: false } },
    },
    { daysAgo: 24, status: 'Approved', faces: {}, comments: approvalComments },
  ],
});

export function designPlansOf(
  office: Office,
  { inProduction, delivery }: Campaign,
  today: number,
): readonly DesignPlan[] {
  switch (inProduction) {
    case 'approved':
      return [approvedPlan('FinalInspection')];
    case 'shipped':
      return [approvedPlan('Approved')];
    case 'printed':
      return [
        { ...approvedPlan('Approved'), suffix: 'Concept A' },
        {
          ...approvedPlan('Approved'),
          suffix: 'Concept B',
          stage: 'CustomerReview',
          approvalLevel,
          reviewed: false,
          archived: true,
          versions: [{ daysAgo: 30, status: 'InReview', faces: { message: { layout: 'bleed' } } }],
        },
      ];
    case 'ordered':
      return orderedPlans(office, delivery - today);
    case null:
      return [];
  }
}

function orderedPlans(office: Office, daysLeft: number): readonly DesignPlan[] {
  if (daysLeft > 45)
    return [
      { stage: null, approvalLevel: null, versions: [{ daysAgo: 1, status: 'Requested', faces: null }] },
    ];
  if (daysLeft > 42)
    return [
      {
        stage: null,
        approvalLevel: 'Design',
        versions: [{ daysAgo: 4, status: 'Wip', faces: { back: { phone: null } } }],
      },
    ];
  if (office.id === officeIds.boulder) return concepts;
  if (office.id === officeIds.orthodontics)
    return [
      {
        stage: 'CustomerReview',
        approvalLevel,
        reviewed: true,
        versions: [{ daysAgo: 3, status: 'Rejected', faces: {}, comments: rejectionComments }],
      },
    ];
  if (office.id === officeIds.asheville && daysLeft > 37)
    return [
      {
        stage: 'CustomerReview',
        approvalLevel,
        reviewed: true,
        versions: [
          firstVersion,
          {
            daysAgo: 8,
            status: 'Rejected',
            faces: { message: { scene: 'smile', headline: 'A smile worth the short drive.', price: '$79' } },
            comments: secondRoundComments,
          },
          {
            daysAgo: 2,
            status: 'InReview',
            faces: { message: { scene: 'tooth', headline: 'A smile worth the short drive.', price: '$79' } },
            comments: openRoundComments,
          },
        ],
      },
    ];
  return [
    { stage: 'CustomerReview', approvalLevel, versions: [{ daysAgo: 1, status: 'InReview', faces: {} }] },
  ];
}
