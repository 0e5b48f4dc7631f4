import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const pageFilesSchema = z.record(z.string(), z.array(z.string()));

/** Low priority, because the first paint needs none of these files. */
const linkTo = (file: string) => {
  const kind = file.endsWith('.css') ? 'rel=preload; as=style; crossorigin' : 'rel=modulepreload';
  return `<${file}>; ${kind}; fetchpriority=low`;
};

/** Links by page path, from the build's `page-files.json`; empty if the build has no such list, throws if it cannot be read. */
export function pageLinks(folder: string): ReadonlyMap<string, string> {
  const list = join(folder, 'page-files.json');
  if (!existsSync(list)) return new Map();
  const files = pageFilesSchema.parse(JSON.parse(readFileSync(list, 'utf8')));
  return new Map(Object.entries(files).map(([path, names]) => [path, names.map(linkTo).join(', ')]));
}

/** The prepared pages show the first tab. */
const choosesTab = /[?&]tab=(?!overview)/;

const pagesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : [];

/** Pages of the build's `first-paint` folder show content before scripts run. Those in its folder `variant` replace others. */
export function pageFilesOf(folder: string): (address: string, variant: string | null) => string {
  const pages = join(folder, 'first-paint');
  const variants = existsSync(pages)
    ? readdirSync(pages, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    : [];
  const files = new Set(
    ['', ...variants.map((variant) => `${variant}/`)].flatMap((written) =>
      pagesIn(join(pages, written)).map((name) => `${written}${name}`),
    ),
  );
  return (address, variant) => {
    const [path = ''] = address.split('?');
    const name = `${path.slice(1)}.html`;
    const page = [`${variant}/${name}`, name].find((file) => files.has(file));
    return !choosesTab.test(address) && page !== undefined ? `first-paint/${page}` : 'index.html';
  };
}
