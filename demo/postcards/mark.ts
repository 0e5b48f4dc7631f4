import type { Brand } from './brands.ts';
import { transformed, text } from './drawing.ts';

/** Logos in a square of 100 around the origin. */
const marks: Record<Brand['mark'], (color: string, second: string) => string> = {
  wren: (color, second) =>
    `<path d="M-44 6c10-34 44-46 66-30c6 4 10 10 11 17l17 7-18 6c-6 26-32 40-58 30c14-2 22-8 26-16c-18 4-34-2-44-14z" fill="${color}"/><path d="M-44 6c-2-16-10-28-10-40c14 4 26 14 32 26z" fill="${color}"/><circle cx="16" cy="-8" r="5" fill="${second}"/><path d="M-26 12c14 10 32 8 42-4c-4 22-28 24-42 4z" fill="${second}" opacity=".85"/>`,
  kite: (color, second) =>
    `<path d="M8-52L46-8L-4 34L-34-18z" fill="${color}"/><path d="M8-52L-4 34M46-8L-34-18" stroke="${second}" stroke-width="5"/><path d="M-4 34c-16 2-18 14-32 14s-12-8-18-2" fill="none" stroke="${color}" stroke-width="6" stroke-linecap="round"/>`,
  plover: (color, second) =>
    `<path d="M-30 44L-2-48L26 44z" fill="${color}"/><path d="M-44 44L-24-8L-4 44z" fill="${color}" opacity=".7"/><path d="M6 8c8-18 34-18 38 0l12 6-12 4c-4 16-24 20-36 10z" fill="${second}"/><circle cx="36" cy="10" r="3.5" fill="${color}"/><rect x="-8" y="40" width="12" height="12" fill="${color}"/>`,
};

export function logo(
  brand: Brand,
  { x, y, scale = 1, background }: { x: number; y: number; scale?: number; background: 'paper' | 'color' },
): string {
  const [first, second, words] =
    background === 'paper' ? [brand.main, brand.sun, brand.ink] : ['#ffffff', brand.sun, '#ffffff'];
  return transformed(
    x,
    y,
    scale,
    transformed(52, 52, 1, marks[brand.mark](first, background === 'paper' ? second : brand.accent)),
    text(brand.name, { x: 122, y: 54, size: 52, face: 'display', fill: words }),
    text(brand.trade.toUpperCase(), { x: 124, y: 90, size: 23, face: 'strong', spacing: 0.22, fill: words }),
  );
}
