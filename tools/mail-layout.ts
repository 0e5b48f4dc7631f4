import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import mjml2html from 'mjml';

const folder = resolve(import.meta.dirname, '../server/features/alerts/messages');

export const layoutFile = join(folder, 'performance-layout.html');

/** Placeholder for the provider's color. */
const providerColor = /#123456/g;

/** Performance Breakdown. Throws if the MJML source is not valid. */
export async function generateMailLayout(): Promise<string> {
  const source = await readFile(join(folder, 'performance-layout.mjml'), 'utf8');
  const { html } = await mjml2html(source, { validationLevel: 'strict', fonts: {}, minify: false });
  const lines = html
    .replace(providerColor, '{{primary}}')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return `${lines.join('\n')}\n`;
}
