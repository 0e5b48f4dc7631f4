import type { Dependencies } from '../../dependencies.ts';
import { openSealedTexts } from '../../platform/sealed-text.ts';
import type { Connection } from './connections.ts';
import { readSecrets } from './secrets.ts';
import type { CallSystem } from './call-system.ts';
import type { Printer } from './printer.ts';
import { callSystems, printers } from './systems.ts';
import { limitsOf } from './request-limits.ts';
import { type Vendor, type VendorAccess, VendorProblem } from './vendor-api.ts';

type AccessDependencies = Pick<Dependencies, 'database' | 'clock' | 'environment'>;

export interface ConnectionAccess extends VendorAccess<CallSystem> {
  account: string;
}

/** @throws {VendorProblem} if the connection has no secret for the API */
async function accessTo<Source extends Vendor>(
  { database, clock, environment }: AccessDependencies,
  { name, origin, agency, isAgency }: Connection,
  source: Source,
  signal: AbortSignal,
): Promise<VendorAccess<Source>> {
  const sealedTexts = await openSealedTexts(environment);
  const { secrets, problem } = await readSecrets(
    database.kysely,
    sealedTexts,
    { connection: agency ?? name, purpose: 'api' },
    clock.now(),
  );
  if (secrets.length === 0)
    throw new VendorProblem(
      problem ??
        `The connection ${name} has no secret for the API of ${source.name}, which is ${source.secretForm}: npm run cli -- connections rotate ${name} --api`,
    );
  const limits = isAgency || agency !== null ? limitsOf({ database, clock }, agency ?? name, source) : {};
  return { source, origin, secrets, signal, ...limits };
}

/** @throws {VendorProblem} if no calls come from such a system, or the account or the secret is missing */
export async function accessOf(
  dependencies: AccessDependencies,
  connection: Connection,
  signal: AbortSignal,
): Promise<ConnectionAccess> {
  const { name, kind, isAgency } = connection;
  const source = callSystems[kind];
  if (!source) throw new VendorProblem(`No calls are read from a connection of the kind ${kind}.`);
  // each account of such an agency is asked for by its id
  const account = connection.account ?? (isAgency && !source.agencies.oneList ? '' : null);
  if (account === null)
    throw new VendorProblem(
      `The connection ${name} has no account of ${source.name}: add one with --account, under another name.`,
    );
  return { ...(await accessTo(dependencies, connection, source, signal)), account };
}

/** @throws {VendorProblem} if such a system lists no pieces, or the secret is missing */
export async function pieceAccessOf(
  dependencies: AccessDependencies,
  connection: Connection,
  signal: AbortSignal,
): Promise<VendorAccess<Printer>> {
  const source = printers[connection.kind];
  if (!source)
    throw new VendorProblem(`No pieces are read from a connection of the kind ${connection.kind}.`);
  return accessTo(dependencies, connection, source, signal);
}
