import { crc32 as crc, deflateRawSync } from 'node:zlib';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { defaultFormats, type DesignFormat } from '@mailcall/contract/rules/design-formats.ts';
import { cmyk, degrees, PDFDocument, PDFName, rgb } from 'pdf-lib';
import PdfKit from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileStore } from '../../../platform/files.ts';
import { folderFileStore } from '../../../platform/folder-files.ts';
import { facesOfFile } from './check-file.ts';

let folder = '';
let files: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailcall-faces-'));
  files = folderFileStore(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const format = defaultFormats.find(({ name }) => name.includes('6 × 9')) as DesignFormat;
const check = (content: Buffer, side: 'front' | 'back' = 'front') =>
  facesOfFile(content, files, { format, side });

const inch = 72;
async function pdf(
  sizes: readonly [number, number][],
  more: (document: PDFDocument) => Promise<void> | void = () => {},
): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const [width, height] of sizes)
    document
      .addPage([width * inch, height * inch])
      .drawRectangle({ width: 72, height: 72, color: cmyk(1, 1, 0, 0) });
  await more(document);
  return Buffer.from(await document.save());
}
const canvas = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: channels === 4 ? '#ff000000' : '#3355aa' } });
const photo = (width: number, height: number) => canvas(width, height).jpeg().toBuffer();
const sheet = [9.25, 6.25] as [number, number];

test('cuts both faces of a PDF at the bleed, and doubts nothing', async () => {
  const faces = await check(await pdf([sheet, sheet]));
  expect(faces.map(({ side, doubts }) => [side, doubts])).toEqual([
    ['front', []],
    ['back', []],
  ]);
  const [front] = faces;
  // the preview of 2,000 pixels loses an eighth of an inch on each side
  expect(front?.image.width).toBeCloseTo((2000 * 9) / 9.25, -1);
  expect((front?.image.width ?? 0) / (front?.image.height ?? 1)).toBeCloseTo(1.5, 2);
});

test('stores a cut picture once', async () => {
  const own = await mkdtemp(join(folder, 'once-'));
  const [face] = await facesOfFile(await photo(1850, 1250), folderFileStore(own), { format, side: 'front' });
  const stored = await readdir(own, { recursive: true, withFileTypes: true });
  const { originalKey, previewKey, thumbnailKey } = face?.image ?? {};
  expect(face?.image.width).toBeLessThan(1850);
  expect(
    stored
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(own.length + 1))
      .sort(),
  ).toEqual([originalKey, previewKey, thumbnailKey].map(String).sort());
});

test('a PDF of one page is the face that it is dropped on', async () => {
  expect((await check(await pdf([sheet]), 'back')).map(({ side }) => side)).toEqual(['back']);
});

test('cuts at the TrimBox of a turned page', async () => {
  const [face] = await check(
    await pdf([[7, 10]], (document) => {
      const page = document.getPage(0);
      page.setTrimBox(0.25 * inch, 0.5 * inch, 6 * inch, 9 * inch);
      page.setRotation(degrees(90));
    }),
  );
  expect(face?.doubts).toEqual([]);
  expect((face?.image.width ?? 0) / (face?.image.height ?? 1)).toBeCloseTo(1.5, 2);
});

test.each<[what: string, pages: [number, number][], doubt: string]>([
  ['without bleed', [[9, 6]], 'The front has no bleed: Jumbo postcard 6 × 9 needs 0.13 in beyond each edge.'],
  [
    'of another size',
    [[8.5, 11]],
    'The front is 8.5 × 11 in; Jumbo postcard 6 × 9 is 6 × 9 in, with bleed 6.25 × 9.25 in.',
  ],
])('doubts a page %s', async (_, pages, doubt) => {
  expect((await check(await pdf(pages)))[0]?.doubts).toEqual([doubt]);
});

test('says how coarse the pictures of a PDF are, and in which colors', async () => {
  const content = await pdf([sheet], async (document) => {
    const picture = await document.embedJpg(await photo(925, 625));
    document.getPage(0).drawImage(picture, { x: 0, y: 0, width: 9.25 * inch, height: 6.25 * inch });
  });
  expect((await check(content))[0]?.doubts).toEqual([
    'The front prints with 100 pixels per inch; 300 are needed to look sharp.',
    'The front has colors in RGB instead of CMYK: they may look different in print.',
  ]);
});

test('takes a PDF with pictures in CMYK', async () => {
  const content = await pdf([sheet], async (document) => {
    const photoToPrint = await canvas(2775, 1875).toColorspace('cmyk').jpeg().toBuffer();
    const picture = await document.embedJpg(photoToPrint);
    document.getPage(0).drawImage(picture, { x: 0, y: 0, width: 9.25 * inch, height: 6.25 * inch });
  });
  expect((await check(content))[0]?.doubts).toEqual([]);
});

test('doubts the colors of the face that has them', async () => {
  const faces = await check(
    await pdf([sheet, sheet], (document) => {
      document.getPage(1).drawRectangle({ width: 90, height: 90, color: rgb(1, 0, 0) });
    }),
  );
  expect(faces.map(({ doubts }) => doubts)).toEqual([
    [],
    ['The back has colors in RGB instead of CMYK: they may look different in print.'],
  ]);
});

test('cuts a picture at the bleed, turned as its camera says', async () => {
  const turned = await canvas(1875, 2775).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const [face] = await check(turned);
  expect((face?.image.width ?? 0) / (face?.image.height ?? 1)).toBeCloseTo(1.5, 2);
  expect(face?.doubts).toEqual([
    'The front has colors in RGB instead of CMYK: they may look different in print.',
  ]);
});

test('shows a transparent picture in white, and says so', async () => {
  const [face] = await check(await canvas(2775, 1875, 4).png().toBuffer());
  expect(face?.doubts).toContain('The front has transparent areas: they are printed white.');
});

test('doubts a picture of another shape, and one that is too coarse', async () => {
  expect((await check(await photo(1000, 1000)))[0]?.doubts[0]).toBe(
    'The front has another shape than Jumbo postcard 6 × 9: 1000 × 1000 pixels.',
  );
  expect((await check(await photo(925, 625)))[0]?.doubts[0]).toBe(
    'The front prints with 100 pixels per inch; 300 are needed to look sharp.',
  );
});

const refusal = async (content: Buffer) =>
  check(content).then(
    () => 'taken',
    (error: Error) => error.message,
  );

test('refuses what is no face, with a sentence', async () => {
  expect(await refusal(await pdf([sheet, sheet, sheet]))).toBe(
    'This file has 3 pages; a design has a front and a back. Save these two alone.',
  );
  expect(await refusal(Buffer.from('Dear printer, the design follows.'))).toBe(
    'This file is not a PNG, JPEG or PDF.',
  );
  expect(await refusal(Buffer.from('%PDF-1.7\nDear printer, the design follows.'))).toBe(
    'This file is broken: it cannot be read as a PDF.',
  );
  expect(await refusal(await canvas(300, 200).tiff().toBuffer())).toBe(
    'This file is not a PNG, JPEG or PDF.',
  );
  expect(await refusal(Buffer.alloc(0))).toBe('This file is empty.');
});

test('refuses a locked PDF', async () => {
  const document = new PdfKit({ userPassword: 'secret', size: [666, 450] });
  document.text('Spring');
  document.end();
  const locked = await buffer(document);
  expect(await refusal(locked)).toBe(
    'This file is locked with a password. Save it without one, then add it again.',
  );
});

/** A PNG of 60,000 × 60,000 black pixels in a few megabytes at most. */
function pictureBomb(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(60_000, 0);
  head.writeUInt32BE(60_000, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const part = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
    part.writeUInt32BE(data.length, 0);
    part.writeUInt32BE(crc(part.subarray(4, -4)), part.length - 4);
    return part;
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', Buffer.concat([Buffer.from([0x78, 0x9c]), deflateRawSync(Buffer.alloc(1_000_000))])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('refuses a picture bomb, and a huge page', async () => {
  expect(await refusal(pictureBomb())).toBe('This file has more than 100 million pixels.');
  const huge = await pdf([[200, 200]], (document) => {
    document.getPage(0).node.set(PDFName.of('UserUnit'), document.context.obj(100));
  });
  expect((await check(huge))[0]?.doubts[0]).toContain('The front is 20000 × 20000 in');
});
