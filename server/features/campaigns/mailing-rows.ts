import { daySource } from '@mailcall/contract/rules/mail-pieces.ts';
import { type MailingStatus, hasOnlyFront, newerAudit } from '@mailcall/contract/rules/mailing.ts';
import { defaultAreaColor, defaultOfficeColor } from '@mailcall/contract/rules/map-colors.ts';
import { conversionRate } from '@mailcall/contract/rules/rates.ts';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import { type RawBuilder, sql } from 'kysely';
import { dayText } from '../../platform/sql-terms.ts';
import type { Viewer } from '../identity/index.ts';
import type { ImageAddresses } from '../images/index.ts';
import { callTerms } from '../figures/index.ts';
import { type GroupOf, idsOf, statusOfMailing } from '../scope/index.ts';
import { type MailingState, mailingStateColumn, mailingStep } from './mailing-step.ts';
import { officeLocation } from './office-location.ts';

export interface MailingRecord {
  id: string;
  account_id: string;
  account_name: string;
  name: string;
  order_number: string;
  label: string | null;
  campaign_type: string;
  media_type: string | null;
  status: MailingStatus | null;
  quantity: number | null;
  cost: number | null;
  delivery_week: string | null;
  order_date: string | null;
  approval_date: string | null;
  approved_by: string | null;
  approved_by_contact_id: string | null;
  print_date: string | null;
  shipment_date: string | null;
  delivery_date: string | null;
  pieces_shipment_date: string | null;
  pieces_delivery_date: string | null;
  pieces: Mailing['pieces'];
  qr_scans: number | null;
  matched_last_audit: string | null;
  matched_new_patients: number | null;
  matched_total_production: number | null;
  matched_top_patients: number | null;
  portal_matched_last_audit: string | null;
  portal_matched_new_patients: number | null;
  portal_matched_total_production: number | null;
  portal_matched_top_patients: number | null;
  zone_id: string | null;
  zone_color: string | null;
  office_color: string | null;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  created_date: string | null;
  /** The order's own pictures: ids of `images`. */
  front_image: string | null;
  back_image: string | null;
  map_image: string | null;
  state: MailingState;
  leads: number;
  appointments: number;
  calls: number;
  unscored: number;
}

const day = (column: string) => sql`${dayText(`campaigns.${column}`)} as ${sql.ref(column)}`;

const resultColumns = sql`
  cast(count(*) filter (where ${callTerms.opportunity}) as integer) as leads,
  cast(coalesce(sum(calls.appointment_count), 0) as integer) as appointments,
  cast(count(*) as integer) as calls, cast(count(*) filter (where ${callTerms.unscored}) as integer) as unscored`;

/** Results over the campaign's whole life, for a lateral join named `results`. */
export const mailingResults: RawBuilder<unknown> = sql`
  select ${resultColumns}
  from calls where calls.account_id = campaigns.account_id and calls.campaign_id = campaigns.id and not calls.deleted`;

export interface MailingCounts {
  account_id: string;
  campaign_id: string;
  leads: number;
  appointments: number;
  calls: number;
  unscored: number;
}

/** Campaigns with calls, counted like {@link mailingResults}. */
export const resultsByCampaign = (
  accountIds: readonly string[],
): RawBuilder<MailingCounts> => sql<MailingCounts>`
  select calls.account_id, calls.campaign_id, ${resultColumns}
  from calls
  where calls.account_id = any(${idsOf('account', accountIds)}) and calls.campaign_id is not null and not calls.deleted
  group by calls.account_id, calls.campaign_id`;

export const joinCounts = (counts: readonly MailingCounts[]): RawBuilder<unknown> => sql`
  left join unnest(
    cast(${counts.map(({ account_id }) => account_id)} as text[]), cast(${counts.map(({ campaign_id }) => campaign_id)} as text[]),
    cast(${counts.map(({ leads }) => leads)} as integer[]), cast(${counts.map(({ appointments }) => appointments)} as integer[]),
    cast(${counts.map(({ calls }) => calls)} as integer[]), cast(${counts.map(({ unscored }) => unscored)} as integer[])
  ) as counted (account_id, campaign_id, leads, appointments, calls, unscored)
    on counted.account_id = campaigns.account_id and counted.campaign_id = campaigns.id
  cross join lateral (
    select coalesce(counted.leads, 0) as leads, coalesce(counted.appointments, 0) as appointments,
      coalesce(counted.calls, 0) as calls, coalesce(counted.unscored, 0) as unscored) as results`;

/** Null if the pieces are not tracked. */
const pieces = sql`(
  select jsonb_build_object('entered', tracked.entered, 'near', tracked.near, 'delivered', tracked.delivered,
    'returned', tracked.returned)
  from tracked_mailings as tracked
  where tracked.account_id = campaigns.account_id and tracked.id = campaigns.id and tracked.entered > 0)`;

export const mailingColumns = sql`
  campaigns.id, campaigns.account_id, accounts.name as account_name,
  coalesce(campaigns.friendly_name, campaigns.name) as name, campaigns.name as order_number,
  campaigns.label, campaigns.campaign_type, campaigns.media_type, ${statusOfMailing} as status, campaigns.quantity,
  cast(campaigns.cost as double precision) as cost,
  ${day('delivery_week')}, ${day('order_date')}, ${day('approval_date')}, campaigns.approved_by, campaigns.approved_by_contact_id,
  ${day('print_date')}, ${day('shipment_date')}, ${day('delivery_date')}, ${day('pieces_shipment_date')},
  ${day('pieces_delivery_date')}, ${pieces} as pieces, campaigns.qr_scans,
  ${day('matched_last_audit')}, campaigns.matched_new_patients,
  cast(campaigns.matched_total_production as double precision) as matched_total_production,
  campaigns.matched_top_patients,
  ${day('portal_matched_last_audit')}, campaigns.portal_matched_new_patients,
  cast(campaigns.portal_matched_total_production as double precision) as portal_matched_total_production,
  campaigns.portal_matched_top_patients, campaigns.zone_id, ${day('created_date')},
  (select zone.color from mailing_zones as zone
    where zone.account_id = campaigns.account_id and zone.id = campaigns.zone_id and not zone.deleted) as zone_color,
  accounts.color as office_color, accounts.address, accounts.latitude, accounts.longitude,
  campaigns.front_image, campaigns.back_image, campaigns.map_image, ${mailingStateColumn} as state`;

export const mailingTables = sql`campaigns join accounts on accounts.id = campaigns.account_id`;

/** The order's own faces, otherwise the design's once the customer may see them. */
function facesOf({ front_image, back_image, campaign_type, state }: MailingRecord, isDesignVisible: boolean) {
  const version = isDesignVisible ? state.designs[0]?.versions[0] : undefined;
  return {
    front: front_image ?? version?.front ?? null,
    back: hasOnlyFront(campaign_type) ? null : (back_image ?? version?.back ?? null),
  };
}

const auditOf = (row: MailingRecord) =>
  newerAudit(
    {
      lastAudit: row.portal_matched_last_audit,
      newPatients: row.portal_matched_new_patients,
      totalProduction: row.portal_matched_total_production,
      topPatients: row.portal_matched_top_patients,
    },
    {
      lastAudit: row.matched_last_audit,
      newPatients: row.matched_new_patients,
      totalProduction: row.matched_total_production,
      topPatients: row.matched_top_patients,
    },
  );

/** A limited session cannot choose a concept. A viewer who cannot see the account's patient lists does not see the cost. */
export async function presentMailing(
  row: MailingRecord,
  { images, groupOf, viewer }: { images: ImageAddresses; groupOf: GroupOf; viewer: Viewer },
): Promise<Mailing> {
  const address = (imageId: string | null, rendition: 'preview' | 'thumbnail') =>
    imageId === null ? null : images.urlOf({ accountId: row.account_id, imageId, rendition });
  const { nextStep, reviewPage, conceptIds } = mailingStep(row.state);
  const faces = facesOf(row, reviewPage !== null);
  const audit = auditOf(row);
  return {
    id: row.id,
    name: row.name,
    orderNumber: row.order_number,
    label: row.label,
    accountId: row.account_id,
    accountName: row.account_name,
    deliveryWeek: row.delivery_week,
    campaignType: row.campaign_type,
    campaignGroup: groupOf(row.campaign_type),
    mediaType: row.media_type,
    quantity: row.quantity,
    cost: viewer.limited || viewer.grantedIds.has(row.account_id) ? null : row.cost,
    createdDate: row.created_date ?? row.order_date,
    orderDate: row.order_date,
    approvalDate: row.approval_date,
    approvedById: row.approved_by_contact_id,
    approvedBy: row.approved_by,
    printDate: row.print_date,
    shipmentDate: row.shipment_date ?? row.pieces_shipment_date,
    shipmentDateSource: daySource(row.shipment_date, row.pieces_shipment_date),
    deliveryDate: row.delivery_date ?? row.pieces_delivery_date,
    deliveryDateSource: daySource(row.delivery_date, row.pieces_delivery_date),
    pieces: row.pieces,
    appointmentsCount: row.appointments,
    leadsCount: row.leads,
    callsCount: row.calls,
    unscoredCallsCount: row.unscored,
    conversionRate: conversionRate(row.appointments, row.leads),
    status: row.status,
    nextStep,
    frontDesignUrl: address(faces.front, 'preview'),
    frontDesignThumbnailUrl: address(faces.front, 'thumbnail'),
    backDesignUrl: address(faces.back, 'preview'),
    backDesignThumbnailUrl: address(faces.back, 'thumbnail'),
    mapUrl: address(row.map_image, 'preview'),
    mapThumbnailUrl: address(row.map_image, 'thumbnail'),
    matchedLastAudit: audit.lastAudit,
    matchedNewPatients: audit.newPatients,
    matchedTotalProduction: audit.totalProduction,
    matchedTopPatients: audit.topPatients,
    matchedSource: audit.source,
    qrScans: row.qr_scans,
    zone: row.zone_id,
    zoneColor: row.zone_color ?? defaultAreaColor,
    officeColor: row.office_color ?? defaultOfficeColor,
    officeLocation: await officeLocation(row),
    designId: row.state.designs[0]?.id ?? null,
    reviewPage,
    conceptIds: viewer.limited ? [] : conceptIds,
  };
}
