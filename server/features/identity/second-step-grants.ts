import { challengeChannels, type requestChallenge } from '@mailcall/contract/second-factor.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { readSignInCode, refusalOf } from '@mailcall/contract/rules/sign-in-code.ts';
import type { z } from 'zod';
import { contactById, type SignInContact } from './contacts.ts';
import { recoveryCodeUsedMail, secondStepMail, signInText } from './mails.ts';
import { noticeLifetime } from './password-changed.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { neededFactors, type PendingSignIn, pendingSignIn } from './second-step.ts';
import type { SignInDependencies, TokenRequest, TokenRequestOrigin } from './sign-in-dependencies.ts';
import { type FirstStep, levelOf, type SignedIn, signedIn, stepExpired } from './signed-in.ts';
import { TokenProblem } from './token-problem.ts';

type Channel = (typeof challengeChannels)[number];
const isChannel = (text: string): text is Channel => (challengeChannels as readonly string[]).includes(text);

async function awaitedPerson(
  { clock, database, secret }: SignInDependencies,
  token: string,
): Promise<PendingSignIn & { contact: SignInContact }> {
  const pending = await pendingSignIn(database.kysely, secret, token, clock.now());
  const contact = pending && (await contactById(database.kysely, pending.contactId));
  if (!pending || !contact) throw stepExpired();
  return { ...pending, contact };
}

/** @throws {TokenProblem} if the sign-in must start again or the channel is not valid after the first step, and {Problem} 429 after many */
export async function sendChallenge(
  dependencies: SignInDependencies,
  { mfa_token, authenticator_id: channel }: z.output<typeof requestChallenge.body>,
  { address, host }: { address: string; host: string },
) {
  const { clock, codes, database, environment, limits, outbox, siteAt } = dependencies;
  const { contact, first } = await awaitedPerson(dependencies, mfa_token);
  const factors = await neededFactors(database.kysely, {
    contactId: contact.id,
    first,
    level: levelOf(environment),
    site: siteAt(host),
  });
  if (!factors?.includes(channel))
    throw new TokenProblem('invalid_request', 'authenticator_id: This one does not count here.');
  const now = clock.now();
  await limits.take('message', `second step of contact ${contact.id}`, address, now);
  await limits.forgetHere('second step', `contact ${contact.id}`, address);
  const lifetime = environment.signInCodeLifetime;
  await database.transaction(async (transaction) => {
    const code = await codes.issue(
      transaction,
      { contactId: contact.id, purpose: 'second step', channel, lifetime },
      now,
    );
    const brand = await outbox.brands.of(transaction, { contactId: contact.id });
    const { provider } = brand;
    const message = { brand, goodUntil: new Date(now.getTime() + lifetime * 1000) };
    await outbox.write(
      transaction,
      channel === 'email'
        ? {
            ...message,
            channel,
            recipient: contact.email,
            letter: secondStepMail(provider, code, lifetime),
          }
        : { ...message, channel, recipient: contact.phone, text: signInText(provider, code, lifetime) },
    );
  });
  return { challenge_type: 'oob', oob_code: channel, binding_method: 'prompt' } as const;
}

export async function codeStep(
  dependencies: SignInDependencies,
  request: TokenRequest,
  origin: TokenRequestOrigin,
): Promise<SignedIn | FirstStep> {
  const { mfa_token = '', oob_code: channel = '', binding_code = '' } = request;
  if (!isChannel(channel)) throw new TokenProblem('invalid_request', 'oob_code: Send that of the challenge.');
  if (binding_code.trim() === '')
    throw new TokenProblem('invalid_request', 'binding_code: A code is required.');
  const { clock, codes, database, limits } = dependencies;
  const { contact } = await awaitedPerson(dependencies, mfa_token);
  const now = clock.now();
  const ticket = await limits.take('second step', `contact ${contact.id}`, origin.address, now);
  const { outcome, refused } = await database.transaction(async (transaction) => {
    const { state, isOver } = await codes.use(
      transaction,
      { contactId: contact.id, purposes: ['second step'], channel, code: readSignInCode(binding_code) },
      now,
    );
    return state === 'live'
      ? {
          outcome: await signedIn(transaction, contact, channel, { dependencies, request, origin }, now),
          refused: null,
        }
      : { outcome: null, refused: refusalOf(state, { isOver }) };
  });
  if (!outcome) throw new TokenProblem('invalid_grant', refused);
  await ticket.succeeded();
  return outcome;
}

export async function recoveryStep(
  dependencies: SignInDependencies,
  request: TokenRequest,
  origin: TokenRequestOrigin,
): Promise<SignedIn | FirstStep> {
  const { mfa_token = '', recovery_code: code = '' } = request;
  if (code.trim() === '') throw new TokenProblem('invalid_request', 'recovery_code: A code is required.');
  const { clock, database, limits, outbox, secret } = dependencies;
  const { contact } = await awaitedPerson(dependencies, mfa_token);
  const now = clock.now();
  const ticket = await limits.take('second step', `contact ${contact.id}`, origin.address, now);
  const outcome = await database.transaction(async (transaction) => {
    const left = await useRecoveryCode(transaction, secret, { contactId: contact.id, code, now });
    if (left === null) return null;
    const begun = await signedIn(
      transaction,
      contact,
      'recovery-code',
      { dependencies, request, origin },
      now,
    );
    const brand = await outbox.brands.of(transaction, { contactId: contact.id });
    await outbox.write(transaction, {
      brand,
      channel: 'email',
      recipient: contact.email,
      goodUntil: new Date(now.getTime() + noticeLifetime),
      letter: recoveryCodeUsedMail(brand.provider, { left, device: origin.place.device }),
    });
    return begun;
  });
  if (!outcome) throw new TokenProblem('invalid_grant', messages.wrongRecoveryCode);
  await ticket.succeeded();
  return outcome;
}
