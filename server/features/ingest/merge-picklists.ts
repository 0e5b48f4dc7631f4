import { deskChanged } from '../changes/index.ts';
import { executeSql } from './execute-sql.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { presentBit, stageTable } from './stage-rows.ts';
import { feedFile } from './feed-files.ts';

const isSent = (column: 'label' | 'group') =>
  `(feed.present & ${presentBit(feedFile('picklists'), column)}) <> 0`;
const sameValue = 'known.object = feed.object and known.field = feed.field and known.value = feed.value';
const sentLabel = 'coalesce(feed.label, feed.value)';

/** A person's value holds until the feed sends one that differs from its last; an empty cell undoes nothing. */
const nextOf = (
  column: 'label' | 'group',
  { known, sent, cell }: { known: string; sent: string; cell: string },
) => {
  const last = `known.feed->>'${column}'`;
  return `case when known.value is null then ${sent}
    when not ${isSent(column)} then ${known}
    when not known.feed ? '${column}' then coalesce(${known}, ${sent})
    when ${sent} is not distinct from ${last} then ${known}
    when ${cell} is null and ${known} is distinct from ${last} then ${known}
    else ${sent} end`;
};

const fromFeed = {
  label: nextOf('label', { known: 'known.label', sent: sentLabel, cell: 'feed.label' }),
  group: nextOf('group', { known: 'known.campaign_group', sent: 'feed."group"', cell: 'feed."group"' }),
  deleted: 'coalesce(known.deleted, false)',
  position: 'row_number() over (partition by feed.object, feed.field order by feed.line)::integer',
  feed: `coalesce(known.feed, '{}') || case when known.value is null or ${isSent('label')} then jsonb_build_object('label', ${sentLabel}) else '{}' end
    || case when known.value is null or ${isSent('group')} then jsonb_build_object('group', feed."group") else '{}' end`,
};

/** New values come last; retired ones stay as such. */
const fromPerson: typeof fromFeed = {
  label: `case when known.value is null or ${isSent('label')} then ${sentLabel} else known.label end`,
  group: `case when ${isSent('group')} then feed."group" else known.campaign_group end`,
  deleted: 'feed.deleted is true',
  position: `coalesce(known.position, row_number() over (partition by feed.object, feed.field order by feed.line)::integer
    + coalesce((select max(position) from picklists listed where listed.object = feed.object and listed.field = feed.field), 0))`,
  feed: `coalesce(known.feed, '{}')`,
};

/** In the file's order. */
export async function mergePicklists(run: ImportRun, report: FileReport, total: number): Promise<void> {
  const { database, byPerson } = run;
  const { label, group, deleted, position, feed } = byPerson ? fromPerson : fromFeed;
  const merge = async () => {
    await run.record.load({ table: 'picklists' });
    const removed = byPerson
      ? null
      : await executeSql(
          database,
          `delete from picklists known using ${stageTable} feed where ${sameValue} and feed.deleted`,
        );
    const next = `(select feed.object, feed.field, feed.value, ${label} as label, ${group} as campaign_group, ${deleted} as deleted,
        ${position} as position, ${feed} as feed, known.value is null as is_new,
        known.label as label_before, known.position as position_before,
        known.campaign_group as group_before, known.deleted as deleted_before, known.feed as feed_before
      from ${stageTable} feed left join picklists known on ${sameValue}
      where feed.deleted is not true or (known.value is not null and ${byPerson}))`;
    const changed = await executeSql(
      database,
      `update picklists known set label = feed.label, position = feed.position, campaign_group = feed.campaign_group,
         deleted = feed.deleted, feed = feed.feed from ${next} feed
       where ${sameValue} and not feed.is_new
         and row(feed.label, feed.position, feed.campaign_group, feed.deleted, feed.feed) is distinct from
           row(feed.label_before, feed.position_before, feed.group_before, feed.deleted_before, feed.feed_before)`,
    );
    const added = await executeSql(
      database,
      `insert into picklists (object, field, value, label, position, campaign_group, feed)
       select object, field, value, label, position, campaign_group, feed from ${next} feed where is_new`,
    );
    report.added = added.rowCount ?? 0;
    report.changed = (changed.rowCount ?? 0) + (removed?.rowCount ?? 0);
    if (report.added + report.changed > 0) await deskChanged(database, 'picklists', null);
    report.unchanged = total - report.added - report.changed;
  };
  await run.batch(() => run.record.use(merge));
  run.progress({ file: report.file, phase: 'saving', rows: total, total });
}
