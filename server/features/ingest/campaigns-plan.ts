import { bumpAccountVersions } from '../changes/index.ts';
import { recomputeRelatedCalls } from '../calls/index.ts';
import { executeSql } from './execute-sql.ts';
import { noteImages } from './design-plans.ts';
import { feedFile } from './feed-files.ts';
import { batchTable, type MergePlan } from './merge-plan.ts';
import { keepErasedApprovals } from './removed-data.ts';
import { leaveOldValues, rejectTakenValues, type UniqueValue } from './unique-values.ts';

/** Lists show the names; the leaderboard also shows the type. */
export const staffPlan: MergePlan = {
  file: feedFile('staff'),
  together: false,
  account: 'own',
  versioned: false,
  derived: [
    {
      name: 'shown_changed',
      sql: '(known.id is null or row(next.name, next.staff_type) is distinct from row(known.name, known.staff_type))',
    },
  ],
  async after({ database }) {
    const shown = await executeSql<{ account_id: string }>(
      database,
      `select distinct account_id from ${batchTable} where bad is null and shown_changed`,
    );
    await bumpAccountVersions(
      database,
      shown.rows.map((row) => row.account_id),
    );
  },
};

/** A new type or medium changes the campaign's calls; a new name or week the lists that show it. */
export const campaignsPlan: MergePlan = {
  file: feedFile('campaigns'),
  together: false,
  account: 'own',
  versioned: false,
  derived: [
    {
      name: 'type_changed',
      sql: '(known.id is null or row(next.campaign_type, next.media_type, next.deleted) is distinct from row(known.campaign_type, known.media_type, known.deleted))',
    },
    {
      name: 'shown_changed',
      sql: 'row(next.name, next.friendly_name, next.label, next.reported_delivery_week, next.delivery_date) is distinct from row(known.name, known.friendly_name, known.label, known.reported_delivery_week, known.delivery_date)',
    },
  ],
  references: [{ column: 'zone_id', tables: ['mailing_zones'], sameAccount: true }],
  async before(run, lines) {
    if (run.hasRemovedData) await keepErasedApprovals(run, lines);
  },
  async after(run) {
    const { database, record } = run;
    await noteImages(run, ['front_image', 'back_image', 'map_image']);
    const changed = await executeSql<{ account_id: string }>(
      database,
      `select distinct account_id from ${batchTable} where bad is null and (type_changed or shown_changed) and not is_new`,
    );
    await recomputeRelatedCalls(
      database,
      `(call.account_id, call.campaign_id) in (select account_id, id from ${batchTable} where bad is null and type_changed)`,
      record,
      changed.rows.map((row) => row.account_id),
    );
  },
};

const number: UniqueValue = {
  table: 'tracking_lines',
  column: 'number',
  value: (row) => `case when ${row}.status = 'Active' and not ${row}.deleted then ${row}.number end`,
  reason: "'is already the number of the Active tracking line ' || taken.first_id",
  asks: true,
};

export const foreignCampaign =
  "'names campaign ' || feed.campaign_id || ', which belongs to account ' || named_campaign.account_id";

/** Active lines have distinct numbers. A new campaign changes the line's calls. */
export const trackingLinesPlan: MergePlan = {
  file: feedFile('tracking-lines'),
  together: true,
  account: 'own',
  versioned: false,
  joins:
    'left join lateral (select id, account_id from campaigns where id = feed.campaign_id offset 0) named_campaign on true',
  derived: [
    {
      name: 'campaign_changed',
      sql: '(known.id is null or row(next.campaign_id, next.deleted) is distinct from row(known.campaign_id, known.deleted))',
    },
  ],
  checks: [
    { column: 'campaign_id', when: 'named_campaign.account_id <> next.account_id', reason: foreignCampaign },
  ],
  references: [{ column: 'campaign_id', tables: ['campaigns'], sameAccount: true }],
  reads: (sent) => [
    { table: 'tracking_lines', by: 'number', of: sent('number') },
    { table: 'tracking_lines', by: 'number', of: 'select number from tracking_lines' },
    {
      table: 'campaigns',
      by: 'id',
      of: `${sent('campaign_id')} union select campaign_id from tracking_lines`,
    },
  ],

  validate: ({ database }) => rejectTakenValues(database, number),
  makeRoom: ({ database }) => leaveOldValues(database, number, `status = 'Released'`),

  async after({ database, record }) {
    await recomputeRelatedCalls(
      database,
      `(call.account_id, call.tracking_line_id) in (select account_id, id from ${batchTable} where bad is null and campaign_changed)`,
      record,
    );
  },
};
