import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchorOf, repositoryLinks } from './links.ts';
import { sidebarOf } from './sidebar.ts';

const docs = resolve(import.meta.dirname, '..');
const root = resolve(docs, '..');

export default defineConfig({
  title: 'Mailcall',
  description:
    'Documents of Mailcall, the client portal of a provider of direct-mail marketing and call tracking',
  lang: 'en-US',
  base: '/docs/',
  cleanUrls: true,
  // the page of a folder has the name that repository viewers show
  rewrites: (page) => page.replace(/(^|\/)README\.md$/, '$1index.md'),
  // a page may name the address of the reader's own portal
  ignoreDeadLinks: 'localhostLinks',
  cacheDir: resolve(root, 'node_modules/.cache/vitepress'),
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => repositoryLinks(md, { root, docs }),
  },
  themeConfig: {
    siteTitle: 'Mailcall',
    logo: '/favicon.svg',
    sidebar: sidebarOf(docs),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // decisions and other pages for contributors have the same words as the pages that most readers look for
        miniSearch: { searchOptions: { boostDocument: (page) => (page.includes('/contribute/') ? 0.2 : 1) } },
      },
    },
    docFooter: { prev: false, next: false },
    notFound: {
      title: 'There is no such page',
      quote: 'Search for what you need, or begin at the first page.',
      linkText: 'First page',
      linkLabel: 'First page of the documents',
    },
  },
  vite: { publicDir: resolve(root, 'web/public') },
});
