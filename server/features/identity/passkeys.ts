import { createHmac } from 'node:crypto';
import type { addPasskey, Passkey } from '@mailcall/contract/passkeys.ts';
import type { Proof, ProofKind } from '@mailcall/contract/proof.ts';
import { maxPasskeys, passkeyMessages } from '@mailcall/contract/rules/passkeys.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, notSignedIn } from '../../platform/http/problems.ts';
import { contactById, lockedContact } from './contacts.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './mails.ts';
import { useChallenge } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';
import { noticeLifetime } from './password-changed.ts';
import { checkProof, neededProof } from './proof.ts';
import { isOpenSession } from './sessions.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import type { Viewer } from './viewer.ts';
import { withdrawalUrl } from './withdrawal-links.ts';

export interface PasskeyDependencies extends SignInDependencies {
  site: PasskeySite;
}

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** Loaded at first use, because it is slow and many portals have no passkeys. */
export const webAuthn = () => import('@simplewebauthn/server');

/** Authenticators' id for a person: reveals nothing and is equal for all of their passkeys. */
export const userHandleOf = (secret: Uint8Array, contactId: string): Buffer =>
  createHmac('sha256', secret).update(`passkey user\0${contactId}`).digest();

export async function listPasskeysOf(database: Queryable, contactId: string): Promise<Passkey[]> {
  const { rows } = await sql<
    Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }
  >`
    select id, name, site, backed_up as "backedUp", created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where contact_id = ${contactId} order by created_at, id limit ${maxPasskeys}`.execute(
    database,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }));
}

export async function removePasskeysOf(
  transaction: Queryable,
  contactId: string,
  kept: readonly string[] = [],
): Promise<number> {
  const { rows } = await sql`
    delete from passkeys where contact_id = ${contactId} and id <> all(${[...kept]}::text[]) returning 1`.execute(
    transaction,
  );
  return rows.length;
}

export async function passkeysOf(
  database: Queryable,
  viewer: Viewer,
): Promise<{ passkeys: Passkey[]; needs: ProofKind }> {
  const contact = await contactById(database, viewer.contactId);
  if (!contact) throw notSignedIn();
  return { passkeys: await listPasskeysOf(database, viewer.contactId), needs: neededProof(contact) };
}

/** @throws as {@link checkProof}, and {Problem} 422 at the maximum number of passkeys */
export async function registrationOptions(
  dependencies: PasskeyDependencies,
  viewer: Viewer,
  { proof, address, challenge }: { proof: Proof; address: string; challenge: Buffer },
) {
  const { database, outbox, secret, site } = dependencies;
  const contact = await contactById(database.kysely, viewer.contactId);
  if (!contact) throw notSignedIn();
  const known = await credentialsOf(database.kysely, contact.id);
  if (known.length >= maxPasskeys) throw notPossible(passkeyMessages.tooManyPasskeys);
  await checkProof(dependencies, contact, proof, address);
  const { provider } = await outbox.brands.of(database.kysely, { contactId: contact.id });
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: provider.name,
    rpID: site.id,
    userName: contact.email,
    userDisplayName: contact.name,
    userID: new Uint8Array(userHandleOf(secret, contact.id)),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

const credentialsOf = async (database: Queryable, contactId: string) =>
  (
    await sql<{ id: string; transports: string[] }>`
      select id, transports from passkeys where contact_id = ${contactId}`.execute(database)
  ).rows;

/** Also notifies the viewer by mail. @throws {Problem} 422 if it does not match the challenge, is known, or the maximum is reached */
export async function addPasskeyOf(
  dependencies: PasskeyDependencies,
  viewer: Viewer,
  { name, response }: z.output<typeof addPasskey.body>,
  challenge: Buffer | null,
): Promise<void> {
  const { clock, database, outbox, site } = dependencies;
  const now = clock.now();
  if (!challenge || !(await useChallenge(database.kysely, challenge, now)))
    throw notPossible(passkeyMessages.passkeyRefused);
  const { verifyRegistrationResponse } = await webAuthn();
  const { verified, registrationInfo: made } = await verifyRegistrationResponse({
    response: response,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !made) throw notPossible(passkeyMessages.passkeyRefused);
  await database.transaction(async (transaction) => {
    const contact = await lockedContact(transaction, viewer.contactId);
    if (!(await isOpenSession(transaction, viewer.sessionId))) throw notSignedIn();
    if ((await credentialsOf(transaction, contact.id)).length >= maxPasskeys)
      throw notPossible(passkeyMessages.tooManyPasskeys);
    const { rows } = await sql`
      insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, site, created_at)
      values (${made.credential.id}, ${contact.id}, ${Buffer.from(made.credential.publicKey)}, ${made.credential.counter},
        ${response.response.transports ?? []}, ${made.credentialDeviceType === 'multiDevice'}, ${made.credentialBackedUp}, ${name}, ${site.id}, ${now})
      on conflict (id) do nothing returning 1`.execute(transaction);
    if (rows.length === 0) throw notPossible(passkeyMessages.passkeyRefused);
    const brand = await outbox.brands.of(transaction, { contactId: contact.id });
    await outbox.write(transaction, {
      brand,
      channel: 'email',
      recipient: contact.email,
      goodUntil: new Date(now.getTime() + noticeLifetime),
      letter: passkeyAddedMail(brand.provider, {
        name,
        withdrawalUrl: await withdrawalUrl(dependencies, transaction, { brand, contactId: contact.id, now }),
      }),
    });
  });
}

/** Also notifies the viewer by mail. @throws {Problem} 404 if it is not theirs */
export async function removePasskeyOf(
  { clock, database, outbox }: Pick<PasskeyDependencies, 'clock' | 'database' | 'outbox'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const contact = await lockedContact(transaction, viewer.contactId);
    const { rows } = await sql<{ name: string }>`
      delete from passkeys where id = ${id} and contact_id = ${contact.id} returning name`.execute(
      transaction,
    );
    const [removed] = rows;
    if (!removed) throw notFound(passkeyMessages.passkeyNotFound);
    const brand = await outbox.brands.of(transaction, { contactId: contact.id });
    await outbox.write(transaction, {
      brand,
      channel: 'email',
      recipient: contact.email,
      goodUntil: new Date(clock.now().getTime() + noticeLifetime),
      letter: passkeyRemovedMail(brand.provider, removed.name),
    });
  });
}
