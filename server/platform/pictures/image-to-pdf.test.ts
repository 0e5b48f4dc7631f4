import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { imagesToPdf, letterPage } from './image-to-pdf.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b8005c' } });
const facts = { title: 'Spring “Müller” 2026', author: 'Olga', createdAt: new Date('2026-03-11T15:00:00Z') };

test('makes a page of the right size for each image, with a description', async () => {
  const pdf = await PDFDocument.load(
    await imagesToPdf(
      [
        { image: await picture(600, 400).png().toBuffer(), width: 432, height: 288, description: 'Front' },
        { image: await picture(400, 600).jpeg().toBuffer(), ...letterPage, description: 'Back' },
      ],
      facts,
    ),
    { updateMetadata: false },
  );
  expect(pdf.getPages().map((page) => page.getSize())).toEqual([
    { width: 432, height: 288 },
    { width: 612, height: 792 },
  ]);
  expect([pdf.getTitle(), pdf.getAuthor(), pdf.getCreationDate()]).toEqual([
    facts.title,
    facts.author,
    facts.createdAt,
  ]);
});

test('makes the same bytes from the same images', async () => {
  const pages = [{ image: await picture(60, 40).png().toBuffer(), ...letterPage, description: 'Front' }];
  expect(await imagesToPdf(pages, facts)).toEqual(await imagesToPdf(pages, facts));
});

test('rejects an empty document and bytes that are no image', async () => {
  await expect(imagesToPdf([], facts)).rejects.toThrow('A PDF needs a page.');
  await expect(
    imagesToPdf([{ image: Buffer.from('<svg/>'), ...letterPage, description: '' }], facts),
  ).rejects.toThrow('Unknown image format');
});
