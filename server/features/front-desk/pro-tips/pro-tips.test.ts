import { inflateSync } from 'node:zlib';
import { type ProTip, proTipImage, proTipPdf, proTips } from '@mailcall/contract/pro-tips.ts';
import { proTipText } from '@mailcall/contract/rules/pro-tip-pages.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRawStream, PDFString } from 'pdf-lib';
import sharp, { type Region } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { addAccounts, addPerson, bearer, signInAs, testApp } from '../../../../tests/support/test-app.ts';
import { drawnPage, pageSize } from './drawn-page.ts';
import { PageImages } from './page-images.ts';

const here = testApp();
let token = '';
beforeAll(async () => {
  await addAccounts(here.database, [{ id: 'own' }]);
  await addPerson(here.database, { id: 'olga', accounts: ['own'] });
  token = await signInAs(here, 'olga@people.test', { realm: 'limited-access' });
});

const send = (route: AnyRoute, proTip: string, headers: Record<string, string> = {}) =>
  here.app.http.inject({ url: `/api/data${pathOf(route, { proTip })}`, headers });

/** Share of pixels that differ from the most frequent color. */
async function inkIn(png: Buffer, part: Region): Promise<number> {
  const { data, info } = await sharp(png)
    .extract(part)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  for (const value of data) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [ground = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  return data.filter((value) => Math.abs(value - ground) > 24).length / (info.width * info.height);
}

test.each(proTips)(
  'serves %s as a letter page of 200 pixels per inch, with text and a drawing',
  async (proTip) => {
    const { statusCode, headers, rawPayload } = await send(proTipImage, proTip);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 1700,
      height: 2200,
      hasAlpha: false,
    });
    expect(rawPayload.length).toBeLessThan(300_000);
    expect(await inkIn(rawPayload, { left: 100, top: 180, width: 800, height: 400 })).toBeGreaterThan(0.03);
    expect(await inkIn(rawPayload, { left: 1060, top: 80, width: 600, height: 600 })).toBeGreaterThan(0.2);
    expect(await inkIn(rawPayload, { left: 100, top: 800, width: 1500, height: 600 })).toBeGreaterThan(0.03);
    expect(await inkIn(rawPayload, { left: 100, top: 1500, width: 1500, height: 400 })).toBeGreaterThan(0.03);
  },
);

test('serves nine different images that need no font of the machine', async () => {
  const images = await Promise.all(
    proTips.map(async (proTip) => (await send(proTipImage, proTip)).rawPayload),
  );
  expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(9);
  for (const proTip of proTips) {
    const svg = drawnPage(proTip, 'by-card');
    expect(svg).not.toMatch(/<text|font-family/);
    expect(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" width="${pageSize.width}"`)).toBe(true);
  }
});

test('draws again after a page that could not be drawn', async () => {
  const pages = new PageImages('by-card');
  await expect(pages.draw('smiling' as ProTip)).rejects.toThrow("reading 'dialogue'");
  const [one, two] = await Promise.all([pages.draw('hold-time'), pages.draw('hold-time')]);
  expect(two).toEqual(one);
  expect((await sharp(one).metadata()).width).toBe(1700);
});

test('answers 304 to a browser with a cached image', async () => {
  const first = await send(proTipImage, 'hold-time');
  expect(first.headers['cache-control']).toBe('public, max-age=3600');
  const again = await send(proTipImage, 'hold-time', { 'if-none-match': String(first.headers.etag) });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
});

describe('the PDF', () => {
  const textIn = (value: unknown) =>
    value instanceof PDFHexString || value instanceof PDFString ? value.decodeText() : null;

  test.each(proTips)('of %s is one letter page with the complete image and its text', async (proTip) => {
    const answer = await send(proTipPdf, proTip, bearer(token));
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="pro-tip-${proTip}.pdf"`);
    const pdf = await PDFDocument.load(answer.rawPayload, { updateMetadata: false });
    expect(pdf.getPages().map((page) => page.getSize())).toEqual([{ width: 612, height: 792 }]);
    expect(pdf.getTitle()).toMatch(/^Pro Tip Training: /);
    expect(pdf.getCreationDate()).toEqual(here.clock.now());

    const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object);
    const images = objects.filter(
      (object): object is PDFRawStream =>
        object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'),
    );
    expect(images).toHaveLength(1);
    const [image] = images;
    const sizeOf = (name: string) => image?.dict.lookup(PDFName.of(name), PDFNumber).asNumber();
    expect([sizeOf('Width'), sizeOf('Height')]).toEqual([1700, 2200]);
    // each row of the image begins with the byte of its filter
    expect(inflateSync(image?.contents ?? new Uint8Array()).length).toBe(2200 * (1700 + 1));

    const alternatives = objects
      .filter((object) => object instanceof PDFDict)
      .map((dict) => textIn(dict.get(PDFName.of('Alt'))));
    expect(alternatives.filter((text) => text !== null)).toEqual([proTipText(proTip, 'by-card')]);
  });
});

test('names an unknown page', async () => {
  for (const [route, headers] of [
    [proTipImage, {}],
    [proTipPdf, bearer(token)],
  ] as const) {
    const answer = await send(route, 'smiling', headers);
    expect([answer.statusCode, answer.json<{ data: object }>().data]).toEqual([
      400,
      { proTip: `Use one of ${proTips.join(', ')}.` },
    ]);
  }
});
