import type { passwordlessRealms, startPasswordless } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { z } from 'zod';
import type { Queryable } from '../../platform/database.ts';
import { type RequestedPerson, findRequestedPerson } from './requested-person.ts';
import { readIdentifier } from './contacts.ts';
import { signInMail, signInText } from './mails.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import type { CodePurpose } from './one-time-codes.ts';
import { TokenProblem } from './token-problem.ts';
import { webClient } from './tokens.ts';

export type Connection = (typeof passwordlessRealms)[number];

/** Purposes of a mail's code and link; using either ends the other. */
export const signInPurposes: readonly CodePurpose[] = ['sign-in code', 'magic link'];

/** Does the same work for an unknown person. @throws {TokenProblem} for an invalid identifier, and {Problem} 429 after too many */
export async function startPasswordlessSignIn(
  dependencies: MessageDependencies,
  request: z.output<typeof startPasswordless.body>,
  address: string,
): Promise<Record<string, never>> {
  if (request.client_id !== webClient)
    throw new TokenProblem('invalid_client', 'This client is not known here.');
  const { connection } = request;
  const typed =
    (connection === 'email' ? request.email : (request.phoneNumber ?? request.phone_number)) ?? '';
  if (readIdentifier(typed)?.kind !== (connection === 'email' ? 'email' : 'phone'))
    throw new TokenProblem('invalid_request', messages.identifierInvalid);
  const person = await findRequestedPerson(dependencies.database.kysely, typed);
  await dependencies.limits.take('message', person.countedAs, address, dependencies.clock.now());
  await dependencies.limits.forgetHere('code', person.countedAs, address);
  await dependencies.database.transaction(async (transaction) => {
    await dependencies.codes.withdraw(
      transaction,
      { contactId: person.codesOf, purposes: signInPurposes },
      dependencies.clock.now(),
    );
    await (connection === 'email' ? writeMail : writeText)(dependencies, transaction, person, {
      typed,
      address,
    });
  });
  return {};
}

async function writeMail(
  dependencies: MessageDependencies,
  transaction: Queryable,
  person: RequestedPerson,
  { typed, address }: { typed: string; address: string },
): Promise<void> {
  const { signInCodeLifetime, magicLinkLifetime } = dependencies.environment;
  const now = dependencies.clock.now();
  const issue = (purpose: CodePurpose, lifetime: number) =>
    dependencies.codes.issue(
      transaction,
      { contactId: person.codesOf, purpose, channel: 'email', lifetime, address },
      now,
    );
  const code = await issue('sign-in code', signInCodeLifetime);
  const otp = await issue('magic link', magicLinkLifetime);
  const email = person.contact?.email ?? typed.trim();
  const brand = await dependencies.outbox.brands.of(transaction, { contactId: person.codesOf });
  await dependencies.outbox.write(transaction, {
    brand,
    channel: 'email',
    recipient: person.contact?.email ?? null,
    goodUntil: new Date(now.getTime() + Math.max(magicLinkLifetime, signInCodeLifetime) * 1000),
    letter: signInMail(brand.provider, {
      url: `${brand.publicUrl}/magic?${new URLSearchParams({ email, otp }).toString()}`,
      code,
      linkLifetime: magicLinkLifetime,
      codeLifetime: signInCodeLifetime,
    }),
  });
}

async function writeText(
  dependencies: MessageDependencies,
  transaction: Queryable,
  person: RequestedPerson,
  { address }: { address: string },
): Promise<void> {
  const lifetime = dependencies.environment.signInCodeLifetime;
  const now = dependencies.clock.now();
  const code = await dependencies.codes.issue(
    transaction,
    { contactId: person.codesOf, purpose: 'sign-in code', channel: 'sms', lifetime, address },
    now,
  );
  const brand = await dependencies.outbox.brands.of(transaction, { contactId: person.codesOf });
  await dependencies.outbox.write(transaction, {
    brand,
    channel: 'sms',
    recipient: person.contact?.phone ?? null,
    goodUntil: new Date(now.getTime() + lifetime * 1000),
    text: signInText(brand.provider, code, lifetime),
  });
}
