import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const pageFilesSchema = z.record(z.string(), z.array(z.string()));

/** After what the page itself asks for: its first paint needs none of these files. */
const linkTo = (file: string) => {
  const kind = file.endsWith('.css') ? 'rel=preload; as=style; crossorigin' : 'rel=modulepreload';
  return `<${file}>; ${kind}; fetchpriority=low`;
};

/**
 * The `Link` headers of the web app's pages by path, which name the files that the build lists in `page-files.json`; empty where
 * the build has no such list.
 * @throws {Error} when the list cannot be read.
 */
export function pageLinks(folder: string): ReadonlyMap<string, string> {
  const list = join(folder, 'page-files.json');
  if (!existsSync(list)) return new Map();
  const files = pageFilesSchema.parse(JSON.parse(readFileSync(list, 'utf8')));
  return new Map(Object.entries(files).map(([path, names]) => [path, names.map(linkTo).join(', ')]));
}

/** An address that chooses a tab of its page: the build's pages show the first one. */
const choosesTab = /[?&]tab=(?!overview)/;

const pagesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : [];

/**
 * The files with the web app's pages by path: those that the build writes into `first-paint`, which show their page before the
 * scripts have run. The result gives the file for an address, `index.html` where there is no other.
 * @param variants folders in `first-paint` whose pages take the place of others
 */
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
