import type { Proof, ProofKind } from '@mailcall/contract/proof.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { readSignInCode, refusalOf } from '@mailcall/contract/rules/sign-in-code.ts';
import { notPossible, notSignedIn, notValid } from '../../platform/http/problems.ts';
import { contactById, type SignInContact } from './contacts.ts';
import { proofMail } from './mails.ts';
import { notifyOfLock } from './password-grant.ts';
import { isPassword } from './passwords.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import type { Viewer } from './viewer.ts';

export const neededProof = ({ passwordHash }: Pick<SignInContact, 'passwordHash'>): ProofKind =>
  passwordHash === null ? 'code' : 'password';

/** Needed to add a way to sign in: a copied token has no password or mailbox. @throws {Problem} 400 if absent, 422 if wrong, 429 */
export async function checkProof(
  dependencies: SignInDependencies,
  contact: SignInContact,
  proof: Proof,
  address: string,
): Promise<void> {
  const { clock, codes, database, limits } = dependencies;
  const kind = neededProof(contact);
  if (proof[kind] === '')
    throw notValid(
      kind === 'password'
        ? { password: messages.currentPasswordRequired }
        : { code: messages.proofCodeRequired },
    );
  const contactId = contact.id;
  if (kind === 'password') {
    const ticket = await limits.take('sign-in', `contact ${contactId}`, address, clock.now());
    if (!(await isPassword(contact.passwordHash, proof.password))) {
      if (ticket.locks) await notifyOfLock(dependencies, contact);
      throw notPossible(messages.currentPasswordWrong);
    }
    return ticket.succeeded();
  }
  const ticket = await limits.take('code', `proof of contact ${contactId}`, address, clock.now());
  const code = readSignInCode(proof.code);
  const { state, isOver } = await database.transaction((transaction) =>
    codes.use(transaction, { contactId, purposes: ['proof'], code }, clock.now()),
  );
  if (state !== 'live') throw notPossible(refusalOf(state, { isOver }));
  return ticket.succeeded();
}

/** @throws {Problem} 422 if the viewer has a password, which is the proof; 429 after many */
export async function sendProofCode(
  { clock, codes, database, environment, limits, outbox }: SignInDependencies,
  viewer: Viewer,
  address: string,
): Promise<void> {
  const contact = await contactById(database.kysely, viewer.contactId);
  if (!contact) throw notSignedIn();
  if (neededProof(contact) === 'password') throw notPossible(messages.currentPasswordRequired);
  const now = clock.now();
  await limits.take('message', `contact ${contact.id}`, address, now);
  await limits.forgetHere('code', `proof of contact ${contact.id}`, address);
  const lifetime = environment.signInCodeLifetime;
  await database.transaction(async (transaction) => {
    const code = await codes.issue(
      transaction,
      { contactId: contact.id, purpose: 'proof', channel: 'email', lifetime },
      now,
    );
    const brand = await outbox.brands.of(transaction, { contactId: contact.id });
    await outbox.write(transaction, {
      brand,
      channel: 'email',
      recipient: contact.email,
      goodUntil: new Date(now.getTime() + lifetime * 1000),
      letter: proofMail(brand.provider, code, lifetime),
    });
  });
}
