import type { Queryable } from '../../platform/database.ts';
import type { StoredImage } from '../images/index.ts';
import { executeSql } from './execute-sql.ts';

/** Finds an image of any account; the caller checks access. */
export async function storedImage(database: Queryable, id: string): Promise<StoredImage | null> {
  const { rows } = await executeSql<StoredImage>(
    database,
    `select id, original_key as "originalKey", preview_key as "previewKey", thumbnail_key as "thumbnailKey",
       media_type as "mediaType", bytes, width, height
     from images where id = $1 limit 1`,
    [id],
  );
  return rows[0] ?? null;
}
