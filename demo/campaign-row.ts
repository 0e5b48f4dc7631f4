import { mailingStatuses, type Campaign, type MailingStatus } from './campaigns.ts';
import type { Faces } from './cards.ts';
import { dateText, dayOf, mondayOf } from './local-time.ts';
import type { Office } from './offices.ts';
import { Random } from './random.ts';

/** Where a campaign goes and what it shows. */
export interface PlacedCampaign {
  zone: { areaId: string; zoneId: string } | null;
  faces: Faces;
}

/** A campaign's row for campaigns.csv: dates, status and audit figures that fit each other and the calls it brought. */
export function campaignRow(
  office: Office,
  campaign: Campaign,
  today: number,
  { approvers, placed }: { approvers: readonly string[]; placed: PlacedCampaign },
): CampaignRow {
  const random = new Random(`campaign/${campaign.id}`);
  const { delivery, inProduction, mailing } = campaign;
  const status: MailingStatus = inProduction ?? (campaign.calls > 0 ? 'deliveredInFirstCall' : 'delivered');
  const reached = mailingStatuses.indexOf(status);
  const ordered = delivery - random.whole(58, 66);
  const approved = delivery - random.whole(30, 36);
  const requestedOnly = status === 'ordered' && delivery - today > 45;
  // then it is drawn
  const drawing = status === 'ordered' && !requestedOnly && delivery - today > 42;
  const date = (day: number, when = true) => (when && mailing ? dateText(day) : null);
  const delivered = inProduction === null;
  const age = today - delivery;
  const audited = delivered && mailing && age > 40 && random.chance(age < 400 ? 0.7 : 0.45);
  const newPatients = Math.round(campaign.calls * random.between(0.18, 0.3));
  return {
    id: campaign.id,
    account_id: office.id,
    name: campaign.name,
    label: campaign.label,
    campaign_type: campaign.type,
    media_type: campaign.mediaType,
    status,
    quantity: campaign.quantity,
    delivery_week: dateText(mondayOf(delivery)),
    order_date: date(ordered),
    approval_date: date(approved, reached >= 1),
    approved_by: mailing && reached >= 1 ? random.pick(approvers) : null,
    print_date: date(delivery - random.whole(16, 20), reached >= 2),
    shipment_date: date(delivery - random.whole(6, 9), reached >= 3),
    delivery_date: delivered ? dateText(delivery) : null,
    qr_scans:
      delivered && mailing && delivery > dayOf('2020-06-01') && status === 'deliveredInFirstCall'
        ? Math.round((campaign.quantity ?? 0) * random.between(0.0015, 0.006))
        : null,
    mailing_area_id: placed.zone?.areaId ?? null,
    zone_id: placed.zone?.zoneId ?? null,
    front_design: placed.faces.front,
    back_design: placed.faces.back,
    media_started: date(ordered + 4, !requestedOnly),
    media_submitted: date(ordered + 9, !requestedOnly && !drawing),
    pre_press_completed: date(ordered + 13, !requestedOnly && !drawing),
    matched_last_audit: audited
      ? dateText(
          age < 400 && random.chance(0.6)
            ? today - random.whole(2, 29)
            : today - random.whole(35, Math.max(36, Math.min(age - 4, 300))),
        )
      : null,
    matched_new_patients: audited ? newPatients : null,
    matched_total_production: audited ? Math.round(newPatients * random.between(380, 1250)) : null,
    matched_top_patients: audited ? Math.round(newPatients * random.between(0.1, 0.3)) : null,
  };
}

/** Columns of campaigns.csv that the story fills. */
export const campaignColumns = [
  'id',
  'account_id',
  'name',
  'label',
  'campaign_type',
  'media_type',
  'status',
  'quantity',
  'delivery_week',
  'order_date',
  'approval_date',
  'approved_by',
  'print_date',
  'shipment_date',
  'delivery_date',
  'qr_scans',
  'mailing_area_id',
  'zone_id',
  'front_design',
  'back_design',
  'media_started',
  'media_submitted',
  'pre_press_completed',
  'matched_last_audit',
  'matched_new_patients',
  'matched_total_production',
  'matched_top_patients',
] as const;
export type CampaignRow = Record<(typeof campaignColumns)[number], string | number | null>;
