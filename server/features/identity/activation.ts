import type { Passkey } from '@mailcall/contract/passkeys.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { unmetPasswordRequirements } from '@mailcall/contract/rules/password.ts';
import { sql } from 'kysely';
import { notPossible, notValid } from '../../platform/http/problems.ts';
import { type RequestedPerson, findRequestedPerson } from './requested-person.ts';
import type { SignInContact } from './contacts.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import type { CodePurpose, CodeResult, CodeState } from './one-time-codes.ts';
import { listPasskeysOf, removePasskeysOf } from './passkeys.ts';
import { forgetBrowsers } from './remembered-browsers.ts';
import { passwordChanged } from './password-changed.ts';
import { hashPassword } from './passwords.ts';

/** What leads to choosing a password: a setup link, an invitation and a reset link. */
export const passwordPurposes: readonly CodePurpose[] = ['setup', 'invitation', 'reset'];

/** A link as it is presented. */
export interface PresentedLink {
  email: string;
  code: string;
}

/**
 * Says whether a setup, activation or reset link still works, without using it up.
 * @throws a 422 Problem that says why not: its message contains 'activated' or 'expire' as the web app expects.
 */
export async function verifyLink(
  dependencies: MessageDependencies,
  link: PresentedLink,
  address: string,
): Promise<{ email: string; passkeys: Passkey[] }> {
  const { contact, ...result } = await lookAtLink(dependencies, link, address);
  const known = ended(contact, result);
  return {
    ...known,
    passkeys: contact ? await listPasskeysOf(dependencies.database.kysely, contact.id) : [],
  };
}

/** Whose a link is and what became of it; a wrong one counts as a try and as a guess. */
export async function lookAtLink(
  dependencies: MessageDependencies,
  link: PresentedLink,
  address: string,
): Promise<CodeResult & { contact: SignInContact | null }> {
  const now = dependencies.clock.now();
  const person = await findRequestedPerson(dependencies.database.kysely, link.email);
  const ticket = await dependencies.limits.take('code', person.countedAs, address, now);
  const result = await dependencies.codes.look(dependencies.database.kysely, presented(person, link), now);
  if (result.state !== 'unknown') await ticket.succeeded();
  return { contact: person.contact, ...result };
}

/**
 * Sets the password with a link, which is used up, and activates the account; the contact's sessions end, remembered browsers are
 * forgotten, and their passkeys are removed except those that they keep.
 * @throws a 400 Problem naming `password` when it will not do, and those of {@link verifyLink}.
 */
export async function activateByLink(
  dependencies: MessageDependencies,
  link: PresentedLink & { password: string; keepPasskeys: readonly string[] },
  address: string,
): Promise<{ email: string }> {
  const lacks = unmetPasswordRequirements(link.password);
  if (lacks.length > 0) throw notValid({ password: `The password needs: ${lacks.join(', ')}.` });
  const person = await findRequestedPerson(dependencies.database.kysely, link.email);
  const { contact } = person;
  const ticket = await dependencies.limits.take('code', person.countedAs, address, dependencies.clock.now());
  // hashed before the code is checked: a wrong code takes as long, and no lock is held meanwhile
  const hash = await hashPassword(link.password);
  const now = dependencies.clock.now();
  const result = await dependencies.database.transaction(async (transaction) => {
    const used = await dependencies.codes.use(transaction, presented(person, link), now);
    if (used.state !== 'live' || !contact) return used;
    await sql`
      update contacts set password_hash = ${hash}, activated_at = coalesce(activated_at, ${now}),
        password_by_mail = ${used.channel === 'email' && used.purpose !== 'invitation'} where id = ${contact.id}
    `.execute(transaction);
    await forgetBrowsers(transaction, contact.id);
    await removePasskeysOf(transaction, contact.id, link.keepPasskeys);
    await passwordChanged(dependencies, transaction, contact);
    return used;
  });
  if (result.state !== 'unknown') await ticket.succeeded();
  return ended(contact, result);
}

const presented = (person: RequestedPerson, link: PresentedLink) => ({
  contactId: person.codesOf,
  purposes: passwordPurposes,
  code: link.code,
});

/** The answer to a link that was never issued. */
export const linkIsNone = () => notPossible('This link is not valid. Check that you used the whole link.');

/** Why a reset link does not work. Its holder is activated already, so that activation is not the reason. */
const resetLinkProblems: Readonly<Record<Exclude<CodeState, 'live' | 'unknown'>, string>> = {
  used: messages.resetLinkUsed,
  replaced: messages.resetLinkReplaced,
  expired: messages.resetLinkExpired,
};

/** Answers a link that was live; says what is wrong with any other. */
function ended(contact: SignInContact | null, { state, purpose }: CodeResult): { email: string } {
  // the same for a wrong code and for an unknown person: it does not reveal who has an account
  if (!contact || state === 'unknown') throw linkIsNone();
  if (state === 'live') return { email: contact.email };
  if (purpose === 'reset') throw notPossible(resetLinkProblems[state]);
  if (contact.activatedAt !== null || state === 'used') {
    const over = state === 'expired' ? ' and the link has expired' : '';
    throw notPossible(`This account is already activated${over}. Please log in.`);
  }
  if (state === 'replaced') throw notPossible('This link has expired: a newer one was sent.');
  throw notPossible('This link has expired. Please request a new one.');
}
