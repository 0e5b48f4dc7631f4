import PDFDocument from 'pdfkit';

export const pointsPerInch = 72;

export const letterPage = { width: 8.5 * pointsPerInch, height: 11 * pointsPerInch } as const;

export interface ImagePage {
  /** PNG or JPEG. */
  image: Uint8Array;
  /** In points. */
  width: number;
  height: number;
  description: string;
}

export interface PdfFacts {
  title: string;
  author?: string;
  createdAt: Date;
}

/** One image per page. Throws without pages, or if an image is neither PNG nor JPEG. */
export async function imagesToPdf(pages: readonly ImagePage[], facts: PdfFacts): Promise<Buffer> {
  if (pages.length === 0) throw new Error('A PDF needs a page.');
  const { title, author, createdAt } = facts;
  const pdf = new PDFDocument({
    autoFirstPage: false,
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, ...(author === undefined ? {} : { Author: author }), CreationDate: createdAt },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((done, failed) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => done(Buffer.concat(parts)));
    pdf.on('error', failed);
  });
  const content = pdf.struct('Document');
  pdf.addStructure(content);
  for (const { image, width, height, description } of pages) {
    pdf.addPage({ size: [width, height], margin: 0 });
    const figure = pdf.struct('Figure', { alt: description }, () => {
      pdf.image(Buffer.from(image), 0, 0, { fit: [width, height], align: 'center', valign: 'center' });
    });
    content.add(figure);
  }
  content.end();
  pdf.end();
  return whole;
}
