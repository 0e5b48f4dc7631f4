import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

export const root = resolve(import.meta.dirname, '../..');

export interface Module {
  readonly path: string;
  readonly imports: readonly string[];
}

const notSources = new Set(['node_modules', 'dist']);

async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !notSources.has(entry.name) && !entry.name.startsWith('dist.'),
  );
  const files = entries.filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name));
  const below = await Promise.all(folders.map((entry) => sourcesIn(join(folder, entry.name))));
  return [...files.map((entry) => join(folder, entry.name)), ...below.flat()];
}

/** Specifiers of a module's imports, re-exports and literal `import()`; it ignores computed ones. */
function namedIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const fromExports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  );
  const dynamic = module.dynamicImports.flatMap(
    ({ moduleRequest }) =>
      /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1] ?? [],
  );
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...fromExports,
    ...dynamic,
  ];
}

function within(file: string, named: string): string | null {
  if (named.startsWith('.')) return relative(root, resolve(dirname(file), named));
  const workspace = /^@mailcall\/(contract|server|web)\/(.+)$/.exec(named);
  return workspace ? `${workspace[1]}/${workspace[2]}` : null;
}

export async function modulesOf(checkout: string, folders: readonly string[]): Promise<Module[]> {
  const files = (await Promise.all(folders.map((folder) => sourcesIn(join(checkout, folder))))).flat();
  return files.map((file) => ({
    path: relative(checkout, file),
    imports: namedIn(file).flatMap((named) => within(file, named) ?? []),
  }));
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

interface Place {
  /** `contract`, `server`, `web`, `demo` … */
  readonly workspace: string;
  /** `platform`, `features`, `ui`, `shell` …; empty for a file at the top. */
  readonly part: string;
  readonly feature: string | null;
}

function placeOf(path: string): Place {
  const [workspace = '', part = '', feature = ''] = path.split('/');
  return {
    workspace,
    part: path.split('/').length > 2 ? part : '',
    feature: part === 'features' ? feature : null,
  };
}

const mayImport: Record<string, readonly string[]> = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
};

const sharedParts = new Set(['platform', 'ui']);

const composer = 'server/app.ts';

/** Only the composer may enter this second door of a room, so that its routes can use rooms that use the room itself. */
const isRoutesDoor = (path: string) => /^server\/features\/[^/]+\/routes\.ts$/.test(path);

const demoLoaders = ['server/demo-story.ts', 'server/demo-scores.ts', 'server/demo-calibration.ts'];

/** Name of the rule that an import breaks, or null. Tests may import the code they test. */
function ruleBrokenBy(path: string, imported: string): string | null {
  const from = placeOf(path);
  const to = placeOf(imported);
  const allowed = mayImport[from.workspace];
  if (!allowed || isTest(path)) return null;
  if (demoLoaders.includes(path) && to.workspace === 'demo') return null;
  if (to.workspace !== from.workspace && !allowed.includes(to.workspace)) {
    return `${from.workspace} imports only ${allowed.length > 0 ? allowed.join(', ') : 'itself'}`;
  }
  const fromServerPlatform = from.workspace === 'server' && from.part === 'platform';
  if (fromServerPlatform && to.workspace === 'server' && to.part === '')
    return 'platform imports nothing above it';
  if (to.feature === null) return null;
  if (sharedParts.has(from.part)) return `${from.part} imports no feature`;
  if (path === composer && isRoutesDoor(imported)) return null;
  const sameFeature = from.workspace === to.workspace && from.feature === to.feature;
  if (!sameFeature && !/\/index\.tsx?$/.test(imported)) return 'features meet only at index.ts';
  return null;
}

function cyclesIn(modules: readonly Module[], workspace: string): string[] {
  const edges = new Map<string, Set<string>>();
  const inFeatures = modules.filter(
    ({ path }) => placeOf(path).workspace === workspace && placeOf(path).feature !== null && !isTest(path),
  );
  const importedByFeatures = new Set(inFeatures.flatMap(({ imports }) => imports));
  for (const { path, imports } of inFeatures) {
    const from = placeOf(path);
    if (from.feature === null || (isRoutesDoor(path) && !importedByFeatures.has(path))) continue;
    for (const to of imports.map(placeOf)) {
      if (to.workspace !== workspace || to.feature === null || to.feature === from.feature) continue;
      edges.set(from.feature, (edges.get(from.feature) ?? new Set()).add(to.feature));
    }
  }
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (feature: string, way: readonly string[]) => {
    if (way.includes(feature)) {
      const cycle = [...way.slice(way.indexOf(feature)), feature];
      found.push(`${workspace}/features: ${cycle.join(' → ')} is a cycle`);
      return;
    }
    if (done.has(feature)) return;
    for (const next of edges.get(feature) ?? []) visit(next, [...way, feature]);
    done.add(feature);
  };
  for (const feature of edges.keys()) visit(feature, []);
  return found;
}

export function breaches(modules: readonly Module[]): string[] {
  const imports = modules.flatMap(({ path, imports: named }) =>
    named.flatMap((imported) => {
      const rule = ruleBrokenBy(path, imported);
      return rule === null ? [] : [`${path} imports ${imported}: ${rule}`];
    }),
  );
  return [...imports, ...cyclesIn(modules, 'server'), ...cyclesIn(modules, 'web')];
}
