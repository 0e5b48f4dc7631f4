import sharp from 'sharp';

/** Pixels per inch of an SVG whose unit is drawn as one pixel. */
const plainDensity = 72;

/**
 * Paints an SVG as a PNG without transparency, each of its units as so many pixels. Fonts are not looked for: text must
 * be drawn as paths.
 */
export async function paintedPicture(svg: string, pixelsPerUnit: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: plainDensity * pixelsPerUnit })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, colours: 256, dither: 0, compressionLevel: 6, effort: 1 })
    .toBuffer();
}

/** Paints an SVG as a JPEG, each of its units as so many pixels. Text must be drawn as paths. */
export async function paintedJpeg(svg: string, pixelsPerUnit: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: plainDensity * pixelsPerUnit })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
