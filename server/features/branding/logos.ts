import { createHash } from 'node:crypto';
import type { Dependencies } from '../../dependencies.ts';
import { notFound, notPossible } from '../../platform/http/problems.ts';

/** Twice the largest size in pixels at which a page or mail shows it. */
const largest = { width: 640, height: 160 };
const maxPixels = 25_000_000;

/** An SVG can hold scripts. */
const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);

const refused = (reason: string) => notPossible(`This file ${reason}. Use a PNG, JPEG or WebP picture.`);

/** Drawn again, without metadata and what else the file holds. @throws {Problem} 422 */
async function drawLogo(content: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(content, { limitInputPixels: maxPixels });
  const { format } = await picture.metadata().catch(() => ({ format: undefined }));
  if (format === undefined) throw refused('cannot be read as a picture');
  if (!formats.has(format)) throw refused(`is ${format.toUpperCase()}`);
  return picture
    .autoOrient()
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
    .catch(() => {
      throw refused('is broken or has more than 25 million pixels');
    });
}

/** Returns the logo's id. */
export async function storeLogo(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  content: Buffer,
): Promise<string> {
  if (content.length === 0) throw refused('is empty');
  const drawn = await drawLogo(content);
  const id = createHash('sha256').update(drawn).digest('hex');
  await database.kysely
    .insertInto('brand_logos')
    .values({ id, content: drawn, added_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

/** @throws {Problem} 404 */
export async function readLogo({ database }: Pick<Dependencies, 'database'>, id: string): Promise<Buffer> {
  const found = await database.kysely
    .selectFrom('brand_logos')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('There is no such logo.');
  return found.content;
}
