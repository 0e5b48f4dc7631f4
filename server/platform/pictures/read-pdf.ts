import type { Area, ColorSpace } from '@mailcall/contract/rules/design-formats.ts';
import { PDFDocument, PDFName, PDFNumber, type PDFPage } from 'pdf-lib';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { answerTasks } from '../answer-tasks.ts';
import { pointsPerInch } from './image-to-pdf.ts';
import { colorsOfPage } from './page-colors.ts';

export interface PdfFacts {
  isEncrypted: boolean;
  pageCount: number;
  /** The first two. */
  pages: PdfPageFacts[];
}

export interface PdfPageFacts {
  /** Inches, as the page is seen. */
  width: number;
  height: number;
  /** Null if the page does not name another box than the visible one. */
  trim: Area | null;
  /** Pixels per inch of the coarsest picture; null without. */
  resolution: number | null;
  /** Null if they cannot be read. */
  colors: ColorSpace[] | null;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Points of a box that is turned with its page, from the upper left corner. */
function turned({ x, y, width, height }: Box, page: Box, angle: number): Box {
  const left = x - page.x;
  const right = page.width - left - width;
  const below = y - page.y;
  const above = page.height - below - height;
  switch (angle) {
    case 90:
      return { x: below, y: left, width: height, height: width };
    case 180:
      return { x: right, y: below, width, height };
    case 270:
      return { x: above, y: right, width: height, height: width };
    default:
      return { x: left, y: above, width, height };
  }
}

const angleOf = (page: PDFPage) => (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360;

function boxesOf(page: PDFPage): Pick<PdfPageFacts, 'width' | 'height' | 'trim'> {
  const unit = page.node.lookupMaybe(PDFName.of('UserUnit'), PDFNumber)?.asNumber() ?? 1;
  const seen = page.getCropBox();
  const angle = angleOf(page);
  const whole = turned(seen, seen, angle);
  const inches = (points: number) => (points * unit) / pointsPerInch;
  const named = page.node.has(PDFName.of('TrimBox')) ? turned(page.getTrimBox(), seen, angle) : null;
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const trim = named && {
    x: within(named.x / whole.width),
    y: within(named.y / whole.height),
    width: within(named.width / whole.width),
    height: within(named.height / whole.height),
  };
  return {
    width: inches(whole.width),
    height: inches(whole.height),
    trim:
      trim && (trim.width < 0.995 || trim.height < 0.995) && trim.width > 0.1 && trim.height > 0.1
        ? trim
        : null,
  };
}

type Matrix = readonly [number, number, number, number, number, number];
const times = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[2] * other[1],
  one[1] * other[0] + one[3] * other[1],
  one[0] * other[2] + one[2] * other[3],
  one[1] * other[2] + one[3] * other[3],
  one[0] * other[4] + one[2] * other[5] + one[4],
  one[1] * other[4] + one[3] * other[5] + one[5],
];

/** Smaller pictures, such as icons, do not count. Square inches. */
const smallPicture = 0.25;

function resolutionOf(
  { fnArray, argsArray }: { fnArray: readonly number[]; argsArray: readonly unknown[][] },
  unit: number,
): number | null {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const saved: Matrix[] = [];
  let lowest: number | null = null;
  for (const [index, operation] of fnArray.entries()) {
    const given = argsArray[index] ?? [];
    if (operation === OPS.save) saved.push(matrix);
    else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd)
      matrix = saved.pop() ?? matrix;
    else if (operation === OPS.transform) matrix = times(matrix, given as unknown as Matrix);
    else if (operation === OPS.paintFormXObjectBegin) {
      saved.push(matrix);
      if (Array.isArray(given[0])) matrix = times(matrix, given[0] as unknown as Matrix);
    } else if (operation === OPS.paintImageXObject || operation === OPS.paintInlineImageXObject) {
      const inline = given[0] as { width?: number; height?: number };
      const [pixelsWide, pixelsHigh] =
        operation === OPS.paintImageXObject
          ? [Number(given[1]), Number(given[2])]
          : [Number(inline.width), Number(inline.height)];
      const width = (Math.hypot(matrix[0], matrix[1]) * unit) / pointsPerInch;
      const height = (Math.hypot(matrix[2], matrix[3]) * unit) / pointsPerInch;
      if (!(width * height >= smallPicture)) continue;
      const resolution = Math.min(pixelsWide / width, pixelsHigh / height);
      if (resolution > 0 && (lowest === null || resolution < lowest)) lowest = resolution;
    }
  }
  return lowest;
}

async function resolutionsOf(content: Uint8Array, count: number): Promise<(number | null)[]> {
  const loading = getDocument({
    data: new Uint8Array(content),
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise;
    const found: (number | null)[] = [];
    for (let page = 1; page <= Math.min(count, pdf.numPages); page += 1) {
      const sheet = await pdf.getPage(page);
      found.push(resolutionOf(await sheet.getOperatorList(), sheet.userUnit));
    }
    return found;
  } finally {
    await loading.destroy();
  }
}

async function readFacts(content: Uint8Array): Promise<PdfFacts> {
  let pdf: PDFDocument;
  try {
    pdf = await PDFDocument.load(content, { updateMetadata: false, throwOnInvalidObject: false });
  } catch (error) {
    // its own class is no longer one after it was compiled
    if (/is encrypted/.test(String(error))) return { isEncrypted: true, pageCount: 0, pages: [] };
    throw error;
  }
  const pages = pdf.getPages();
  const resolutions = await resolutionsOf(content, 2);
  return {
    isEncrypted: false,
    pageCount: pages.length,
    pages: pages.slice(0, 2).map((page, index) => ({
      ...boxesOf(page),
      resolution: resolutions[index] ?? null,
      colors: colorsOfPage(page),
    })),
  };
}

answerTasks<Uint8Array, PdfFacts>(readFacts);
