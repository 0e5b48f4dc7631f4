import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureDistributedTemplate } from './citus-cluster.ts';
import { throwAwayFolder } from './memory-folder.ts';
import { ensureTemplate, useTestServer } from './test-server.ts';

/** Once per run: starts or adopts the PostgreSQL of the tests and migrates the template. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // workers are started later and inherit it
  process.env['TMPDIR'] = throwAwayFolder();
  const server = await useTestServer();
  const { host, port } = server.connection('postgres');
  const cluster = process.env['CITUS_URL'] ?? null;
  const template = await (cluster === null ? ensureTemplate(server) : ensureDistributedTemplate(cluster));
  project.provide('testServer', { socketFolder: host, port, template, cluster });
  const dataFolders = await mkdtemp(join(tmpdir(), 'mailcall-data-folders-'));
  // root's PostgreSQL is another user
  await chmod(dataFolders, 0o755);
  project.provide('dataFolders', dataFolders);
  return async () => {
    await rm(dataFolders, { recursive: true, force: true });
    await server.close();
  };
}
