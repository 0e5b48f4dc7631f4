import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RenderParameters } from 'pdfjs-dist/types/src/display/api.js';
import { answerTasks } from '../answer-tasks.ts';

export interface PageToDraw {
  content: Uint8Array;
  /** From 1. */
  page: number;
  /** Pixels. */
  longerSide: number;
  /** Pixels of the largest image within the page. */
  maxPixels: number;
}

const pdfjsFolder = (folder: string) =>
  `${join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), folder)}/`;

async function drawPage({ content, page, longerSide, maxPixels }: PageToDraw): Promise<Buffer | null> {
  const loading = getDocument({
    // a copy, because PDF.js transfers the bytes to its worker
    data: new Uint8Array(content),
    // a file from outside runs nothing and fetches nothing
    useSystemFonts: false,
    disableFontFace: true,
    // fonts and tables come with PDF.js, so that the result does not depend on the machine
    standardFontDataUrl: pdfjsFolder('standard_fonts'),
    cMapUrl: pdfjsFolder('cmaps'),
    wasmUrl: pdfjsFolder('wasm'),
    iccUrl: pdfjsFolder('iccs'),
    stopAtErrors: true,
    maxImageSize: maxPixels,
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
    // the canvas has the drawing methods of a browser's, and PDF.js uses no others
    const context = canvas.getContext('2d') as unknown as RenderParameters['canvasContext'];
    await sheet.render({ canvas: null, canvasContext: context, viewport, background: '#ffffff' }).promise;
    return canvas.toBuffer('image/png');
  } finally {
    await loading.destroy();
  }
}

answerTasks<PageToDraw, Uint8Array | null>(drawPage);
