import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const program = (name: string) => join(root, 'node_modules', '.bin', name);
const run = promisify(execFile);

export const schemaFile = join(root, 'server/platform/schema.ts');

/** Must match the type parsers in server/platform/database.ts. */
const typeMapping = { int8: 'number', numeric: 'number', date: 'string' };

/** Formatted TypeScript types of the migrated database at `url`. */
export async function generateSchema(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-schema-'));
  try {
    const file = join(folder, 'schema.ts');
    await run(process.execPath, [
      program('kysely-codegen'),
      '--dialect=postgres',
      `--url=${url}`,
      `--out-file=${file}`,
      '--log-level=error',
      '--default-schema=public',
      '--exclude-pattern={public.migrations,graphile_worker.*}',
      `--type-mapping=${JSON.stringify(typeMapping)}`,
    ]);
    const generated = await readFile(file, 'utf8');
    const formatting = run(program('biome'), ['format', '--stdin-file-path=server/platform/schema.ts'], {
      cwd: root,
    });
    formatting.child.stdin?.end(generated);
    return (await formatting).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
