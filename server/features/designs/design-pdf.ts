import { buffer } from 'node:stream/consumers';
import { type QueryExecutorProvider, sql } from 'kysely';
import sharp from 'sharp';
import type { FileStore } from '../../platform/files.ts';
import { notFound } from '../../platform/http/problems.ts';
import { imagesToPdf, pointsPerInch } from '../../platform/image-to-pdf.ts';
import type { DesignRecord, FaceRecord } from './design-records.ts';

/** The longer side of a page: a jumbo postcard, in inches. */
const longerSide = 11;

/** A version's faces as a PDF, one page each, as large as a jumbo postcard. */
export async function designAsPdf(
  { database, files, now }: { database: QueryExecutorProvider; files: FileStore; now: Date },
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

/** The picture of a face in a form that a PDF can hold. */
async function pictureOf(
  database: QueryExecutorProvider,
  files: FileStore,
  accountId: string,
  { image }: FaceRecord,
): Promise<Buffer> {
  const { rows } = await sql<{ original_key: string; preview_key: string; media_type: string }>`
    select original_key, preview_key, media_type from images where account_id = ${accountId} and id = ${image}`.execute(
    database,
  );
  const [kept] = rows;
  const plain = kept?.media_type === 'image/png' || kept?.media_type === 'image/jpeg';
  const key = plain ? kept?.original_key : kept?.preview_key;
  if (key === undefined || !(await files.stat(key))) throw notFound('The image is not there any more.');
  const content = await buffer(files.createReadStream(key));
  // a JPEG knows no transparency: paper is white
  return sharp(content).rotate().flatten({ background: '#ffffff' }).jpeg({ quality: 90 }).toBuffer();
}
