import { execFile } from 'node:child_process';
import { stat, readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { anchorOf } from '../docs/.vitepress/links.ts';
import { root } from './support/imports.ts';

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code');

function anchorsOf(text: string): Set<string> {
  const counts = new Map<string, number>();
  const lines = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *#* *$/gm);
  const headings = [...lines].map(([, heading = '']) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return new Set(
    headings.map((heading) => {
      const slug = anchorOf(heading);
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

function targetsOf(text: string): string[] {
  const plain = withoutCode(text);
  const inline = plain.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g);
  const defined = plain.matchAll(/^\[[^\]]+\]:\s+<?([^\s>]+)>?/gm);
  return [...inline, ...defined]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

const isThere = (path: string) =>
  stat(join(root, path)).then(
    () => true,
    () => false,
  );

async function problemOf(page: string, target: string): Promise<string | null> {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : posix.join(dirname(page), decodeURIComponent(path));
  if (file.startsWith('..')) return `${target} leads out of the repository`;
  if (!(await isThere(file))) return `${target}: there is no ${file}`;
  if (anchor === undefined) return null;
  if (!file.endsWith('.md')) return `${target}: only pages have headings`;
  const anchors = anchorsOf(await readFile(join(root, file), 'utf8'));
  return anchors.has(decodeURIComponent(anchor)) ? null : `${target}: ${file} has no such heading`;
}

const docs = await readdir(join(root, 'docs'), { recursive: true });
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs.map((path) => posix.join('docs', path))]
  .filter((path) => path.endsWith('.md'))
  .sort();

test.each(pages)('every link of %s leads to a file and a heading', async (page) => {
  const targets = targetsOf(await readFile(join(root, page), 'utf8'));
  const problems = await Promise.all(targets.map((target) => problemOf(page, target)));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});

/** Folders of the root whose paths are checked in documents; code may name files of other projects' folders. */
const foldersInDocuments = 'bench|connectors|contract|demo|deploy|docs|server|tests|tools|web';
const foldersInCode = 'connectors|deploy|docs';

/** The paths that a text names from the root of the repository; patterns, placeholders and the built site left out. */
function pathsIn(text: string, folders: string): string[] {
  const found = text.matchAll(new RegExp(String.raw`(?<![\w./:@$}-])(?:${folders})/[\w./*{},…$<-]*`, 'g'));
  return [...found]
    .map(([path]) => path.replace(/[.,/]+$/, ''))
    .filter((path) => !/[*{}…$<]|\.vitepress\/dist/.test(path));
}

const tracked = (await promisify(execFile)('git', ['ls-files', '-z'], { cwd: root })).stdout
  .split('\0')
  .filter((path) => /\.(ts|tsx|mjs|css|sql|md|yml|service)$|Containerfile$/.test(path))
  // an applied migration never changes, not even its comments
  .filter((path) => !path.startsWith('server/migrations/') && path !== 'tests/docs-links.test.ts');

test('each path that a document, message, command or test names exists', async () => {
  const problems = tracked.map(async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    const paths = new Set(pathsIn(text, file.endsWith('.md') ? foldersInDocuments : foldersInCode));
    const missing: string[] = [];
    for (const path of paths) if (!(await isThere(path))) missing.push(`${file} names ${path}`);
    return missing;
  });
  expect((await Promise.all(problems)).flat()).toEqual([]);
});

test('paths are read from prose, commands and imports of the root alone', () => {
  const text =
    'See docs/run/backup.md, `server/app.ts`. ../server/x.ts https://a.example/docs/y docs/*.md docs/{a}/b';
  expect(pathsIn(text, foldersInDocuments)).toEqual(['docs/run/backup.md', 'server/app.ts']);
  expect(pathsIn(text, foldersInCode)).toEqual(['docs/run/backup.md']);
});

const decisions = pages.filter((page) => /^docs\/contribute\/decisions\/\d{4}-/.test(page));
const mostWords = 350;

/** The number of words of a text. Signs alone, such as the bars of a table, are not words. */
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

test.each(decisions)(`%s has at most ${mostWords} words`, async (page) => {
  expect(countWords(await readFile(join(root, page), 'utf8'))).toBeLessThanOrEqual(mostWords);
});

const documents = pages.filter((page) => page.startsWith('docs/'));
const limited = documents.filter((page) => !page.startsWith('docs/reference/'));

test('the documents have at most 55,000 words, and a page at most 2,000 unless people look things up in it', async () => {
  const words = new Map<string, number>();
  for (const page of documents) words.set(page, countWords(await readFile(join(root, page), 'utf8')));
  expect([...words.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(55_000);
  expect(limited.filter((page) => (words.get(page) ?? 0) > 2_000)).toEqual([]);
});

test('the index of decisions names each decision once', async () => {
  const targets = targetsOf(await readFile(join(root, 'docs/contribute/decisions/README.md'), 'utf8'));
  const named = targets
    .filter((target) => /^\d{4}-/.test(target))
    .map((target) => `docs/contribute/decisions/${target}`);
  expect(named.sort()).toEqual(decisions);
});

test('links and headings are read the way GitHub reads them', () => {
  const text =
    '# Who may see, and why\n\n## `code` & [a link](x.md)\n\n## Twice\n\n## Twice\n\n```\n# none\n```\n';
  expect([...anchorsOf(text)]).toEqual(['who-may-see-and-why', 'code--a-link', 'twice', 'twice-1']);
  expect(targetsOf(`[a](b.md#c) ![d](e.png) \`[f](g)\` [h](https://example.com)\n\n[i]: j.md`)).toEqual([
    'b.md#c',
    'e.png',
    'j.md',
  ]);
});
