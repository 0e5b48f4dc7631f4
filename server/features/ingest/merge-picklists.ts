import { deskChanged } from '../changes/index.ts';
import { executeSql } from './execute-sql.ts';
import type { FileReport } from './import-report.ts';
import type { ImportRun } from './import-run.ts';
import { presentBit, stageTable } from './stage-rows.ts';
import { feedFile } from './feed-files.ts';

const isSent = (column: 'label' | 'group') =>
  `(feed.present & ${presentBit(feedFile('picklists'), column)}) <> 0`;
const sameValue = 'known.object = feed.object and known.field = feed.field and known.value = feed.value';

/** In the file's order. Nothing refers to a value by id, so a removed one leaves no tombstone. */
export async function mergePicklists(run: ImportRun, report: FileReport, total: number): Promise<void> {
  const { database } = run;
  const merge = async () => {
    await run.record.load({ table: 'picklists' });
    const removed = await executeSql(
      database,
      `delete from picklists known using ${stageTable} feed where ${sameValue} and feed.deleted`,
    );
    const known = `(select feed.object, feed.field, feed.value,
        case when known.value is null or ${isSent('label')} then coalesce(feed.label, feed.value) else known.label end as label,
        case when ${isSent('group')} then feed."group" else known.campaign_group end as campaign_group, known.campaign_group as group_before,
        row_number() over (partition by feed.object, feed.field order by feed.line)::integer as position,
        known.value is null as is_new, known.label as label_before, known.position as position_before
      from ${stageTable} feed left join picklists known on ${sameValue} where feed.deleted is not true)`;
    const changed = await executeSql(
      database,
      `update picklists known set label = feed.label, position = feed.position, campaign_group = feed.campaign_group from ${known} feed
       where ${sameValue} and not feed.is_new and row(feed.label, feed.position, feed.campaign_group) is distinct from row(feed.label_before, feed.position_before, feed.group_before)`,
    );
    const added = await executeSql(
      database,
      `insert into picklists (object, field, value, label, position, campaign_group)
       select object, field, value, label, position, campaign_group from ${known} feed where is_new`,
    );
    report.added = added.rowCount ?? 0;
    report.changed = (changed.rowCount ?? 0) + (removed.rowCount ?? 0);
    if (report.added + report.changed > 0) await deskChanged(database, 'picklists', null);
    report.unchanged = total - report.added - report.changed;
  };
  await run.batch(() => run.record.use(merge));
  run.progress({ file: report.file, phase: 'saving', rows: total, total });
}
