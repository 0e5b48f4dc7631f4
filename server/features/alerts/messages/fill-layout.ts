import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../outbox/index.ts';

/** What the names of a layout stand for: a text, or a list for a repeated part. */
export interface LayoutValues {
  readonly [name: string]: string | readonly LayoutValues[];
}

const place = /<!-- each (\w+) -->([\s\S]*?)<!-- end \1 -->|\{\{(\w+)\}\}/g;

/**
 * Fills in a layout: `{{name}}` with a text, escaped; the part from `<!-- each name -->` to `<!-- end name -->` once for each
 * entry of a list, which also knows the names around it.
 * @throws {Error} when the layout has a name without a value.
 */
export function fillLayout(layout: string, values: LayoutValues): string {
  return layout.replace(place, (_, list: string | undefined, part: string, name: string) => {
    const value = values[list ?? name];
    if (list !== undefined && Array.isArray(value)) {
      return (value as readonly LayoutValues[])
        .map((entry) => fillLayout(part, { ...values, ...entry }))
        .join('');
    }
    if (list !== undefined || typeof value !== 'string') throw new Error(`The layout needs ${list ?? name}.`);
    return escapeHtml(value);
  });
}

let layout: string | undefined;

/** The layout of the Performance Breakdown, which `tools/mail-layouts.ts` makes from its MJML; read once. */
export function performanceLayout(): string {
  layout ??= readFileSync(new URL('./performance-layout.html', import.meta.url), 'utf8');
  return layout;
}
