import type { passwordlessRealms, startPasswordless } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Schema } from '../../platform/database.ts';
import { type AskedPerson, askedPerson } from './asked-person.ts';
import { readIdentifier } from './contacts.ts';
import { signInLetter, signInText } from './letters.ts';
import type { MessageMeans } from './message-means.ts';
import type { CodePurpose } from './one-time-codes.ts';
import { TokenProblem } from './token-problem.ts';
import { webClient } from './tokens.ts';

/** How a code comes. */
export type Connection = (typeof passwordlessRealms)[number];

/** What the code of a mail and the one in its link are issued as; either ends the other. */
export const signInPurposes: readonly CodePurpose[] = ['sign-in code', 'magic link'];

/**
 * Sends a sign-in code: by mail with a magic link, or as a text message. The answer, and the work before it, are the
 * same for whoever is not known.
 * @throws {TokenProblem} when the identifier is none, and a 429 Problem after too many.
 */
export async function startPasswordlessSignIn(
  means: MessageMeans,
  asked: z.output<typeof startPasswordless.body>,
  address: string,
): Promise<Record<string, never>> {
  if (asked.client_id !== webClient)
    throw new TokenProblem('invalid_client', 'This client is not known here.');
  const { connection } = asked;
  const typed = (connection === 'email' ? asked.email : (asked.phoneNumber ?? asked.phone_number)) ?? '';
  if (readIdentifier(typed)?.kind !== (connection === 'email' ? 'email' : 'phone'))
    throw new TokenProblem('invalid_request', messages.identifierInvalid);
  const person = await askedPerson(means.database.kysely, typed);
  await means.limits.take('message', person.countedAs, address, means.clock.now());
  await means.database.transaction(async (transaction) => {
    await means.codes.withdraw(
      transaction,
      { contactId: person.codesOf, purposes: signInPurposes },
      means.clock.now(),
    );
    await (connection === 'email' ? writeMail : writeText)(means, transaction, person, typed);
  });
  return {};
}

async function writeMail(
  means: MessageMeans,
  transaction: Transaction<Schema>,
  person: AskedPerson,
  typed: string,
): Promise<void> {
  const { signInCodeLifetime, magicLinkLifetime, publicUrl } = means.environment;
  const now = means.clock.now();
  const issue = (purpose: CodePurpose, lifetime: number) =>
    means.codes.issue(transaction, { contactId: person.codesOf, purpose, channel: 'email', lifetime }, now);
  const code = await issue('sign-in code', signInCodeLifetime);
  const otp = await issue('magic link', magicLinkLifetime);
  const email = person.contact?.email ?? typed.trim();
  await means.outbox.write(transaction, {
    channel: 'email',
    recipient: person.contact?.email ?? null,
    goodUntil: new Date(now.getTime() + Math.max(magicLinkLifetime, signInCodeLifetime) * 1000),
    letter: signInLetter(means.provider, {
      url: `${publicUrl}/magic?${new URLSearchParams({ email, otp }).toString()}`,
      code,
      linkLifetime: magicLinkLifetime,
      codeLifetime: signInCodeLifetime,
    }),
  });
}

async function writeText(
  means: MessageMeans,
  transaction: Transaction<Schema>,
  person: AskedPerson,
): Promise<void> {
  const lifetime = means.environment.signInCodeLifetime;
  const now = means.clock.now();
  const code = await means.codes.issue(
    transaction,
    { contactId: person.codesOf, purpose: 'sign-in code', channel: 'sms', lifetime },
    now,
  );
  await means.outbox.write(transaction, {
    channel: 'sms',
    recipient: person.contact?.phone ?? null,
    goodUntil: new Date(now.getTime() + lifetime * 1000),
    text: signInText(means.provider, code, lifetime),
  });
}
