import { buffer } from 'node:stream/consumers';
import type { ColorSpace } from '@mailcall/contract/rules/design-formats.ts';
import { cmyk, PDFDocument, PDFName, PDFNumber, rgb } from 'pdf-lib';
import PdfKit from 'pdfkit';
import { expect, test } from 'vitest';
import { colorsOfPage } from './page-colors.ts';

type Drawing = InstanceType<typeof PdfKit>;
async function colorsOf(draw: (document: Drawing) => unknown): Promise<ColorSpace[] | null> {
  const document = new PdfKit({ size: [90, 90] });
  draw(document);
  document.end();
  return colorsOfPage((await PDFDocument.load(await buffer(document))).getPage(0));
}

// PDFKit takes lists of 3 and 4 parts, which its types do not name
const red = [200, 0, 0] as unknown as string;
const cyan = [100, 0, 0, 0] as unknown as string;
const byOperators = (text: string) => (document: Drawing) => document.addContent(text);

test.each<[what: string, draw: (document: Drawing) => unknown, found: ColorSpace[]]>([
  ['nothing', () => {}, []],
  ['an area in RGB', (document) => document.fillColor(red).rect(0, 0, 9, 9).fill(), ['RGB']],
  ['a line in RGB', (document) => document.moveTo(0, 0).lineTo(9, 9).stroke(red), ['RGB']],
  ['text in RGB', (document) => document.fillColor(red).text('Hi'), ['RGB']],
  [
    'text and an area in CMYK',
    (document) => document.fillColor(cyan).text('Hi').rect(0, 0, 9, 9).fill(),
    ['CMYK'],
  ],
  ['text without a color', byOperators('BT (Hi) Tj ET'), ['gray']],
  ['outlined text', byOperators('BT 1 0 0 RG 1 Tr (Hi) Tj ET'), ['RGB']],
  ['invisible text', byOperators('BT 1 0 0 rg 3 Tr (Hi) Tj ET'), []],
  ['operators within text', byOperators('BT 0 0 0 1 k (1 0 0 rg \\) (f) 0 0 9 9 re f) Tj ET'), ['CMYK']],
  ['operators within a comment', byOperators('0 0 0 1 k % 1 0 0 rg\n0 0 9 9 re f'), ['CMYK']],
  ['a color with which nothing is painted', byOperators('q 1 0 0 rg Q 0 0 9 9 re f'), ['gray']],
  ['area and edge', byOperators('1 0 0 rg 0 0 0 1 K 0 0 9 9 re B*'), ['CMYK', 'RGB']],
  ['a picture between the operators', byOperators('BI /W 1 /H 1 /BPC 8 /CS /RGB ID a Q EI'), ['RGB']],
  [
    'a picture with a palette',
    byOperators('BI /W 1 /H 1 /BPC 8 /CS [/Indexed /CMYK 0 <00000000>] ID a EI'),
    ['CMYK'],
  ],
  ['a stencil', byOperators('1 0 0 rg BI /W 8 /H 1 /IM true ID a EI'), ['RGB']],
  [
    'a gradient',
    (document) =>
      document.rect(0, 0, 9, 9).fill(document.linearGradient(0, 0, 9, 9).stop(0, red).stop(1, red)),
    ['RGB'],
  ],
])('finds the colors of %s', async (_, draw, found) => {
  expect(await colorsOf(draw)).toEqual(found);
});

test('finds the colors of a form within a form, and of a profile', async () => {
  const inner = await PDFDocument.create();
  inner.addPage([90, 90]).drawRectangle({ width: 9, height: 9, color: rgb(1, 0, 0) });
  const middle = await PDFDocument.create();
  middle.addPage([90, 90]).drawPage(await middle.embedPage(inner.getPage(0)));
  const outer = await PDFDocument.create();
  const loaded = await PDFDocument.load(await middle.save());
  const page = outer.addPage([90, 90]);
  page.drawRectangle({ width: 9, height: 9, color: cmyk(1, 0, 0, 0) });
  page.drawPage(await outer.embedPage(loaded.getPage(0)));
  const { context } = outer;
  const profile = context.register(context.stream('', { N: PDFNumber.of(1) }));
  const drawn = context.register(context.flateStream('/Own cs 0 sc 0 0 9 9 re f'));
  const other = outer.addPage([90, 90]);
  other.node.set(PDFName.of('Contents'), drawn);
  other.node.set(PDFName.of('Resources'), context.obj({ ColorSpace: { Own: ['ICCBased', profile] } }));
  const read = await PDFDocument.load(await outer.save());
  expect(read.getPages().map(colorsOfPage)).toEqual([['CMYK', 'RGB'], ['gray']]);
});

test('says that colors cannot be read', async () => {
  const document = await PDFDocument.create();
  const { context } = document;
  const broken = context.register(context.stream('no picture', { Filter: 'DCTDecode' }));
  document.addPage([90, 90]).node.set(PDFName.of('Contents'), broken);
  const read = await PDFDocument.load(await document.save());
  expect(colorsOfPage(read.getPage(0))).toBeNull();
});
