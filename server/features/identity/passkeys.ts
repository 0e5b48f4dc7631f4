import { createHmac } from 'node:crypto';
import type { addPasskey, Passkey, PasskeyProof } from '@mailcall/contract/passkeys.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { passkeyMessages } from '@mailcall/contract/rules/passkey-messages.ts';
import { maxPasskeys, recentSignIn } from '@mailcall/contract/rules/passkeys.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { notFound, notPossible, notSignedIn } from '../../platform/http/problems.ts';
import { contactById, lockedContact, type SignInContact } from './contacts.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './mails.ts';
import { useChallenge } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';
import { noticeLifetime } from './password-changed.ts';
import { notifyOfLock } from './password-grant.ts';
import { isPassword } from './passwords.ts';
import { isOpenSession } from './sessions.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import type { Viewer } from './viewer.ts';

/** The dependencies of adding and removing passkeys. */
export interface PasskeyDependencies extends SignInDependencies {
  site: PasskeySite;
}

/** The public-key algorithms that are taken: EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** The library, loaded when the first passkey is used: it takes a while, and many portals have none. */
export const webAuthn = () => import('@simplewebauthn/server');

/** What an authenticator knows a person by: it says nothing about them, and is the same for all of their passkeys. */
export const userHandleOf = (secret: Uint8Array, contactId: string): Buffer =>
  createHmac('sha256', secret).update(`passkey user\0${contactId}`).digest();

/** The passkeys of the viewer, and what adding another one needs. */
export async function passkeysOf(
  database: Queryable,
  viewer: Viewer,
  now: Date,
): Promise<{ passkeys: Passkey[]; needs: PasskeyProof }> {
  const { rows } = await sql<
    Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null }
  >`
    select id, name, backed_up as "backedUp", created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where contact_id = ${viewer.contactId} order by created_at, id limit ${maxPasskeys}`.execute(
    database,
  );
  const contact = await contactById(database, viewer.contactId);
  if (!contact) throw notSignedIn();
  return {
    passkeys: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    })),
    needs: await neededProof(database, viewer, contact, now),
  };
}

/** A sign-in proves for a while who sits there; later the password does. */
async function neededProof(
  database: Queryable,
  { sessionId }: Viewer,
  { passwordHash }: SignInContact,
  now: Date,
): Promise<PasskeyProof> {
  const { rows } = await sql<{ recent: boolean }>`
    select created_at > ${new Date(now.getTime() - recentSignIn * 1000)} as recent from sessions where id = ${sessionId}`.execute(
    database,
  );
  if (rows[0]?.recent) return 'nothing';
  return passwordHash === null ? 'sign-in' : 'password';
}

/**
 * The options with which the viewer's browser makes a passkey, after they have proved who they are. Wrong passwords count with those of
 * sign-in.
 * @throws a 422 Problem when the proof is missing or wrong, or the viewer has as many as one can have; a 429 Problem after many.
 */
export async function registrationOptions(
  dependencies: PasskeyDependencies,
  viewer: Viewer,
  { password, address, challenge }: { password: string; address: string; challenge: Buffer },
) {
  const { database, clock, provider, secret, site } = dependencies;
  const contact = await contactById(database.kysely, viewer.contactId);
  if (!contact) throw notSignedIn();
  const needs = await neededProof(database.kysely, viewer, contact, clock.now());
  if (needs === 'sign-in') throw notPossible(passkeyMessages.passkeyNeedsSignIn);
  if (needs === 'password') await checkPassword(dependencies, contact, password, address);
  const known = await credentialsOf(database.kysely, contact.id);
  if (known.length >= maxPasskeys) throw notPossible(passkeyMessages.tooManyPasskeys);
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

async function checkPassword(
  dependencies: PasskeyDependencies,
  contact: SignInContact,
  password: string,
  address: string,
): Promise<void> {
  const now = dependencies.clock.now();
  const ticket = await dependencies.limits.take('sign-in', `contact ${contact.id}`, address, now);
  if (!(await isPassword(contact.passwordHash, password))) {
    if (ticket.locks) await notifyOfLock(dependencies, contact);
    throw notPossible(messages.currentPasswordWrong);
  }
  await ticket.succeeded();
}

const credentialsOf = async (database: Queryable, contactId: string) =>
  (
    await sql<{ id: string; transports: string[] }>`
      select id, transports from passkeys where contact_id = ${contactId}`.execute(database)
  ).rows;

/**
 * Adds the passkey that the viewer's browser made for a challenge; the viewer is notified by mail.
 * @throws a 422 Problem when it does not fit, is known, or the viewer has as many as one can have.
 */
export async function addPasskeyOf(
  dependencies: PasskeyDependencies,
  viewer: Viewer,
  { name, response }: z.output<typeof addPasskey.body>,
  challenge: Buffer | null,
): Promise<void> {
  const { clock, database, outbox, provider, site } = dependencies;
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
      insert into passkeys (id, contact_id, public_key, counter, transports, may_be_backed_up, backed_up, name, created_at)
      values (${made.credential.id}, ${contact.id}, ${Buffer.from(made.credential.publicKey)}, ${made.credential.counter},
        ${response.response.transports ?? []}, ${made.credentialDeviceType === 'multiDevice'}, ${made.credentialBackedUp}, ${name}, ${now})
      on conflict (id) do nothing returning 1`.execute(transaction);
    if (rows.length === 0) throw notPossible(passkeyMessages.passkeyRefused);
    await outbox.write(transaction, {
      channel: 'email',
      recipient: contact.email,
      goodUntil: new Date(now.getTime() + noticeLifetime),
      letter: passkeyAddedMail(provider, name),
    });
  });
}

/**
 * Removes a passkey of the viewer, who is notified by mail.
 * @throws a 404 Problem when it is not theirs.
 */
export async function removePasskeyOf(
  {
    clock,
    database,
    outbox,
    provider,
  }: Pick<PasskeyDependencies, 'clock' | 'database' | 'outbox' | 'provider'>,
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
    await outbox.write(transaction, {
      channel: 'email',
      recipient: contact.email,
      goodUntil: new Date(clock.now().getTime() + noticeLifetime),
      letter: passkeyRemovedMail(provider, removed.name),
    });
  });
}
