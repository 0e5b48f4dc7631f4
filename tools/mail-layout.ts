import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import mjml2html from 'mjml';

const folder = resolve(import.meta.dirname, '../server/features/alerts/messages');

/** The generated file. */
export const layoutFile = join(folder, 'performance-layout.html');

/** The color in the source that stands for the provider's. */
const providerColor = /#123456/g;

/**
 * Generates the HTML layout of the Performance Breakdown from its MJML source, which no mail server or client needs to know.
 * @throws {Error} when the source is not valid MJML.
 */
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
