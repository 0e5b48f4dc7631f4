import type { Dependencies } from '../../dependencies.ts';
import { openSealedTexts } from '../../platform/sealed-text.ts';
import { type Connection, readSecrets } from '../connections/index.ts';
import { type CallSource, callSources } from './call-sources.ts';
import { type VendorAccess, VendorProblem } from './vendor-api.ts';

/** What reading from the API of a connection's system needs. */
type AccessDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

/** How the API of a connection's system is asked, and for which account. */
export interface ConnectionAccess extends VendorAccess<CallSource> {
  account: string;
}

/**
 * How the API of a connection's system is asked.
 * @throws {VendorProblem} when it cannot be: no calls come from such a system, or the account or the secret is missing
 */
export async function accessOf(
  { database, clock, environment }: AccessDependencies,
  { name, kind, account, origin }: Connection,
  signal: AbortSignal,
): Promise<ConnectionAccess> {
  const source = callSources[kind];
  if (!source) throw new VendorProblem(`No calls are read from a connection of the kind ${kind}.`);
  if (account === null)
    throw new VendorProblem(
      `The connection ${name} has no account of ${source.name}: add one with --account, under another name.`,
    );
  const sealedTexts = await openSealedTexts(environment);
  const secrets = await readSecrets(
    database.kysely,
    sealedTexts,
    { connection: name, purpose: 'api' },
    clock.now(),
  );
  if (secrets.length === 0)
    throw new VendorProblem(
      `The connection ${name} has no secret for the API of ${source.name}, which is ${source.secretForm}: npm run cli -- connections rotate ${name} --api`,
    );
  return { source, account, origin, secrets, signal };
}
