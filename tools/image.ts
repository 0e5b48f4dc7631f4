import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm run image`: an OCI image of the package over a base of Debian's packages, in `dist`. Needs root, mmdebstrap and buildah.
 * Times, owners and order are fixed, so that the same versions of packages give the same digest.
 */

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const server = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>;
};
const node = `node-linux-${process.arch}`;
/** Seconds since 1970 of everything in the image: the date of the release. */
const epoch = Date.parse('2026-11-29T00:00:00Z') / 1000;
const user = 1000;

/** Throws with the program's name; its output is shown. */
function run(program: string, args: readonly string[], cwd = root): void {
  const { status, error } = spawnSync(program, args, {
    cwd,
    stdio: 'inherit',
    env: {
      ...process.env,
      SOURCE_DATE_EPOCH: String(epoch),
      STORAGE_DRIVER: 'vfs',
      BUILDAH_ISOLATION: 'chroot',
    },
  });
  if (error) throw new Error(`${program} is missing: apt-get install mmdebstrap buildah`);
  if (status !== 0) throw new Error(`${program} failed (${status})`);
}

function readOutput(program: string, args: readonly string[]): string {
  return spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, STORAGE_DRIVER: 'vfs' },
  }).stdout.trim();
}

/** Debian's packages, without documents, and without where they came from. */
function makeBase(file: string): void {
  const left = ['doc', 'man', 'locale', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  run('mmdebstrap', [
    '--variant=minbase',
    '--include=ca-certificates,libstdc++6,tzdata',
    ...left,
    `--customize-hook=echo "mailcall:x:${user}:${user}::/data:/usr/sbin/nologin" >> "$1/etc/passwd"`,
    `--customize-hook=echo "mailcall:x:${user}:" >> "$1/etc/group"`,
    '--customize-hook=mkdir "$1/data" && chown 1000:1000 "$1/data" && chmod 700 "$1/data"',
    '--customize-hook=rm -rf "$1"/var/log/* "$1"/var/cache/* "$1"/var/lib/apt/lists "$1"/etc/apt/sources.list* "$1"/etc/hostname "$1"/etc/resolv.conf',
    'bookworm',
    file,
  ]);
}

/** The package and Node, as npm installs them. */
function installProgram(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const versions = [join(dist, `mailcall-${version}.tgz`), `${node}@${server.optionalDependencies[node]}`];
  run('npm', ['install', '--no-fund', '--no-audit', '--no-save', '--ignore-scripts', ...versions], folder);
  const modules = join(folder, 'node_modules');
  // headers for compilers, a third of Node; and npm's own notes, which name the folder
  for (const path of [`${node}/include`, '.package-lock.json'])
    rmSync(join(modules, path), { recursive: true });
  const links = `import('${join(modules, 'mailcall/dist/server/platform/postgres/binaries.js')}').then((made) => made.installedBinaries())`;
  run(join(modules, node, 'bin/node'), ['--input-type=module', '--eval', links], folder);
}

const work = mkdtempSync(join(tmpdir(), 'mailcall-image-'));
try {
  mkdirSync(dist, { recursive: true });
  run('npm', ['pack', '--pack-destination', dist]);
  makeBase(join(work, 'base.tar'));
  installProgram(join(work, 'program'));
  const container = readOutput('buildah', ['from', 'scratch']);
  run('buildah', ['add', '--quiet', container, join(work, 'base.tar'), '/']);
  run('buildah', ['add', '--quiet', '--chown', '0:0', container, join(work, 'program'), '/opt/mailcall']);
  const environment = [
    'HOST=0.0.0.0',
    'PORT=3000',
    'DATA_DIR=/data',
    'MAILCALL_DEMO=off',
    'NODE_COMPILE_CACHE=/data/compiled',
  ];
  const searched = 'PATH=/opt/mailcall/node_modules/.bin:/usr/bin:/bin';
  const configuration = {
    '--user': `${user}:${user}`,
    '--volume': '/data',
    '--port': '3000',
    '--stop-signal': 'SIGTERM',
    '--workingdir': '/data',
    '--entrypoint': '["mailcall"]',
    '--cmd': 'start',
    '--label': `org.opencontainers.image.version=${version}`,
  };
  const words = [
    ...[...environment, searched].map((variable) => ['--env', variable]),
    ...Object.entries(configuration),
  ];
  run('buildah', ['config', ...words.flat(), container]);
  const image = join(dist, `mailcall-${version}.oci.tar`);
  rmSync(image, { force: true });
  run('buildah', [
    'commit',
    '--rm',
    '--quiet',
    '--timestamp',
    String(epoch),
    '--format',
    'oci',
    '--disable-compression=false',
    container,
    `oci-archive:${image}:mailcall:${version}`,
  ]);
  const index = JSON.parse(readOutput('tar', ['-xOf', image, 'index.json'])) as {
    manifests: { digest: string }[];
  };
  const megabytes = Math.round(statSync(image).size / 1e6);
  console.log(`${image}: ${megabytes} MB, ${index.manifests[0]?.digest}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
