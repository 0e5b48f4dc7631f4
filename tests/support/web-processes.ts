import { onTestFinished } from 'vitest';
import { type Balancer, startBalancer } from './balancer.ts';
import { freePort, type RunningProgram, runProgram, temporaryFolder } from './programs.ts';
import type { ClonedDatabase } from './test-database.ts';

/** Web processes of one portal behind a balancer, as in production: same database, folder and public address. */
export interface WebProcesses {
  readonly balancer: Balancer;
  readonly processes: readonly { url: string; port: number; program: RunningProgram }[];
}

export async function startWebProcesses(
  { url }: Pick<ClonedDatabase, 'url'>,
  count: number,
  settings: Record<string, string> = {},
): Promise<WebProcesses> {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const balancer = await startBalancer(ports);
  onTestFinished(() => balancer.close());
  const variables = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryFolder(),
    PUBLIC_URL: balancer.url,
    MAILCALL_DEMO: 'off',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const processes = ports.map((port) => ({
    port,
    url: `http://127.0.0.1:${port}`,
    program: runProgram('server/main.ts', { env: { ...variables, PORT: String(port) } }),
  }));
  await Promise.all(processes.map(({ program }) => program.printed(/ready at/)));
  return { balancer, processes };
}
