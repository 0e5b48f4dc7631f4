import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Metadata } from 'sharp';
import type { FileStore } from '../../platform/files.ts';
import { PdfTooLarge, PdfTooSlow, pdfPage } from '../../platform/pictures/pdf-page.ts';
import type { Rendition } from './image-addresses.ts';

export interface StoredImage {
  id: string;
  originalKey: string;
  previewKey: string;
  thumbnailKey: string;
  mediaType: string;
  bytes: number;
  /** Width of the preview in pixels. */
  width: number;
  height: number;
}

/** The message tells the sender why the file cannot be shown. */
export class ImageRefused extends Error {}

/** Bytes */
export const maxImageSize = 40 * 1024 * 1024;
/** A postcard at 600 dpi has some 20 million. */
const maxPixels = 100_000_000;
const previewSide = 2000;
const thumbnailSide = 480;

/** Accepted file types, recognized by their first bytes. */
const types = [
  {
    mediaType: 'image/png',
    ending: 'png',
    begins: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  { mediaType: 'image/jpeg', ending: 'jpg', begins: Buffer.from([0xff, 0xd8, 0xff]) },
  { mediaType: 'application/pdf', ending: 'pdf', begins: Buffer.from('%PDF-') },
] as const;

/** Fractions of the picture. */
export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
}

function typeOf(content: Buffer) {
  if (content.length === 0) throw new ImageRefused('is empty');
  if (content.length > maxImageSize) throw new ImageRefused('is larger than 40 MB');
  const type = types.find(({ begins }) => content.subarray(0, begins.length).equals(begins));
  if (!type) throw new ImageRefused('is not a PNG, JPEG or PDF');
  return type;
}

async function orImageRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    throw new ImageRefused(
      /pixel limit/i.test(message)
        ? 'has more than 100 million pixels'
        : 'is broken: it cannot be read as an image',
    );
  }
}

/** Reads no pixels. @throws {ImageRefused} */
export async function readPictureFacts(content: Buffer): Promise<Metadata> {
  typeOf(content);
  const { default: sharp } = await import('sharp');
  return orImageRefused(() => sharp(content).metadata());
}

/** Turns pictures upright, without camera metadata. @param page of a PDF @param cut the part shown of it @param stored gets keys of new files @throws {ImageRefused} */
export async function storeImage(
  content: Buffer,
  files: FileStore,
  {
    page = null,
    cut = null,
    stored,
  }: { page?: number | null; cut?: Cut | null; stored?: (key: string) => void } = {},
): Promise<StoredImage> {
  const type = typeOf(content);
  const isPdf = type.ending === 'pdf';
  if (!isPdf && page !== null)
    throw new ImageRefused(`is not a PDF, so it has no pages; leave out #page=${page}`);
  const shownPage = page ?? 1;
  const drawn = isPdf ? await pictureOfPage(content, shownPage) : content;
  const picture = cut ? await orImageRefused(() => cutPicture(drawn, cut)) : drawn;

  const hash = createHash('sha256').update(content);
  // each page of a PDF is an image of its own
  if (isPdf) hash.update(`#page=${shownPage}`);
  if (cut) hash.update(`#cut=${JSON.stringify(cut)}`);
  const preview = await rendered(picture, previewSide, 86);
  const thumbnail = await rendered(preview.data, thumbnailSide, 82);
  const renditions = { original: content, preview: preview.data, thumbnail: thumbnail.data };
  const { width, height } = preview.info;
  return putImage(files, { id: hash.digest('hex'), renditions, width, height }, stored);
}

type Renditions = Readonly<Record<Rendition, Buffer>>;

async function putImage(
  files: FileStore,
  { id, renditions, width, height }: { id: string; renditions: Renditions; width: number; height: number },
  stored?: (key: string) => void,
): Promise<StoredImage> {
  const { mediaType, ending } = typeOf(renditions.original);
  const at = (rendition: Rendition, of: string) => `images/${id.slice(0, 2)}/${id}/${rendition}.${of}`;
  const image = {
    id,
    originalKey: at('original', ending),
    previewKey: at('preview', 'webp'),
    thumbnailKey: at('thumbnail', 'webp'),
    mediaType,
    bytes: renditions.original.length,
    width,
    height,
  };
  for (const [key, data] of [
    [image.originalKey, renditions.original],
    [image.previewKey, renditions.preview],
    [image.thumbnailKey, renditions.thumbnail],
  ] as const) {
    if ((await files.stat(key))?.bytes === data.length) continue;
    await files.put(key, Readable.from([data]));
    stored?.(key);
  }
  return image;
}

/** A picture of another portal, as it was stored there: its id also depends on a page or cut that the original does not have. @throws {ImageRefused} */
export async function restoreImage(
  { id, renditions }: { id: string; renditions: Renditions },
  files: FileStore,
  stored?: (key: string) => void,
): Promise<StoredImage> {
  const { default: sharp } = await import('sharp');
  const sizeOf = async (content: Buffer) => {
    const { format, width, height } = await orImageRefused(() =>
      sharp(content, { limitInputPixels: previewSide * previewSide }).metadata(),
    );
    if (format !== 'webp') throw new ImageRefused('is not as an export wrote it');
    return { width, height };
  };
  await sizeOf(renditions.thumbnail);
  return putImage(files, { id, renditions, ...(await sizeOf(renditions.preview)) }, stored);
}

async function pictureOfPage(content: Buffer, page: number): Promise<Buffer> {
  let picture: Buffer | null;
  try {
    picture = await pdfPage({ content, page, longerSide: previewSide, maxPixels });
  } catch (error) {
    throw new ImageRefused(
      error instanceof PdfTooSlow
        ? 'takes longer than a minute to draw'
        : error instanceof PdfTooLarge
          ? 'needs too much memory to draw'
          : 'is broken: it cannot be read as a PDF',
    );
  }
  if (picture === null) throw new ImageRefused(`has no page ${page}`);
  return picture;
}

async function cutPicture(content: Buffer, { x, y, width, height }: Cut): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [Math.round(x * info.width), Math.round(y * info.height)];
  return sharp(data)
    .extract({
      left,
      top,
      width: Math.max(1, Math.min(info.width - left, Math.round(width * info.width))),
      height: Math.max(1, Math.min(info.height - top, Math.round(height * info.height))),
    })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function rendered(content: Buffer, side: number, quality: number) {
  // loaded when needed: takes megabytes of memory
  const { default: sharp } = await import('sharp');
  return orImageRefused(() =>
    sharp(content, { limitInputPixels: maxPixels, failOn: 'error' })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      // the background stays white on dark screens, like paper
      .flatten({ background: '#ffffff' })
      // half the time of the default effort, for files a few percent larger
      .webp({ quality, effort: 2 })
      .toBuffer({ resolveWithObject: true }),
  );
}
