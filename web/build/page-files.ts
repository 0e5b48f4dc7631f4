import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { paths } from '../paths.ts';

const modulesByPath: Readonly<Record<string, readonly string[]>> = {
  [paths.login]: ['features/session/login-screen.tsx'],
  ...Object.fromEntries(
    Object.entries({
      [paths.campaigns]: 'features/campaigns/index.ts',
      [paths.scoreboard]: 'features/scoreboard/index.ts',
      [paths.trackingLines]: 'features/tracking-lines/index.ts',
      [paths.maps]: 'features/maps/index.ts',
      [paths.settings]: 'features/settings/index.ts',
    }).map(([path, page]) => [path, ['shell/signed-in.tsx', 'shell/signed-in-layers.tsx', page]]),
  ),
};

function filesOf(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found: Set<string>,
): Set<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(imported, bundle, found);
  }
  return found;
}

/** Writes `page-files.json`: scripts and styles of each page. The server lists them in the page, so that browsers request them at once. */
export function pageFiles(folder: string): Plugin {
  return {
    name: 'mailcall:page-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const index = bundle['index.html'];
      if (index?.type !== 'asset') this.error('The build has no index.html.');
      const html = String(index.source);
      // with an import in both directions, the scripts of the first file would run before those that they need
      const imported = chunks
        .find(({ name }) => name === 'start')
        ?.imports.filter((file) => !file.includes('rolldown-runtime'));
      if (imported?.length !== 0)
        this.error(`The start file imports ${imported?.join(', ')}. Add what it needs to shared-files.ts.`);
      const filesOfPage = (modules: readonly string[]) => {
        const found = new Set<string>();
        for (const module of modules) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(folder, module)));
          if (!chunk) this.error(`No file of the build has ${module}.`);
          filesOf(chunk, bundle, found);
        }
        return [...found].map((file) => `/${file}`).filter((url) => !html.includes(url));
      };
      const byPath = Object.fromEntries(
        Object.entries(modulesByPath).map(([path, modules]) => [path, filesOfPage(modules)]),
      );
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(byPath) });
    },
  };
}
