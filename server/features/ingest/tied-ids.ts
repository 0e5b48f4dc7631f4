import { type TiedFile, tiedFiles } from '@mailcall/contract/edited-rows.ts';
import { cellText } from '@mailcall/contract/rules/cell-text.ts';
import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';
import type { FeedFile } from './feed-columns.ts';
import { feedFile } from './feed-files.ts';

/** Ids of rows made in the portal by the feed's ids, for each file. */
export type TiedIds = Map<string, Map<string, string>>;

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
  const { rows } = await executeSql<{ file: string; feed_id: string; row_id: string }>(
    database,
    'select file, feed_id, row_id from tied_ids',
  );
  tied.clear();
  for (const { file, feed_id, row_id } of rows)
    tied.set(file, (tied.get(file) ?? new Map<string, string>()).set(feed_id, row_id));
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
    const ids = tied.get(name === 'id' ? file.name : (namedFiles[name] ?? ''));
    return ids ? [{ index, ids, isList: type === 'text[]' }] : [];
  });
  if (named.length === 0) return null;
  return (values) => {
    for (const { index, ids, isList } of named) {
      const value = values[index];
      if (!value) continue;
      const replaced = (text: string) => ids.get(cellText(text.trim())) ?? text;
      values[index] = isList ? value.split(';').map(replaced).join(';') : replaced(value);
    }
  };
}
