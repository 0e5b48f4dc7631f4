import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

/** Pages of the build's `first-paint` folder show content before scripts run. Pages in the folders `variants` replace others. */
export function pageFilesOf(folder: string, variants: readonly string[]): (address: string) => string {
  const byPath = new Map(
    ['first-paint', ...variants.map((variant) => `first-paint/${variant}`)].flatMap((written) =>
      pagesIn(join(folder, written)).map((name) => [`/${basename(name, '.html')}`, `${written}/${name}`]),
    ),
  );
  return (address) => {
    const [path = ''] = address.split('?');
    return (!choosesTab.test(address) && byPath.get(path)) || 'index.html';
  };
}
