import { dirname, relative, resolve, sep } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

/** Anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const hasScheme = /^([a-z][a-z+.-]*:|\/\/|#)/i;

/**
 * Makes links that are written for the repository work on the site. The page of a folder is its `README.md`. A link to a file
 * that is no page of the site becomes its text, followed by the path in the repository.
 */
export function repositoryLinks(md: MarkdownRenderer, { root, docs }: { root: string; docs: string }): void {
  md.core.ruler.push('repository_links', (state) => {
    const page: string = state.env.realPath ?? state.env.path;
    for (const { children } of state.tokens) {
      for (const [index, token] of (children ?? []).entries()) {
        const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : '#';
        if (hasScheme.test(href)) continue;
        const [path = '', anchor] = href.split('#');
        const file = resolve(dirname(page), decodeURIComponent(path));
        if (file.startsWith(docs + sep) && file.endsWith('.md')) {
          const site = path.replace(/(^|\/)README\.md$/, '$1index.md');
          token.attrSet('href', anchor === undefined ? site : `${site}#${anchor}`);
          continue;
        }
        const close = children?.slice(index).find(({ type }) => type === 'link_close');
        if (!close) continue;
        const named = relative(root, file);
        Object.assign(token, { type: 'text', tag: '', nesting: 0, content: '', attrs: null });
        const text = children?.[index + 1]?.content ?? '';
        if (text === named) Object.assign(close, { type: 'text', tag: '', nesting: 0, content: '' });
        else
          Object.assign(close, {
            type: 'html_inline',
            tag: '',
            nesting: 0,
            content: ` (<code>${named}</code>)`,
          });
      }
    }
  });
}
