import { z } from 'zod';

export const defaultAreaColor = '#000000';
export const defaultOfficeColor = '#1f6feb';

/** Colors that users can choose; white symbols are readable on each. The feed may send others. */
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

const colors = mapColors.map(({ color }) => color);

/** One of {@link mapColors}, '#rrggbb' in any case. */
export const mapColorSchema = z
  .string({ error: 'Use one of the twelve colors of the map.' })
  .max(7, 'Use one of the twelve colors of the map.')
  .toLowerCase()
  .pipe(z.enum(colors, { error: `Use one of ${colors.join(', ')}.` }));
export type MapColor = z.infer<typeof mapColorSchema>;
