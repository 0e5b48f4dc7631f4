import type { Side } from '@mailcall/contract/designs.ts';
import { checkFace, type ColorSpace, type DesignFormat } from '@mailcall/contract/rules/design-formats.ts';
import type { FileStore } from '../../../platform/files.ts';
import { notPossible } from '../../../platform/http/problems.ts';
import { PdfTooLarge, PdfTooSlow, readPdf } from '../../../platform/pictures/pdf-page.ts';
import { ImageRefused, readPictureFacts, type StoredImage, storeImage } from '../../images/index.ts';

export interface StoredFace {
  side: Side;
  image: StoredImage;
  doubts: string[];
}

const refused = (reason: string) => notPossible(`This file ${reason}.`);

/** The names that sharp has for color spaces. */
const spaceNames: Readonly<Record<string, ColorSpace>> = { cmyk: 'CMYK', 'b-w': 'gray', grey16: 'gray' };

const sides: readonly Side[] = ['front', 'back'];

const sentencesOf = (side: Side, doubts: readonly string[]) => doubts.map((doubt) => `The ${side} ${doubt}`);

async function facesOfPdf(
  content: Buffer,
  files: FileStore,
  { format, side }: { format: DesignFormat; side: Side },
): Promise<StoredFace[]> {
  const facts = await readPdf(content).catch((error: unknown) => {
    if (error instanceof PdfTooSlow) throw refused('takes longer than a minute to read');
    if (error instanceof PdfTooLarge) throw refused('needs too much memory to read');
    throw refused('is broken: it cannot be read as a PDF');
  });
  if (facts.isEncrypted) throw refused('is locked with a password. Save it without one, then add it again');
  if (facts.pageCount > 2)
    throw refused(`has ${facts.pageCount} pages; a design has a front and a back. Save these two alone`);
  const faces: StoredFace[] = [];
  for (const [index, page] of facts.pages.entries()) {
    const of = facts.pages.length === 2 ? (sides[index] as Side) : side;
    const { cut, doubts } = checkFace({ ...page, isPdf: true }, format);
    faces.push({
      side: of,
      image: await storeImage(content, files, { page: index + 1, cut }),
      doubts: sentencesOf(of, doubts),
    });
  }
  return faces;
}

async function faceOfPicture(
  content: Buffer,
  files: FileStore,
  { format, side }: { format: DesignFormat; side: Side },
): Promise<StoredFace> {
  const { width, height, orientation = 1, space, hasAlpha } = await readPictureFacts(content);
  const isTurned = orientation >= 5;
  const { cut, doubts } = checkFace(
    {
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      isPdf: false,
      trim: null,
      resolution: null,
      colors: [spaceNames[space] ?? 'RGB'],
    },
    format,
  );
  if (hasAlpha) doubts.push('has transparent areas: they are printed white.');
  return {
    side,
    image: await storeImage(content, files, { cut }),
    doubts: sentencesOf(side, doubts),
  };
}

/** @throws {Problem} 422 with a sentence if it is no face */
export async function facesOfFile(
  content: Buffer,
  files: FileStore,
  options: { format: DesignFormat; side: Side },
): Promise<StoredFace[]> {
  try {
    return content.subarray(0, 5).toString('latin1') === '%PDF-'
      ? await facesOfPdf(content, files, options)
      : [await faceOfPicture(content, files, options)];
  } catch (error) {
    if (error instanceof ImageRefused) throw refused(error.message);
    throw error;
  }
}
