#!/usr/bin/env node
// Does nothing if nothing changed; --web builds the web app, --docs (or --web with DOCS=on) the documents.
// Plain JavaScript without dependencies, because it runs before the install and also on Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);
const options = new Set(process.argv.slice(2));
const say = (line) => {
  if (!options.has('--quiet')) console.log(line);
};

/** The user can fix it; printed without a stack trace. */
class SetupError extends Error {}

const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  }
};
const digest = (text) => createHash('sha256').update(text).digest('hex');

/** A user without write access to the folder can still run the program. */
function writeStamp(file, text) {
  try {
    fs.writeFileSync(file, text);
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS' && error.code !== 'EPERM') throw error;
  }
}

/** Returns the output only if the command fails. */
async function run(what, command, args) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit, signal) => resolve(exit ?? signal));
  });
  if (code !== 0) throw new SetupError(`${what} failed (${code}):\n${output.trim()}`);
}

/** Repeats `npm ci` if another program wrote to a folder that npm was removing. */
async function runNpm(command, args) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run('npm ci', command, args);
    } catch (error) {
      if (attempt === 3 || !(error instanceof SetupError) || !error.message.includes('ENOTEMPTY'))
        throw error;
      say('Another program writes to node_modules; trying again …');
      await pause(1000);
    }
  }
}

async function step(before, after, work) {
  const began = Date.now();
  say(before);
  await work();
  say(`${after} in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

const lockText = read(at('package-lock.json'));
const packagesStamp = at('node_modules', '.mailcall-packages');
const packagesVersion = `${digest(lockText ?? '')} ${process.platform} ${process.arch}`;
const packagesAreReady = () => read(packagesStamp) === packagesVersion;

/** npm writes its record of node_modules last. */
function installedIsListed() {
  const record = read(at('node_modules', '.package-lock.json'));
  if (record === null) return false;
  const installed = JSON.parse(record).packages;
  const listed = JSON.parse(lockText).packages;
  const fitsHere = ({ os: systems, cpu: processors, libc }) =>
    systems?.includes(process.platform) && processors?.includes(process.arch) && !libc?.includes('musl');
  const missing = ([name, entry]) => {
    if (!name || installed[name]) return false;
    return !(entry.optional || entry.devOptional || entry.peer) || (entry.optional && fitsHere(entry));
  };
  const same = (one, other) => one.version === other.version && one.integrity === other.integrity;
  return (
    !Object.entries(listed).some(missing) &&
    Object.entries(installed).every(([name, entry]) => listed[name] && same(entry, listed[name]))
  );
}

function npm() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.[cm]?js$/.test(running)) return [process.execPath, running];
  return ['npm'];
}

async function installPackages() {
  if (lockText === null) throw new SetupError(`${at('package-lock.json')} is missing.`);
  if (!installedIsListed()) {
    const [command, ...first] = npm();
    const args = ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit'];
    await step('Installing the packages that package-lock.json lists …', 'Installed', () =>
      runNpm(command, [...first, ...args]),
    );
  }
  const version = spawnSync(at('tools', 'node24'), ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (Number.parseInt(version.slice(1), 10) < 24) {
    throw new SetupError(
      `Mailcall runs on Node 24, which npm does not bring for ${process.platform} ${process.arch}. Install Node 24 (this is ${version}).`,
    );
  }
  writeStamp(packagesStamp, packagesVersion);
}

const notSources = new Set(['node_modules', 'dist', '.temp']);

function sourcesIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) =>
        !notSources.has(entry.name) && !entry.name.startsWith('dist.') && !/\.test\.tsx?$/.test(entry.name),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return sourcesIn(file);
      return entry.isFile() ? [file] : [];
    });
}

const web = {
  name: 'the web app',
  folder: at('web'),
  sources: () => [at('tsconfig.base.json'), ...sourcesIn(at('web')), ...sourcesIn(at('contract'))],
  args: (into) => [
    at('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    at('web'),
    '--outDir',
    into,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ],
};
const documents = {
  name: 'the documents',
  folder: at('docs', '.vitepress'),
  sources: () => ['docs', 'web/public', 'web/ui/font'].flatMap((folder) => sourcesIn(at(folder))),
  args: (into) => [
    at('node_modules', 'vitepress', 'bin', 'vitepress.js'),
    'build',
    at('docs'),
    '--outDir',
    into,
  ],
};

const wantsDocuments = options.has('--docs') || (options.has('--web') && process.env.DOCS === 'on');
const wanted = [...(options.has('--web') ? [web] : []), ...(wantsDocuments ? [documents] : [])];

function versionOf({ sources }) {
  const hash = createHash('sha256').update(packagesVersion);
  for (const file of sources()) hash.update(`\0${path.relative(root, file)}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

async function build(part) {
  const version = versionOf(part);
  const built = path.join(part.folder, 'dist');
  const next = path.join(part.folder, `dist.${process.pid}`);
  const old = `${next}.old`;
  try {
    await step(`Building ${part.name} …`, 'Built', () =>
      run(`Building ${part.name}`, at('tools', 'node24'), part.args(next)),
    );
    fs.writeFileSync(path.join(next, '.built-from'), version);
    // replaces the whole folder, so that a running server never serves a partial build
    if (fs.existsSync(built)) fs.renameSync(built, old);
    fs.renameSync(next, built);
  } finally {
    fs.rmSync(next, { recursive: true, force: true });
    fs.rmSync(old, { recursive: true, force: true });
  }
}

const isBuilt = (part) => read(path.join(part.folder, 'dist', '.built-from')) === versionOf(part);

/** Name of a socket that the system frees when its owner ends for any reason. */
function lockAddress() {
  const name = `mailcall-setup-${digest(root).slice(0, 16)}`;
  return process.platform === 'linux' ? `\0${name}` : path.join(os.tmpdir(), name);
}

async function tryLock() {
  const server = net.createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(lockAddress(), () => resolve(server.unref()));
  });
}

async function takeLock() {
  for (let waited = false; ; waited = true) {
    const lock = await tryLock();
    if (lock) return lock;
    if (!waited) say('Another set-up is at work here; waiting for it …');
    if (process.platform !== 'linux') removeDeadSocket();
    await pause(200);
  }
}

/** On systems other than Linux the name is a file, which remains if its owner is killed. */
function removeDeadSocket() {
  const probe = net.connect(lockAddress());
  probe.once('error', () => fs.rmSync(lockAddress(), { force: true }));
  probe.once('connect', () => probe.destroy());
}

try {
  if (!packagesAreReady() || !wanted.every(isBuilt)) {
    const lock = await takeLock();
    if (!packagesAreReady()) await installPackages();
    for (const part of wanted) if (!isBuilt(part)) await build(part);
    lock.close();
  }
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
