import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RenderParameters } from 'pdfjs-dist/types/src/display/api.js';

/** A page of a PDF as a PNG, so large that its longer side has so many pixels; null when there is no such page. */
export async function pdfPage(content: Buffer, page: number, longerSide: number): Promise<Buffer | null> {
  const loading = getDocument({
    data: new Uint8Array(content),
    // a file from outside runs nothing and fetches nothing
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: true,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise;
    if (page < 1 || page > pdf.numPages) return null;
    const sheet = await pdf.getPage(page);
    const { width, height } = sheet.getViewport({ scale: 1 });
    const viewport = sheet.getViewport({ scale: longerSide / Math.max(width, height) });
    const canvas = createCanvas(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    );
    // the same drawing calls as a browser's, which is all that is used of it
    const context = canvas.getContext('2d') as unknown as RenderParameters['canvasContext'];
    await sheet.render({ canvas: null, canvasContext: context, viewport, background: '#ffffff' }).promise;
    return canvas.toBuffer('image/png');
  } finally {
    await loading.destroy();
  }
}
