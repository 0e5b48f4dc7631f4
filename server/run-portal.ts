import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '@mailcall/contract/time/durations.ts';
import type { FastifyInstance } from 'fastify';
import { type App, buildApp } from './app.ts';
import { demoWarnings, loadDemoStory, loadFirstDemoStory, withDemoProvider } from './demo-story.ts';
import { serveMetrics } from './features/operators/index.ts';
import { outboxLink, saveOutboxLink } from './features/outbox/index.ts';
import { openDependencies } from './open.ts';
import {
  addressOf,
  type Environment,
  isUnencrypted,
  readEnvironment,
  servesThisMachineOnly,
} from './platform/env.ts';
import { returnMemoryWhenIdle } from './platform/idle-memory.ts';
import { listen } from './platform/http/server.ts';
import { recordAddress } from './platform/recorded-address.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { aborted, type Program } from './platform/program.ts';
import type { Database } from './platform/database.ts';
import { openSharedParts } from './shared-parts.ts';
import { startWork } from './work.ts';

const shutdownTimeout = seconds(10);

const demoWarning = [
  'WARNING: demo people can sign in here, with passwords that everybody knows, and this portal is not for this',
  'machine alone. Remove the demo story with: npm run cli -- remove-demo',
].join('\n');

const unencryptedWarning =
  'PUBLIC_URL begins with http: passwords, sessions and people’s data cross the network unencrypted. Serve it over https.';

const firstOperator = [
  'Nobody can sign in yet. Add yourself, then follow docs/use/provider.md:',
  '  npm run --silent cli -- team add EMAIL --name "YOUR NAME" --role operator --all-accounts',
].join('\n');

async function hasNobody({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query('select from contacts limit 1');
  return rows.length === 0;
}

interface ListenAddress {
  host: string;
  port: number;
  setting?: '' | 'METRICS_';
}

function listenProblem(error: NodeJS.ErrnoException, { host, port, setting = '' }: ListenAddress): Error {
  if (error.code === 'EADDRINUSE') {
    return new OperatorProblem(
      `Port ${port} of ${host} is taken by another program. End it, or choose another port with ${setting}PORT.`,
    );
  }
  if (error.code === 'EACCES')
    return new OperatorProblem(
      `This user may not listen on port ${port}. Choose one above 1023 with ${setting}PORT.`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new OperatorProblem(
      `${host} is not an address of this machine. Set ${setting}HOST to one that is, such as 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

/** Fails before the slow part of the start. */
async function refuseTakenPort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenProblem(error, address)));
    probe.listen({ host: address.host, port: address.port }, () => probe.close(() => resolve()));
  });
}

/** Waits for requests in flight, and closes the connections of those that do not finish. */
async function shutDown(http: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), shutdownTimeout);
  await http.close().finally(() => clearTimeout(cut));
}

/** The link gives access to other people's accounts. Where the output can end in a log, prints the command that prints the link. */
async function announceOutbox(environment: Environment, key: string, program: Program): Promise<void> {
  const link = outboxLink(environment, key);
  if (link === null) return;
  program.onEnd(await saveOutboxLink(environment, link));
  const isPrivate = servesThisMachineOnly(environment) || process.stdout.isTTY;
  program.print(`Unsent messages: ${isPrivate ? link : 'npm run --silent cli -- outbox-link'}`);
}

/** Serves the portal or works in the background until stopped. Returns the exit code. Throws OperatorProblem if it cannot start. */
export async function runPortal(
  program: Program,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<number | void> {
  const environment = readEnvironment(variables);
  const servesPortal = environment.roles.has('web');
  if (servesPortal) await refuseTakenPort(environment);
  const { metricsHost, metricsPort } = environment;
  if (metricsPort !== undefined)
    await refuseTakenPort({ host: metricsHost, port: metricsPort, setting: 'METRICS_' });
  const isPrivate = servesThisMachineOnly(environment);
  const mayLoadDemo = environment.demo && environment.databaseUrl === undefined && isPrivate;
  if (mayLoadDemo && !(await loadFirstDemoStory(environment, program, variables))) return 1;
  if (program.stopped.aborted) return 0;
  const opened = await openDependencies(environment, program);
  const { database } = opened;
  const signIns = mayLoadDemo ? await loadDemoStory(opened, program, variables) : [];
  if (program.stopped.aborted) return 0;
  const dependencies =
    signIns.length > 0 ? { ...opened, environment: withDemoProvider(environment) } : opened;

  const ofAddress = isUnencrypted(environment) ? [unencryptedWarning] : [];
  for (const warning of ofAddress) dependencies.log.warn(warning);

  const shared = openSharedParts(dependencies);
  program.onEnd(() => shared.close());
  program.onEnd(returnMemoryWhenIdle());
  if (environment.roles.has('worker')) {
    const work = await startWork(dependencies, shared);
    program.onEnd(() => work.stop());
  }
  let warnings: App['warnings'] | undefined;
  if (servesPortal) {
    const { http, outboxKey, ...app } = await buildApp(dependencies, {
      warnings: async (checked) => [...ofAddress, ...(await demoWarnings(checked))],
      stopping: program.stopped,
      shared,
    });
    program.onEnd(() => shutDown(http));
    warnings = app.warnings;
    await listen(http, environment).catch((error: NodeJS.ErrnoException) => {
      throw listenProblem(error, environment);
    });
    await recordAddress(environment);
    const address = isPrivate ? environment.publicUrl : addressOf(environment.host, environment.port);
    program.print(`Mailcall is ready at ${address}`);
    if (database.embedded) await announceOutbox(environment, outboxKey, program);
    if (signIns.length === 0 && (await hasNobody(database))) program.print(firstOperator);
    if (signIns.length > 0)
      program.print(['Sign in to the demo as', ...signIns.map((line) => `  ${line}`)].join('\n'));
    if (!isPrivate && (await demoWarnings(database)).length > 0) program.print(demoWarning);
  } else {
    program.print('Mailcall works in the background; another process serves the portal.');
  }
  const metrics = await serveMetrics({ ...dependencies, warnings });
  if (metrics) {
    program.onEnd(() => metrics.close());
    program.print(`Metrics: ${metrics.url}`);
  }
  await aborted(program.stopped);
  program.print('Stopping …');
  // load balancers see at /health/ready that this process takes no more requests
  if (servesPortal) await pause(environment.shutdownDelay * 1000);
}
