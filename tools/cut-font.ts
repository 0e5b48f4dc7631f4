import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';

const root = resolve(import.meta.dirname, '..');

export const fontFile = join(root, 'web/ui/font/inter.woff2');

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** For the product's texts, and for names of people and streets. */
export const fontCharacters = [
  range(0x20, 0x7e), // Basic Latin
  range(0xa0, 0x17f), // Latin-1 and Latin Extended-A
  'ȘșȚțẞʼ', // Romanian letters, the capital sharp s and the letter apostrophe
  // combining accents
  range(0x300, 0x304) + range(0x306, 0x308) + range(0x30a, 0x30c) + range(0x327, 0x328),
  '‐‑–—―‘’‚“”„•…‹›⁄€™−×→←↑↓▲▼≈≤≥⌘',
  '\u2009\u202f\u2060', // spaces in dates and numbers
].join('');

/** Weights 400 to 700, kerning, accents and tabular figures. */
export async function cutFont(): Promise<Buffer> {
  const whole = await readFile(join(root, 'node_modules/inter-ui/variable/InterVariable.woff2'));
  const options = {
    targetFormat: 'woff2' as const,
    // without contextual alternates, which would draw "->" as an arrow
    keepFeatures: ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'],
    variationAxes: { opsz: 14, wght: { min: 400, max: 700, default: 400 } },
  };
  return subsetFont(whole, fontCharacters, options);
}

if (import.meta.main) {
  const font = await cutFont();
  await writeFile(fontFile, font);
  console.log(`${fontFile}: ${font.length} bytes`);
}
