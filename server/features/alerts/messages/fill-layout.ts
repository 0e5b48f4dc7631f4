import { readFileSync } from 'node:fs';
import { escapeHtml } from '../../outbox/index.ts';

/** What the names of a layout stand for: a text, or a list for a repeated part. */
export interface LayoutValues {
  readonly [name: string]: string | readonly LayoutValues[];
}

const fillTexts = (layout: string, values: LayoutValues) =>
  layout.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string') throw new Error(`The layout needs ${name}.`);
    return escapeHtml(value);
  });

/**
 * Fills in a layout: `{{name}}` with a text, escaped; the part from `<!-- each name -->` to `<!-- end name -->` once for each
 * entry of a list, which also knows the names around it.
 * @throws {Error} when the layout has a name without a value.
 */
export function fillLayout(layout: string, values: LayoutValues): string {
  const begin = /<!-- each (\w+) -->/.exec(layout);
  if (!begin) return fillTexts(layout, values);
  const [mark, list = ''] = begin;
  const entries = values[list];
  if (!Array.isArray(entries)) throw new Error(`The layout needs ${list}.`);
  const end = `<!-- end ${list} -->`;
  const [part = '', ...rest] = layout.slice(begin.index + mark.length).split(end);
  return [
    fillTexts(layout.slice(0, begin.index), values),
    ...(entries as readonly LayoutValues[]).map((entry) => fillLayout(part, { ...values, ...entry })),
    fillLayout(rest.join(end), values),
  ].join('');
}

let layout: string | undefined;

/** The layout of the Performance Breakdown, which `tools/mail-layouts.ts` makes from its MJML; read once. */
export function performanceLayout(): string {
  layout ??= readFileSync(new URL('./performance-layout.html', import.meta.url), 'utf8');
  return layout;
}
