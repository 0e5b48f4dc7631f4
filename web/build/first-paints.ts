import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { firstPaints, firstPaintsWithoutReferral } from '../first-paint/first-paint.ts';

const short = (css: string) =>
  css
    .split('*/')
    .map((text) => text.split('/*', 1)[0])
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Matches a font preload, which delays the first paint. The inlined font style requests the font just as early. */
const fontPreload = /<link rel="preload" href="[^"]*" as="font"[^<>]*>/;
/** Matches style sheets that the first paint does not need. With media `none` they do not delay it. */
const styleSheet = /<link rel="stylesheet"/g;
const script = /<(?:script type="module"|link rel="modulepreload")/g;

const pageWithPaint = (html: string, styles: string, paint: string) =>
  html
    .replace(fontPreload, '')
    .replaceAll(styleSheet, (sheet) => `${sheet} media="not all"`)
    .replaceAll(script, (element) => `${element} fetchpriority="low"`)
    .replace('</head>', () => `  <style>${styles}</style>\n  </head>`)
    .replace(
      '<noscript>',
      () =>
        `<div id="first-paint" inert aria-hidden="true">${paint}</div>\n    <noscript><style>#first-paint { display: none }</style></noscript>\n    <noscript>`,
    );

/** Writes a page such as `first-paint/login.html`, sent instead of `index.html`; in `without-referral/` for providers without an offer. */
export function firstPaintPages(folder: string): Plugin {
  return {
    name: 'mailcall:first-paints',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') this.error('The build has no index.html.');
      const html = String(index.source);
      const [font] = /\/assets\/inter-[\w-]+\.woff2/.exec(html) ?? [];
      if (!font) this.error('index.html does not load the font.');
      const read = (file: string) => readFileSync(join(folder, file), 'utf8');
      const styles = short(
        read('ui/font/font.css').replace('./inter.woff2', font) + read('first-paint/first-paint.css'),
      );
      const folders = {
        'first-paint': firstPaints,
        'first-paint/without-referral': firstPaintsWithoutReferral,
      };
      for (const [written, paints] of Object.entries(folders))
        for (const [path, paint] of Object.entries(paints)) {
          const source = pageWithPaint(html, styles, paint.replaceAll('\n', ''));
          this.emitFile({ type: 'asset', fileName: `${written}${path}.html`, source });
        }
    },
  };
}
