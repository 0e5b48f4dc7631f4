import { foreignCampaign } from './campaigns-plan.ts';
import { executeSql } from './execute-sql.ts';
import { feedFile } from './feed-files.ts';
import type { MergePlan } from './merge-plan.ts';
import { stageTable } from './stage-rows.ts';

/** Mailer ID and serial number have 15 digits together; this Mailer ID has 9. */
const lastSerialOfLongId = 999_999;

/** Pieces are identified by barcode. The campaign gives the account if the row does not. */
export const mailPiecesPlan: MergePlan = {
  file: feedFile('mail-pieces'),
  together: false,
  account: 'own',
  versioned: false,
  joins:
    'left join lateral (select id, account_id from campaigns where id = feed.campaign_id offset 0) named_campaign on true',
  firstChecks: [
    {
      column: 'campaign_id',
      when: 'feed.campaign_id is not null and named_campaign.id is null',
      reason: "'names campaign ' || feed.campaign_id || ', which is not known'",
    },
  ],
  checks: [
    { column: 'campaign_id', when: 'named_campaign.account_id <> next.account_id', reason: foreignCampaign },
    {
      column: 'serial_to',
      when: 'next.serial_to < next.serial_from',
      reason: `'must not be less than serial_from'`,
    },
    {
      column: 'serial_to',
      when: `length(next.mailer_id) = 9 and next.serial_to > ${lastSerialOfLongId}`,
      reason: `'must be at most ${lastSerialOfLongId} for a Mailer ID of 9 digits'`,
    },
  ],
  reads: (sent) => [{ table: 'campaigns', by: 'id', of: sent('campaign_id') }],
  async before({ database }, lines) {
    await executeSql(
      database,
      `update ${stageTable} feed set account_id = campaigns.account_id from campaigns
       where feed.line > $1 and feed.line <= $2 and feed.account_id is null and campaigns.id = feed.campaign_id
         and not exists (select 1 from mail_pieces known where known.id = feed.id)`,
      lines,
    );
  },
};
