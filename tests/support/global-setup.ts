import type { TestProject } from 'vitest/node';
import { ensureTemplate, useTestServer } from './test-server.ts';

/** Once per run: starts or adopts the PostgreSQL of the tests and migrates the template. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await useTestServer();
  const { host, port } = server.connection('postgres');
  project.provide('testServer', { socketFolder: host, port, template: await ensureTemplate(server) });
  return () => server.close();
}
