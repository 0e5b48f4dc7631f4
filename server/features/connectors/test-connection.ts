import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { SealedTexts } from '../../platform/sealed-text.ts';
import type { Dependencies } from '../../dependencies.ts';
import { accessOf } from './api-access.ts';
import type { Connection } from './connections.ts';
import type { KindHandler, TestDependencies } from './kind-handler.ts';
import { readCompanies } from './read-lists.ts';
import { readSecrets } from './secrets.ts';

export interface TestedConnection {
  /** Whether the sample event, or the key of the API of an agency, is accepted. */
  accepted: boolean;
  lines: string[];
  failed: boolean;
}

/** Sends a signed sample event through check and mapping; asks the API of an agency for its companies. Writes nothing. @throws {OperatorProblem} */
export async function testConnection(
  dependencies: TestDependencies & Pick<Dependencies, 'environment'> & { sealedTexts: SealedTexts },
  handler: KindHandler,
  connection: Connection,
  now: Date,
): Promise<TestedConnection> {
  const { database, sealedTexts } = dependencies;
  const { name, account, isAgency } = connection;
  if (isAgency) {
    const access = await accessOf(dependencies, connection, AbortSignal.timeout(60_000));
    const companies = await readCompanies(access, account);
    return { accepted: true, lines: [`The key of the API sees ${companies.length}.`], failed: false };
  }
  const given = { connection: name, purpose: 'webhook' as const };
  const { secrets, problem } = await readSecrets(database.kysely, sealedTexts, given, now);
  const [secret] = secrets;
  if (secret === undefined || !handler.webhook)
    throw new OperatorProblem(problem ?? `The connection ${name} has no secret and accepts nothing.`);
  const event = handler.webhook.sample(secret, now);
  const accepted = await handler.webhook.isSigned(event, secret, now);
  const { lines, failed } = (await handler.dryRun?.(dependencies, connection, event)) ?? {
    lines: [],
    failed: false,
  };
  return { accepted, lines, failed };
}
