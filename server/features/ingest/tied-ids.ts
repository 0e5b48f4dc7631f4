import { type TiedFile, tiedFiles } from '@mailcall/contract/edited-rows.ts';
import { cellText } from '@mailcall/contract/rules/cell-text.ts';
import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-columns.ts';
import { feedFile } from './feed-files.ts';

/** Ids of rows by other ids of the feed, for each file: rows made in the portal, and offices that have the rows of merged ones. */
export class TiedIds {
  readonly byFile = new Map<string, Map<string, string>>();
  /** The feed's ids of merged offices. */
  readonly merged = new Set<string>();
}

export const isTiedFile = ({ name }: FeedFile): boolean => tiedFiles.some((file) => file === name);

const namedFiles: Readonly<Record<string, TiedFile>> = {
  account_id: 'accounts',
  parent_id: 'accounts',
  account_ids: 'accounts',
  primary_account_ids: 'accounts',
  contact_id: 'contacts',
  approved_by_contact_id: 'contacts',
  author_contact_id: 'contacts',
  made_by_contact_id: 'contacts',
  uploaded_by_contact_id: 'contacts',
  campaign_id: 'campaigns',
  campaign_ids: 'campaigns',
  tracking_line_id: 'tracking-lines',
};

/** Reads them again, after rows were tied. */
export async function readTiedIds({ database, tied }: { database: Queryable; tied: TiedIds }): Promise<void> {
  const { rows: merged } = await executeSql<{ id: string; into: string }>(
    database,
    'select id, merged_into as into from accounts where merged_into is not null',
  );
  const { rows } = await executeSql<{ file: string; feed_id: string; row_id: string }>(
    database,
    'select file, feed_id, row_id from tied_ids',
  );
  const survivors = new Map(merged.map(({ id, into }) => [id, into]));
  const accounts = new Map(survivors);
  tied.byFile.clear();
  tied.merged.clear();
  tied.byFile.set('accounts', accounts);
  for (const id of survivors.keys()) tied.merged.add(id);
  for (const { file, feed_id, row_id } of rows) {
    const survivor = file === 'accounts' ? survivors.get(row_id) : undefined;
    if (survivor !== undefined) tied.merged.add(feed_id);
    const ids = tied.byFile.get(file) ?? new Map<string, string>();
    tied.byFile.set(file, ids.set(feed_id, survivor ?? row_id));
  }
}

/** Says whether a row is the merged office's own, such as its name or its hours, which the surviving office does not take. */
export function isOfMergedOffice(
  file: FeedFile,
  { merged }: TiedIds,
): ((values: readonly (string | undefined)[]) => boolean) | null {
  const key = file.name === 'accounts' ? 'id' : file.idOf?.find((name) => name === 'account_id');
  const index = file.columns.findIndex(({ name }) => name === key);
  if (index < 0 || merged.size === 0) return null;
  return (values) => merged.has(cellText((values[index] ?? '').trim()));
}

export interface Tie {
  file: TiedFile;
  feedId: string;
  rowId: string;
}

export async function readTies(database: Queryable): Promise<Tie[]> {
  const { rows } = await executeSql<Tie>(
    database,
    'select file, feed_id as "feedId", row_id as "rowId" from tied_ids order by file, feed_id',
  );
  return rows;
}

/** Ties of another portal. Where the feed made its row first, the other portal's row is that one. */
export async function restoreTies(
  run: { database: Queryable; tied: TiedIds },
  ties: readonly Tie[],
): Promise<void> {
  const { database } = run;
  for (const [name, ofFile] of Map.groupBy(ties, ({ file }) => file)) {
    const { rows } = await executeSql<{ id: string }>(
      database,
      `select id from ${feedFile(name).table} where id = any($1)`,
      [ofFile.flatMap(({ feedId, rowId }) => [feedId, rowId])],
    );
    const known = new Set(rows.map(({ id }) => id));
    const wanted = ofFile
      .filter(({ feedId, rowId }) => !known.has(feedId) || !known.has(rowId))
      .map(({ feedId, rowId }) => (known.has(feedId) ? [rowId, feedId] : [feedId, rowId]));
    await executeSql(
      database,
      `insert into tied_ids (file, feed_id, row_id) select $1, feed_id, row_id from unnest($2::text[], $3::text[]) as given (feed_id, row_id)
       on conflict do nothing`,
      [name, wanted.map(([id]) => id), wanted.map(([, id]) => id)],
    );
  }
  if (ties.length > 0) await readTiedIds(run);
}

/** Replaces ids of tied rows in the cells of a row. Null if the file names none of them. */
export function tiedCells(file: FeedFile, tied: TiedIds): ((values: (string | undefined)[]) => void) | null {
  const named = file.columns.flatMap(({ name, type }, index) => {
    const ids = tied.byFile.get(name === 'id' ? file.name : (namedFiles[name] ?? ''));
    return ids?.size ? [{ index, ids, isList: type === 'text[]' }] : [];
  });
  if (named.length === 0) return null;
  return (values) => {
    for (const { index, ids, isList } of named) {
      const value = values[index];
      if (!value) continue;
      const replaced = (text: string) => ids.get(cellText(text.trim())) ?? text;
      values[index] = isList ? [...new Set(value.split(';').map(replaced))].join(';') : replaced(value);
    }
  };
}
