import { z } from 'zod';

const inches = (least: number, most: number) => {
  const error = `Use inches from ${least} to ${most}.`;
  return z.number({ error }).min(least, error).max(most, error);
};

export const colorSpaces = ['CMYK', 'RGB', 'gray'] as const;
export type ColorSpace = (typeof colorSpaces)[number];

/** A piece after it is cut, lying on its longer side. Inches. */
export const designFormatSchema = z.strictObject({
  name: z.string().trim().min(1, 'Name the format.').max(80, 'Use at most 80 characters.'),
  width: inches(1, 60),
  height: inches(1, 60),
  /** On each side. */
  bleed: inches(0, 2).default(0.125),
  /** Pixels per inch. */
  resolution: z
    .int('Use a whole number from 72 to 2,400.')
    .min(72, 'Use a whole number from 72 to 2,400.')
    .max(2400, 'Use a whole number from 72 to 2,400.')
    .default(300),
  colors: z
    .array(z.enum(colorSpaces))
    .min(1, 'Name at least one color space.')
    .max(3)
    .default(['CMYK', 'gray']),
});
export type DesignFormat = z.output<typeof designFormatSchema>;

const postcard = (name: string, height: number, width: number): DesignFormat => ({
  name,
  width,
  height,
  bleed: 0.125,
  resolution: 300,
  colors: ['CMYK', 'gray'],
});

/** Common sizes of US postcards. */
export const defaultFormats: readonly DesignFormat[] = [
  postcard('Postcard 4 × 6', 4, 6),
  postcard('Postcard 4.25 × 6', 4.25, 6),
  postcard('Postcard 5 × 7', 5, 7),
  postcard('Postcard 5.5 × 8.5', 5.5, 8.5),
  postcard('Jumbo postcard 6 × 9', 6, 9),
  postcard('Jumbo postcard 6 × 11', 6, 11),
];

/** Fractions of a face. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface FaceFacts {
  /** Of the page or picture, turned as it is seen: inches for a PDF, else pixels. */
  width: number;
  height: number;
  isPdf: boolean;
  /** Where the file says that it is cut; null if it says nothing. */
  trim: Area | null;
  /** Pixels per inch of the coarsest picture of a PDF; null without pictures. */
  resolution: number | null;
  /** Null if they cannot be read. */
  colors: readonly ColorSpace[] | null;
}

export interface CheckedFace {
  /** The part that stays after cutting; null for all of it. */
  cut: Area | null;
  /** A sentence for each, without the side's name. */
  doubts: string[];
}

/** Inches by which a page may differ: rounding, and a hair on a sheet. */
const tolerance = 0.03;
/** Shapes of pictures within half a percent are the same. */
const shapeTolerance = 0.005;

const isNear = (one: number, other: number, by: number) => Math.abs(one - other) <= by;

const shown = (value: number) => String(Math.round(value * 100) / 100);
const sizeText = (width: number, height: number) => `${shown(width)} × ${shown(height)} in`;

const middle = (part: { width: number; height: number }, whole: { width: number; height: number }): Area => {
  const [width, height] = [part.width / whole.width, part.height / whole.height];
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
};

/** Size and bleed, in the direction in which the face lies. */
function checkSize(facts: FaceFacts, format: DesignFormat): CheckedFace & { inches: number | null } {
  const upright = facts.height > facts.width;
  const [long, short] = [Math.max(format.width, format.height), Math.min(format.width, format.height)];
  const trim = upright ? { width: short, height: long } : { width: long, height: short };
  const sheet = { width: trim.width + 2 * format.bleed, height: trim.height + 2 * format.bleed };
  const noBleed = `has no bleed: ${format.name} needs ${shown(format.bleed)} in beyond each edge.`;
  const doubts: string[] = [];
  if (!facts.isPdf) {
    const is = (size: typeof trim) =>
      isNear(facts.width / facts.height / (size.width / size.height), 1, shapeTolerance);
    if (format.bleed > 0 && is(sheet)) return { cut: middle(trim, sheet), doubts, inches: sheet.width };
    if (is(trim)) return { cut: null, doubts: format.bleed > 0 ? [noBleed] : [], inches: trim.width };
    return {
      cut: null,
      doubts: [`has another shape than ${format.name}: ${facts.width} × ${facts.height} pixels.`],
      inches: null,
    };
  }
  const is = (size: typeof trim, width: number, height: number) =>
    isNear(width, size.width, tolerance) && isNear(height, size.height, tolerance);
  if (facts.trim) {
    const [width, height] = [facts.trim.width * facts.width, facts.trim.height * facts.height];
    if (!is(trim, width, height))
      doubts.push(
        `is cut to ${sizeText(width, height)}; ${format.name} is ${sizeText(trim.width, trim.height)}.`,
      );
    const { x, y } = facts.trim;
    const around = [
      x * facts.width,
      y * facts.height,
      (1 - x - facts.trim.width) * facts.width,
      (1 - y - facts.trim.height) * facts.height,
    ];
    if (format.bleed > 0 && Math.min(...around) < format.bleed - tolerance) doubts.push(noBleed);
    return { cut: facts.trim, doubts, inches: facts.width };
  }
  if (format.bleed > 0 && is(sheet, facts.width, facts.height))
    return { cut: middle(trim, sheet), doubts, inches: facts.width };
  if (is(trim, facts.width, facts.height))
    return { cut: null, doubts: format.bleed > 0 ? [noBleed] : [], inches: facts.width };
  return {
    cut: null,
    doubts: [
      `is ${sizeText(facts.width, facts.height)}; ${format.name} is ${sizeText(trim.width, trim.height)}, with bleed ${sizeText(sheet.width, sheet.height)}.`,
    ],
    inches: facts.width,
  };
}

/** Nothing is refused: a person decides whether a doubt matters. */
export function checkFace(facts: FaceFacts, format: DesignFormat): CheckedFace {
  const { cut, doubts, inches: width } = checkSize(facts, format);
  const resolution = facts.isPdf ? facts.resolution : width === null ? null : facts.width / width;
  if (resolution !== null && Math.round(resolution) < format.resolution)
    doubts.push(
      `prints with ${Math.round(resolution)} pixels per inch; ${format.resolution} are needed to look sharp.`,
    );
  if (facts.colors === null)
    doubts.push('has colors that cannot be read: look at them before it is printed.');
  const others = (facts.colors ?? []).filter((color) => !format.colors.includes(color));
  if (others.length > 0)
    doubts.push(
      `has colors in ${others.join(' and ')} instead of ${format.colors[0]}: they may look different in print.`,
    );
  return { cut, doubts };
}
