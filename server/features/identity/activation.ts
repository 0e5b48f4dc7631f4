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

export const passwordPurposes: readonly CodePurpose[] = ['setup', 'invitation', 'reset'];

export interface PresentedLink {
  email: string;
  code: string;
}

/** Does not use the link. @throws {Problem} 422 with 'activated' or 'expire' in the message, which the web app looks for */
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

/** A wrong link counts as an attempt and a guess. */
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

/** Ends sessions, forgets browsers, and removes other passkeys. @throws {Problem} 400 naming `password`, and as {@link verifyLink} */
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
  // hashed before checking the code, so that a wrong code takes as long and no lock is held
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

export const linkIsNone = () => notPossible('This link is not valid. Check that you used the whole link.');

/** Differ from setup links: the owner is activated already. */
const resetLinkProblems: Readonly<Record<Exclude<CodeState, 'live' | 'unknown'>, string>> = {
  used: messages.resetLinkUsed,
  replaced: messages.resetLinkReplaced,
  expired: messages.resetLinkExpired,
};

function ended(contact: SignInContact | null, { state, purpose }: CodeResult): { email: string } {
  // the same for a wrong code and an unknown person, to reveal no accounts
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
