import { detailsOfType, mailingStatuses, type Campaign, type MailingStatus } from './campaigns.ts';
import type { Faces } from './cards.ts';
import { dateText, dayOf, mondayOf } from './local-time.ts';
import type { Office } from './offices.ts';
import { Random } from './random.ts';

export interface CampaignPlacement {
  zone: { areaId: string; zoneId: string } | null;
  faces: Faces;
}

export function campaignRow(
  office: Office,
  campaign: Campaign,
  today: number,
  { approvers, placement }: { approvers: readonly string[]; placement: CampaignPlacement },
): CampaignRow {
  const random = new Random(`campaign/${campaign.id}`);
  const { delivery, inProduction, isMailing } = campaign;
  const status: MailingStatus = inProduction ?? (campaign.calls > 0 ? 'deliveredInFirstCall' : 'delivered');
  const statusIndex = mailingStatuses.indexOf(status);
  const ordered = delivery - random.integer(58, 66);
  const approved = delivery - random.integer(30, 36);
  const isOnlyRequested = status === 'ordered' && delivery - today > 45;
  const isBeingDrawn = status === 'ordered' && !isOnlyRequested && delivery - today > 42;
  const mailingDate = (day: number, condition = true) => (condition && isMailing ? dateText(day) : null);
  const delivered = inProduction === null;
  const age = today - delivery;
  const audited = delivered && isMailing && age > 40 && random.chance(age < 400 ? 0.7 : 0.45);
  const newPatients = Math.round(campaign.calls * random.between(0.18, 0.3));
  return {
    id: campaign.id,
    account_id: office.id,
    name: campaign.name,
    label: campaign.label,
    campaign_type: campaign.type,
    campaign_type_details: detailsOfType[campaign.type],
    media_type: campaign.mediaType,
    status,
    quantity: campaign.quantity,
    cost: isMailing && statusIndex >= 2 ? costOf(campaign) : null,
    delivery_week: dateText(mondayOf(delivery)),
    created_date: dateText(ordered - 3),
    order_date: mailingDate(ordered),
    approval_date: mailingDate(approved, statusIndex >= 1),
    approved_by: isMailing && statusIndex >= 1 ? random.pick(approvers) : null,
    print_date: mailingDate(delivery - random.integer(16, 20), statusIndex >= 2),
    shipment_date: mailingDate(delivery - random.integer(6, 9), statusIndex >= 3),
    delivery_date: delivered ? dateText(delivery) : null,
    qr_scans:
      delivered && isMailing && delivery > dayOf('2020-06-01') && status === 'deliveredInFirstCall'
        ? Math.round((campaign.quantity ?? 0) * random.between(0.0015, 0.006))
        : null,
    mailing_area_id: placement.zone?.areaId ?? null,
    zone_id: placement.zone?.zoneId ?? null,
    front_design: placement.faces.front,
    back_design: placement.faces.back,
    media_started: mailingDate(ordered + 4, !isOnlyRequested),
    media_submitted: mailingDate(ordered + 9, !isOnlyRequested && !isBeingDrawn),
    pre_press_completed: mailingDate(ordered + 13, !isOnlyRequested && !isBeingDrawn),
    matched_last_audit: audited
      ? dateText(
          age < 400 && random.chance(0.6)
            ? today - random.integer(2, 29)
            : today - random.integer(35, Math.max(36, Math.min(age - 4, 300))),
        )
      : null,
    matched_new_patients: audited ? newPatients : null,
    matched_total_production: audited ? Math.round(newPatients * random.between(380, 1250)) : null,
    matched_top_patients: audited ? Math.round(newPatients * random.between(0.1, 0.3)) : null,
  };
}

/** Postage and print; known once the mailing is printed. */
function costOf({ id, quantity }: Campaign): string {
  const perPiece = new Random(`cost/${id}`).between(0.55, 0.85);
  return ((quantity ?? 0) * perPiece).toFixed(2);
}

export const campaignColumns = [
  'id',
  'account_id',
  'name',
  'label',
  'campaign_type',
  'campaign_type_details',
  'media_type',
  'status',
  'quantity',
  'cost',
  'delivery_week',
  'created_date',
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
