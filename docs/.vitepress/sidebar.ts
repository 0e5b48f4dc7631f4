import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { DefaultTheme } from 'vitepress';

/** The folders of `docs` in the order in which readers come to them; others follow by name. */
const folderOrder = ['start', 'use', 'run', 'connect', 'reference', 'contribute'];

/** First heading of a page, without Markdown. */
function titleOf(file: string): string {
  const heading = /^# +(.+?) *#* *$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (heading === undefined) throw new Error(`${file} has no heading of the first level.`);
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}

/** Paths of a folder's pages, in the order in which its `README.md` links to them; others by title. */
function pagesOf(docs: string, folder: string): string[] {
  const index = join(docs, folder, 'README.md');
  const links = existsSync(index) ? readFileSync(index, 'utf8').matchAll(/\]\(([^)/#]+\.md)/g) : [];
  const linked = [...links].map(([, name = '']) => name);
  const rank = (name: string) => (linked.includes(name) ? linked.indexOf(name) : linked.length);
  return readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => ({ name, title: titleOf(join(docs, folder, name)) }))
    .sort((one, other) => rank(one.name) - rank(other.name) || one.title.localeCompare(other.title, 'en'))
    .map(({ name }) => `${folder}/${name}`);
}

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);

/** Group of a folder with its pages and subfolders; none if the folder has no page. Subfolders are closed at first. */
function groupsOf(docs: string, folder: string): DefaultTheme.SidebarItem[] {
  const pages = pagesOf(docs, folder).map((path) => ({
    text: titleOf(join(docs, path)),
    link: `/${path.replace(/\.md$/, '')}`,
  }));
  const items = [
    ...pages,
    ...foldersIn(join(docs, folder)).flatMap((name) => groupsOf(docs, `${folder}/${name}`)),
  ];
  const link = existsSync(join(docs, folder, 'README.md')) ? `/${folder}/` : undefined;
  if (items.length === 0 && link === undefined) return [];
  const name = posix.basename(folder);
  const text = name.charAt(0).toUpperCase() + name.slice(1);
  return [{ text, link, items, collapsed: folder.includes('/') ? true : undefined }];
}

/** One sidebar for the whole site, made of the folders of `docs` and the first heading of each page. */
export function sidebarOf(docs: string): DefaultTheme.SidebarItem[] {
  const rank = (name: string) =>
    folderOrder.includes(name) ? folderOrder.indexOf(name) : folderOrder.length;
  return foldersIn(docs)
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other, 'en'))
    .flatMap((name) => groupsOf(docs, name));
}
