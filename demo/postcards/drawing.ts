import {
  drawnText,
  evenLinesOf,
  type Face,
  type TextStyle,
  linesOf,
  widthOf,
} from '../../server/platform/pictures/drawn-text.ts';

export interface Size {
  width: number;
  height: number;
}

export const picture = ({ width, height }: Size, ...parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;

export const transformed = (x: number, y: number, scale: number, ...parts: readonly string[]) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${parts.join('')}</g>`;

export interface TextOptions {
  x: number;
  y: number;
  fill: string;
  face?: Face;
  size: number;
  spacing?: number;
  anchor?: 'start' | 'middle' | 'end';
}

export function text(content: string, { face = 'text', size, spacing, ...options }: TextOptions): string {
  return drawnText(content, { face, size, spacing: spacing ?? 0 }, options);
}

export const capitals = (content: string, options: TextOptions) =>
  text(content.toUpperCase(), { face: 'strong', spacing: 0.14, ...options });

/** Even lines, at most `maxLines`. */
export function lines(
  content: string,
  {
    width,
    maxLines,
    leading = 1.12,
    ...options
  }: TextOptions & { width: number; maxLines: number; leading?: number },
): { drawing: string; height: number; size: number } {
  const { face = 'text' } = options;
  let { size } = options;
  const style = (): TextStyle => ({ face, size, spacing: options.spacing ?? 0 });
  const fits = () => {
    const broken = linesOf(content, style(), width);
    return broken.length <= maxLines && broken.every((line) => widthOf(line, style()) <= width);
  };
  while (size > 12 && !fits()) size -= 2;
  const textLines =
    linesOf(content, style(), width).length > 1 ? evenLinesOf(content, style(), width) : [content];
  return {
    drawing: textLines
      .map((line, at) => text(line, { ...options, size, y: options.y + at * size * leading }))
      .join(''),
    height: textLines.length * size * leading,
    size,
  };
}

export function fitted(content: string, { width, ...options }: TextOptions & { width: number }): string {
  const { face = 'text', spacing = 0 } = options;
  const natural = widthOf(content, { face, size: options.size, spacing });
  const size = natural > width ? (options.size * width) / natural : options.size;
  return text(content, { ...options, size });
}

export function seal(radius: number, teeth: number, fill: string): string {
  const points = Array.from({ length: teeth * 2 }, (_, at) => {
    const angle = (at / (teeth * 2)) * 2 * Math.PI;
    const pointRadius = at % 2 === 0 ? radius : radius * 0.93;
    return `${(Math.sin(angle) * pointRadius).toFixed(1)} ${(-Math.cos(angle) * pointRadius).toFixed(1)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="${fill}" stroke="${fill}" stroke-width="6" stroke-linejoin="round"/>`;
}
