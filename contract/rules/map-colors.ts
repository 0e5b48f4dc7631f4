import { z } from 'zod';

export const defaultAreaColor = '#000000';
export const defaultOfficeColor = '#1f6feb';

/** White symbols are readable on each. The feed may send other colors. */
export const mapColors = [
  { color: '#1f6feb', name: 'Blue' },
  { color: '#0b7285', name: 'Teal' },
  { color: '#257a35', name: 'Green' },
  { color: '#5c7f0f', name: 'Olive' },
  { color: '#9f6500', name: 'Amber' },
  { color: '#c2410c', name: 'Orange' },
  { color: '#c92a2a', name: 'Red' },
  { color: '#c2255c', name: 'Pink' },
  { color: '#9c36b5', name: 'Purple' },
  { color: '#5f3dc4', name: 'Violet' },
  { color: '#495057', name: 'Gray' },
  { color: '#000000', name: 'Black' },
] as const;

const colors: readonly string[] = mapColors.map(({ color }) => color);

export const mapColorText = `Use one of ${colors.join(', ')}, or the color that it has or came with.`;

export const isMapColor = (color: string): boolean => colors.includes(color);

const hexColor = /^#[0-9a-f]{6}$/;

/** `#rrggbb`; null for colors of the palette and other text. */
export function colorOutsidePalette(text: string): string | null {
  const color = text.slice(0, 8).toLowerCase();
  return hexColor.test(color) && !isMapColor(color) ? color : null;
}

/** '#rrggbb' in any case. The server accepts one of the {@link mapColors}, and the color that a thing has or came with. */
export const mapColorSchema = z
  .string({ error: mapColorText })
  .max(7, mapColorText)
  .toLowerCase()
  .regex(hexColor, mapColorText);
