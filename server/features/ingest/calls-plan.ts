import {
  type ScoreSource,
  type CallExpressions,
  localTimeOfCall,
  referenceJoins,
  derivedFromReferences,
} from '../calls/index.ts';
import { executeSql } from './execute-sql.ts';
import { foreignCampaign } from './campaigns-plan.ts';
import { type FeedFile, feedFile } from './feed-files.ts';
import { batchTable, type Check, type MergePlan } from './merge-plan.ts';
import { missingPrefix } from './recordings.ts';
import { keepErasedTexts, leaveRemovedCalls } from './removed-data.ts';
import {
  derivedFromInquiryOwner,
  derivedScores,
  keptByOthers,
  keepScoresBeside,
  lockCallsOfInquiries,
  scoreBesideJoin,
  settleInquiries,
} from './scores-of-sources.ts';
import { stagedRecordings } from './stage-attachments.ts';

const call: CallExpressions = {
  accountId: 'next.account_id',
  callDateTime: 'next.call_date_time',
  reportedCampaignId: 'next.reported_campaign_id',
  trackingLineId: 'next.tracking_line_id',
};

/** SQL: the call came before the first day of calls that wait for a callback. A known call keeps its value. */
function beforeCallbacks(from: string | null): string {
  if (from === null) return 'coalesce(known.before_callbacks, false)';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from)) throw new Error(`${from} is no day.`);
  return `coalesce(known.before_callbacks, ${localTimeOfCall(call)} < date '${from}')`;
}

/** `callbacksFrom`: first day of new calls that wait for a callback; null: all. */
export const callsPlan = (file: FeedFile, source: ScoreSource, callbacksFrom: string | null): MergePlan => ({
  file: keptByOthers(file, source),
  together: false,
  streamed: true,
  account: 'own',
  versioned: true,
  joins: `${referenceJoins(call)}
    left join lateral (select id, account_id from campaigns where id = feed.campaign_id offset 0) named_campaign on true
    ${scoreBesideJoin(source)}`,
  derived: [
    ...derivedFromReferences(call).map(([name, sql]) => ({
      name,
      sql,
      before: `known.${name}`,
      stored: true,
    })),
    ...derivedScores(file, source),
    { name: 'before_callbacks', sql: beforeCallbacks(callbacksFrom), stored: true },
  ],
  checks: [
    { column: 'campaign_id', when: 'named_campaign.account_id <> next.account_id', reason: foreignCampaign },
  ],
  references: [
    { column: 'campaign_id', tables: ['campaigns'], sameAccount: true },
    { column: 'tracking_line_id', tables: ['tracking_lines'], sameAccount: true },
    { column: 'handler_id', tables: ['staff'], sameAccount: true },
    { column: 'callback_handler_id', tables: ['staff'], sameAccount: true },
  ],

  reads: (sent) => [
    {
      table: 'tracking_lines',
      by: 'id',
      of: `${sent('tracking_line_id')} union select tracking_line_id from calls`,
    },
    {
      table: 'campaigns',
      by: 'id',
      of: `${sent('campaign_id')} union select reported_campaign_id from calls union select campaign_id from tracking_lines`,
    },
    { table: 'recordings', by: 'key', of: sent('audio') },
    { table: 'call_scores', by: 'id', of: sent('id') },
  ],

  async before(run, lines) {
    const { database } = run;
    if (run.hasRemovedData) {
      await keepErasedTexts(run, lines);
      await leaveRemovedCalls(run, lines);
    }
    // a recording stays when a later feed names one that has not arrived
    await executeSql(
      database,
      `update pg_temp.feed_rows feed set audio = known.audio from calls known
       where feed.line > $1 and feed.line <= $2 and feed.audio like '${missingPrefix}%' and known.id = feed.id
         and known.audio is not null and known.audio not like '${missingPrefix}%'`,
      lines,
    );
  },

  async after(run, versions) {
    await executeSql(
      run.database,
      `insert into recordings (account_id, key, media_type, bytes, peaks)
       select named.account_id, recording.key, recording.media_type, recording.bytes, recording.peaks
       from (select distinct account_id, audio from ${batchTable} where bad is null and audio is not null) named
       join ${stagedRecordings} recording on recording.key = named.audio
       on conflict do nothing`,
    );
    await keepScoresBeside(run, versions);
  },
});

const callJoin = (callId: string) =>
  `left join lateral (select id, account_id, score_source from calls where id = ${callId} offset 0) named_call on true`;
const callChecks: Check[] = [
  {
    column: 'call_id',
    when: 'feed.call_id is not null and named_call.id is null',
    reason: "'names call ' || feed.call_id || ', which is not known'",
  },
  {
    column: 'call_id',
    when: 'named_call.account_id <> next.account_id',
    reason: "'names call ' || feed.call_id || ', which belongs to account ' || named_call.account_id",
  },
];
export const onKnownCall = { joins: callJoin('feed.call_id'), checks: callChecks };

/** Offers, services and insurances that callers asked about. */
export const inquiriesPlan = (source: ScoreSource): MergePlan => ({
  file: feedFile('inquiries'),
  together: false,
  streamed: true,
  account: 'own',
  versioned: true,
  rowsOf: source,
  joins: callJoin('next.call_id'),
  checks: callChecks,
  derived: derivedFromInquiryOwner(source),
  reads: (sent) => [
    { table: 'calls', by: 'id', of: `${sent('call_id')} union select call_id from inquiries` },
  ],
  lock: lockCallsOfInquiries,
  after: settleInquiries,
});
