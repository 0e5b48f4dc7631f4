import type { NeededRows } from '../../platform/distribution/record-rows.ts';
import type { ImportRun } from './import-run.ts';
import type { MergePlan } from './merge-plan.ts';
import { isTiedFile } from './tied-ids.ts';
import { stageTable } from './stage-rows.ts';

type Lines = readonly [after: number, last: number];

export const sentIn =
  ([after, last]: Lines) =>
  (column: string, expression = `feed.${column}`): string =>
    `select ${expression} from ${stageTable} feed where feed.line > ${after} and feed.line <= ${last} and feed.${column} is not null`;

const named = (table: string, of: string): NeededRows[] => [
  { table, of, by: 'id' },
  { table, of, by: 'portal_id' },
];

/** Record rows that merging a batch reads first. */
export function rowsOfPlan(
  { file, names = [], portalRows, reads }: MergePlan,
  { portalWork }: Pick<ImportRun, 'portalWork'>,
  lines: Lines,
): NeededRows[] {
  const sent = sentIn(lines);
  const hasPortalId = file.columns.some(({ name, stored }) => name === 'portal_id' && stored);
  return [
    { table: file.table, by: 'id', of: sent('id') },
    ...(isTiedFile(file) ? [{ table: file.table, by: 'id', of: sent('portal_id') }] : []),
    ...(hasPortalId ? named(file.table, sent('portal_id')) : []),
    ...(portalRows || portalWork ? (hasPortalId ? named(file.table, sent('id')) : []) : []),
    ...names.flatMap(({ column, table }) => named(table, sent(column))),
    ...(reads?.(sent) ?? []),
  ];
}

/** Only keys are read. */
export function referencedRows({ references = [] }: MergePlan, lines: Lines): NeededRows[] {
  const sent = sentIn(lines);
  return references.flatMap(({ column, tables, list }) =>
    tables.map((table) => ({
      table,
      by: 'id',
      of: list ? sent(column, `unnest(feed.${column})`) : sent(column),
      keysOnly: true,
    })),
  );
}
