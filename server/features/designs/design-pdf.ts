import { buffer } from 'node:stream/consumers';
import type { Queryable } from '../../platform/database.ts';
import sharp from 'sharp';
import type { FileStore } from '../../platform/files.ts';
import { notFound } from '../../platform/http/problems.ts';
import { imagesToPdf, pointsPerInch } from '../../platform/pictures/image-to-pdf.ts';
import type { DesignRecord, FaceRecord } from './design-records.ts';

/** Inches: a jumbo postcard. */
const longerSide = 11;

/** One page for each face of a version. @throws {Problem} 404 without the version, its faces or their files */
export async function designAsPdf(
  { database, files, now }: { database: Queryable; files: FileStore; now: Date },
  design: DesignRecord,
  versionId: string | undefined,
): Promise<Buffer> {
  const version =
    versionId === undefined ? design.versions[0] : design.versions.find(({ id }) => id === versionId);
  if (!version) throw notFound('There is no such version.');
  const faces = (['front', 'back'] as const).flatMap((side) => {
    const face = version[side];
    return face ? [{ side, face }] : [];
  });
  if (faces.length === 0) throw notFound('This version has no pictures.');
  const pages = [];
  for (const { side, face } of faces) {
    const scale = (longerSide * pointsPerInch) / Math.max(face.width, face.height);
    pages.push({
      image: await pictureOf(database, files, design.account_id, face),
      width: Math.round(face.width * scale),
      height: Math.round(face.height * scale),
      description: `${side === 'front' ? 'Front' : 'Back'} of ${design.name}, version ${version.version}`,
    });
  }
  return imagesToPdf(pages, { title: `${design.name}, version ${version.version}`, createdAt: now });
}

/** A PDF can contain only JPEG. */
async function pictureOf(
  database: Queryable,
  files: FileStore,
  accountId: string,
  { image }: FaceRecord,
): Promise<Buffer> {
  const stored = await database
    .selectFrom('images')
    .select(['original_key', 'preview_key', 'media_type'])
    .where('account_id', '=', accountId)
    .where('id', '=', image)
    .executeTakeFirst();
  const plain = stored?.media_type === 'image/png' || stored?.media_type === 'image/jpeg';
  const key = plain ? stored?.original_key : stored?.preview_key;
  if (key === undefined || !(await files.stat(key))) throw notFound('The image no longer exists.');
  const content = await buffer(files.createReadStream(key));
  // JPEG has no transparency: the background becomes white, like paper
  return sharp(content).rotate().flatten({ background: '#ffffff' }).jpeg({ quality: 90 }).toBuffer();
}
