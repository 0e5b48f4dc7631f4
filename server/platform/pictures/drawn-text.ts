import { fileURLToPath } from 'node:url';
import { type Font, type GlyphRun, openSync } from 'fontkit';

const faces = {
  display: import.meta.resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff',
  ),
  text: import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'),
  strong: import.meta.resolve('@fontsource/inter/files/inter-latin-700-normal.woff'),
} as const;
export type Face = keyof typeof faces;

export interface TextStyle {
  face: Face;
  /** Letter height in picture units. */
  size: number;
  spacing?: number;
}

const opened = new Map<Face, Font>();

function fontOf(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  const font = openSync(fileURLToPath(faces[face]));
  if (!('layout' in font)) throw new Error(`${faces[face]} holds more than one font.`);
  opened.set(face, font);
  return font;
}

/** Breaking lines measures the same texts at several sizes. */
const maxLayouts = 500;
const layouts = new Map<string, GlyphRun>();

function layoutOf(text: string, face: Face): GlyphRun {
  const key = `${face} ${text}`;
  let layout = layouts.get(key);
  if (!layout) {
    layout = fontOf(face).layout(text);
    for (const [oldest] of layouts) {
      if (layouts.size < maxLayouts) break;
      layouts.delete(oldest);
    }
    layouts.set(key, layout);
  }
  return layout;
}

function lettersOf(text: string, { face, size, spacing = 0 }: TextStyle) {
  const scale = size / fontOf(face).unitsPerEm;
  const run = layoutOf(text, face);
  let at = 0;
  const glyphs = run.glyphs.map((glyph, index) => {
    if (glyph.id === 0) throw new Error(`The face ${face} has no letter for a part of “${text}”.`);
    const { xAdvance = 0, xOffset = 0 } = run.positions[index] ?? {};
    const x = at + xOffset * scale;
    at += xAdvance * scale + spacing * size;
    return { glyph, x };
  });
  return { glyphs, scale, width: glyphs.length === 0 ? 0 : at - spacing * size };
}

export function widthOf(text: string, lettering: TextStyle): number {
  return lettersOf(text, lettering).width;
}

/** Measures single words, because measuring whole lines doubles the time for a page. */
export function linesOf(text: string, lettering: TextStyle, width: number): string[] {
  const gap = widthOf(' ', lettering) + 2 * (lettering.spacing ?? 0) * lettering.size;
  const lines: string[] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const word of text.split(' ')) {
    const own = widthOf(word, lettering);
    const isNew = length + gap + own > width;
    length = isNew ? own : length + gap + own;
    if (isNew) lines.push(word);
    else lines[lines.length - 1] += ` ${word}`;
  }
  return lines;
}

/** The fewest lines, as even as possible, so that no single word remains. */
export function evenLinesOf(text: string, lettering: TextStyle, width: number): string[] {
  const count = linesOf(text, lettering, width).length;
  let [tooNarrow, wideEnough] = [width / (count + 1), width];
  while (wideEnough - tooNarrow > 1) {
    const middle = (tooNarrow + wideEnough) / 2;
    if (linesOf(text, lettering, middle).length > count) tooNarrow = middle;
    else wideEnough = middle;
  }
  return linesOf(text, lettering, wideEnough);
}

const letterCommands: Readonly<Record<string, string>> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
};

const short = (value: number) => String(Math.round(value * 100) / 100);

/** SVG path, which needs no installed font. `anchor` says what `x` and `y` mean. */
export function drawnText(
  text: string,
  lettering: TextStyle,
  place: { x: number; y: number; fill: string; anchor?: 'start' | 'middle' | 'end' },
): string {
  const { glyphs, scale, width } = lettersOf(text, lettering);
  const { anchor = 'start' } = place;
  const left = place.x - (anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width);
  const outlines = glyphs.flatMap(({ glyph, x }) =>
    glyph.path.commands.map(({ command, args }) => {
      const points = args.map((value, index) =>
        short(index % 2 === 0 ? left + x + value * scale : place.y - value * scale),
      );
      return `${letterCommands[command]}${points.join(' ')}`;
    }),
  );
  return `<path fill="${place.fill}" d="${outlines.join('')}"/>`;
}
