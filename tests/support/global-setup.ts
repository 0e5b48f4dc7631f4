import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureDistributedTemplate } from './citus-cluster.ts';
import { throwAwayFolder } from './memory-folder.ts';
import { ensureTemplate, useTestServer } from './test-server.ts';

/** Makes glibc keep freed memory: returning it to the system takes a fifth of the processor time of a run. */
const allocator = {
  MALLOC_TOP_PAD_: String(8 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(1024 ** 3),
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024 ** 2),
};

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  process.env['TMPDIR'] = throwAwayFolder();
  Object.assign(process.env, allocator);
  const server = await useTestServer();
  const { host, port } = server.connection('postgres');
  const cluster = process.env['CITUS_URL'] ?? null;
  const template = await (cluster === null ? ensureTemplate(server) : ensureDistributedTemplate(cluster));
  project.provide('testServer', { socketFolder: host, port, template, cluster });
  const dataFolders = await mkdtemp(join(tmpdir(), 'mailcall-data-folders-'));
  // if root runs the tests, PostgreSQL runs as another user
  await chmod(dataFolders, 0o755);
  project.provide('dataFolders', dataFolders);
  return async () => {
    await rm(dataFolders, { recursive: true, force: true });
    await server.close();
  };
}
