import { type Face, drawnText } from '../../../platform/pictures/drawn-text.ts';

type Value = string | number;

const attributes = (values: Readonly<Record<string, Value>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

export type Paint = Readonly<Record<string, Value>>;

export const filled = (fill: string): Paint => ({ fill });

export const stroked = (stroke: string, width: number): Paint => ({
  fill: 'none',
  stroke,
  'stroke-width': width,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
});

export const box = (x: number, y: number, width: number, height: number, radius: number, paint: Paint) =>
  `<rect${attributes({ x, y, width, height, rx: radius, ...paint })}/>`;

export const disc = (x: number, y: number, radius: number, paint: Paint) =>
  `<circle${attributes({ cx: x, cy: y, r: radius, ...paint })}/>`;

export const shape = (d: string, paint: Paint) => `<path${attributes({ d, ...paint })}/>`;

export const moved = (transform: string, ...shapes: readonly string[]) =>
  `<g transform="${transform}">${shapes.join('')}</g>`;

export const word = (text: string, x: number, y: number, size: number, fill: string, face: Face = 'strong') =>
  drawnText(text, { face, size }, { x, y, fill, anchor: 'middle' });

/** `x` and `y` are its left end. */
export const check = (x: number, y: number, size: number, paint: Paint) =>
  shape(`M${x} ${y}l${size * 0.32} ${size * 0.32}l${size * 0.62} ${-size * 0.66}`, paint);

/** Centered in a square of 100. */
export const handset = (fill: string) =>
  shape(
    'M-46 -8c0 -9 4 -17 12 -21c22 -11 46 -11 68 0c8 4 12 12 12 21v8c0 5 -4 9 -9 9h-17c-5 0 -9 -3 -10 -8l-2 -10c-10 -3 -20 -3 -30 0l-2 10c-1 5 -5 8 -10 8h-17c-5 0 -9 -4 -9 -9z',
    filled(fill),
  );
