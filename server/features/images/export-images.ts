import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Queryable } from '../../platform/database.ts';
import type { FileStore } from '../../platform/files.ts';
import { ownerOnly, ownerOnlyFolder } from '../../platform/private-files.ts';

/** Writes a folder for each picture, with the files of its sizes. A picture without files is left out. */
export async function exportImages(
  { database, files }: { database: Queryable; files: FileStore },
  ids: ReadonlySet<string>,
  folder: string,
): Promise<void> {
  for (const id of ids) {
    const image = await database
      .selectFrom('images')
      .select(['original_key', 'preview_key', 'thumbnail_key'])
      .where('id', '=', id)
      .limit(1)
      .executeTakeFirst();
    const keys = image ? [image.original_key, image.preview_key, image.thumbnail_key] : [];
    const found = await Promise.all(keys.map((key) => files.stat(key)));
    if (keys.length === 0 || found.includes(null)) continue;
    await mkdir(join(folder, id), { recursive: true, mode: ownerOnlyFolder });
    for (const key of keys)
      await pipeline(
        files.createReadStream(key),
        createWriteStream(join(folder, id, basename(key)), { mode: ownerOnly }),
      );
  }
}
