import sharp from 'sharp';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PdfTooLarge, pdfPage } from './pdf-page.ts';

function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
const stream = (entries: string, content: string) =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** A page that draws a form, which draws ten of the next, and so on; the last one fills a square. */
function nested(levels: number): Buffer {
  const first = 5;
  const forms = Array.from({ length: levels }, (_, level) =>
    level === levels - 1
      ? stream('/Type /XObject /Subtype /Form /BBox [0 0 30 20]', '0 0 30 20 re f')
      : stream(
          `/Type /XObject /Subtype /Form /BBox [0 0 30 20] /Resources << /XObject << /X ${first + level + 1} 0 R >> >>`,
          '/X Do '.repeat(10),
        ),
  );
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 30 20] /Contents 4 0 R /Resources << /XObject << /X ${first} 0 R >> >> >>`,
    stream('', '/X Do'),
    ...forms,
  ]);
}
/** Less than a hundred kilobytes that unpack to half a gigabyte. */
function bomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(25_000_000, 'q Q ')).toString('latin1');
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 30 20] /Contents [${'4 0 R '.repeat(20)}] >>`,
    stream('/Filter /FlateDecode', packed),
  ]);
}
const taskOf = (content: Buffer) => ({ content, page: 1, longerSide: 60, maxPixels: 1_000_000 });

test('draws a page of nested forms', async () => {
  const picture = await pdfPage(taskOf(nested(2)));
  expect(picture?.subarray(1, 4).toString()).toBe('PNG');
});

test('gives up a page that never finishes, without blocking others', async () => {
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 10);
  await expect(pdfPage(taskOf(nested(12)), { timeout: 3000 })).rejects.toThrow(
    /too long|memory|without a picture/,
  );
  clearInterval(turning);
  expect(turns).toBeGreaterThan(20);
});

/** For each pixel of each row, whether each component is within 40 of the expected value. */
async function rowsOf(
  picture: Buffer | null,
  colour: readonly [number, number, number],
): Promise<boolean[][]> {
  const { data, info } = await sharp(picture ?? Buffer.of())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (_unused, x) =>
      colour.every(
        (part, index) => Math.abs((data[(y * info.width + x) * info.channels + index] ?? 0) - part) <= 40,
      ),
    ),
  );
}
const black = [0, 0, 0] as const;
const count = (row: readonly boolean[] | undefined) => (row ?? []).filter(Boolean).length;

const pageOf = (content: string, resources: string, ...more: string[]) =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 30 20] /Contents 4 0 R /Resources << ${resources} >> >>`,
    stream('', content),
    ...more,
  ]);

/** A page with a letter in a font that every reader of PDF has, and the file does not bring. */
const letterIn = (font: string, letter: string) =>
  pageOf(
    `BT /F 18 Tf 5 4 Td (${letter}) Tj ET`,
    '/Font << /F 5 0 R >>',
    `<< /Type /Font /Subtype /Type1 /BaseFont /${font} >>`,
  );

const drawnLarge = (page: Buffer) => pdfPage({ ...taskOf(page), longerSide: 600 });

test('draws standard fonts independently of the machine’s fonts', async () => {
  const serif = async (font: string) => {
    const rows = (await rowsOf(await drawnLarge(letterIn(font, 'I')), black)).filter((row) => count(row) > 0);
    return count(rows[0]) > 1.5 * count(rows[rows.length >> 1]);
  };
  expect([await serif('Times-Roman'), await serif('Courier-Bold'), await serif('Helvetica')]).toEqual([
    true,
    true,
    false,
  ]);
  // a star: black, and not the box of a letter that is missing
  const star = await rowsOf(await drawnLarge(letterIn('ZapfDingbats', 'H')), black);
  expect(star.reduce((sum, row) => sum + count(row), 0)).toBeGreaterThan(10_000);
});

test('draws a picture in JPEG 2000', async () => {
  // eight by eight pixels of one red
  const picture = Buffer.from(
    '/0//UQAvAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAADBwEBBwEBBwEB/1IADAACAAEBAQQEAAH/XAAHQEBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAA2AAH/k8fUCBFQU7/D5xAUAFyYqOAYP9+AgBQAUmZ3IMC0fYjmw/Nh/3+AgID/2Q==',
    'base64',
  ).toString('latin1');
  const page = pageOf(
    '20 0 0 20 0 0 cm /X Do',
    '/XObject << /X 5 0 R >>',
    stream(
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /JPXDecode',
      picture,
    ),
  );
  const rows = await rowsOf(await pdfPage(taskOf(page)), [200, 30, 60]);
  expect(rows.reduce((sum, row) => sum + count(row), 0)).toBeGreaterThan(1000);
});
test('gives up a page that unpacks endlessly before it fills the memory', async () => {
  const content = bomb();
  expect(content.length).toBeLessThan(100_000);
  await expect(pdfPage(taskOf(content), { unpackedSize: 100_000_000 })).rejects.toThrow(PdfTooLarge);
}, 90_000);
