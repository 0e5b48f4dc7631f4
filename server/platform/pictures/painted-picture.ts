import sharp from 'sharp';

/** Pixels per inch at which an SVG unit is one pixel. */
const plainDensity = 72;

/** Opaque PNG. Draw text as paths: fonts are not loaded. */
export async function paintedPicture(svg: string, pixelsPerUnit: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: plainDensity * pixelsPerUnit })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, colours: 256, dither: 0, compressionLevel: 6, effort: 1 })
    .toBuffer();
}

export async function paintedJpeg(svg: string, pixelsPerUnit: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: plainDensity * pixelsPerUnit })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
