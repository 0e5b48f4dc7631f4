import {
  drawnText,
  evenLinesOf,
  type Face,
  type TextStyle,
  linesOf,
  widthOf,
} from '../../server/platform/pictures/drawn-text.ts';

/** Width and height, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** An SVG of a size. */
export const picture = ({ width, height }: Size, ...parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;

/** Parts moved to a place and scaled. */
export const placed = (x: number, y: number, scale: number, ...parts: readonly string[]) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${parts.join('')}</g>`;

/** Where a text stands, and how. */
export interface TextPlace {
  x: number;
  y: number;
  fill: string;
  face?: Face;
  size: number;
  spacing?: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** A line of text on its baseline. */
export function text(words: string, { face = 'text', size, spacing, ...place }: TextPlace): string {
  return drawnText(words, { face, size, spacing: spacing ?? 0 }, place);
}

/** A text in capitals, widely set. */
export const capitals = (words: string, place: TextPlace) =>
  text(words.toUpperCase(), { face: 'strong', spacing: 0.14, ...place });

/** A text broken into even lines; the size shrinks until it has at most `most` lines. Gives the drawing and its height. */
export function lines(
  words: string,
  { width, most, leading = 1.12, ...place }: TextPlace & { width: number; most: number; leading?: number },
): { drawing: string; height: number; size: number } {
  const { face = 'text' } = place;
  let { size } = place;
  const lettering = (): TextStyle => ({ face, size, spacing: place.spacing ?? 0 });
  const fits = () => {
    const broken = linesOf(words, lettering(), width);
    return broken.length <= most && broken.every((line) => widthOf(line, lettering()) <= width);
  };
  while (size > 12 && !fits()) size -= 2;
  const all =
    linesOf(words, lettering(), width).length > 1 ? evenLinesOf(words, lettering(), width) : [words];
  return {
    drawing: all.map((line, at) => text(line, { ...place, size, y: place.y + at * size * leading })).join(''),
    height: all.length * size * leading,
    size,
  };
}

/** A line of text as large as fits into a width. */
export function fitted(words: string, { width, ...place }: TextPlace & { width: number }): string {
  const { face = 'text', spacing = 0 } = place;
  const natural = widthOf(words, { face, size: place.size, spacing });
  const size = natural > width ? (place.size * width) / natural : place.size;
  return text(words, { ...place, size });
}

/** A star-like seal with so many teeth around the origin. */
export function seal(radius: number, teeth: number, fill: string): string {
  const points = Array.from({ length: teeth * 2 }, (_, at) => {
    const angle = (at / (teeth * 2)) * 2 * Math.PI;
    const reach = at % 2 === 0 ? radius : radius * 0.93;
    return `${(Math.sin(angle) * reach).toFixed(1)} ${(-Math.cos(angle) * reach).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="${fill}" stroke="${fill}" stroke-width="6" stroke-linejoin="round"/>`;
}
