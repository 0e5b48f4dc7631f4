import { stat, readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

/** The text without code, where brackets and number signs mean something else. */
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code');

/** The anchors of a page, made of its headings the way GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const counts = new Map<string, number>();
  const lines = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *#* *$/gm);
  const headings = [...lines].map(([, heading = '']) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return new Set(
    headings.map((heading) => {
      const slug = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

/** Where the links of a page lead, other sites left out. */
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

/** Problem of a link of a page; null if it leads somewhere. */
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
const pages = ['README.md', 'CONTRIBUTING.md', ...docs.map((path) => posix.join('docs', path))]
  .filter((path) => path.endsWith('.md'))
  .sort();

test.each(pages)('every link of %s leads to a file and a heading', async (page) => {
  const targets = targetsOf(await readFile(join(root, page), 'utf8'));
  const problems = await Promise.all(targets.map((target) => problemOf(page, target)));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});

const decisions = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
const mostWords = 350;

/** The number of words of a text. Signs alone, such as the bars of a table, are not words. */
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

test.each(decisions)(`%s has at most ${mostWords} words`, async (page) => {
  expect(countWords(await readFile(join(root, page), 'utf8'))).toBeLessThanOrEqual(mostWords);
});

test('the index of decisions names each decision once', async () => {
  const targets = targetsOf(await readFile(join(root, 'docs/decisions/README.md'), 'utf8'));
  const named = targets
    .filter((target) => /^\d{4}-/.test(target))
    .map((target) => `docs/decisions/${target}`);
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
