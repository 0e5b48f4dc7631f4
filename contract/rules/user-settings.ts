import { isEmail } from './email.ts';
import { messages } from './messages.ts';
import { passwordLacks } from './password.ts';
import { readPhone } from './phone.ts';

/** How a person can be reached, and signs in: as it is stored, or as somebody typed it. */
export interface ContactDetails {
  email: string;
  /** Null or empty for none. */
  phone: string | null;
}

/** What is wrong with each field, as the wire names them; empty when all is well. */
export type ContactProblems = Partial<Record<'email' | 'phoneNumber', string>>;

/** Typed details in their normal form: no blanks around the e-mail, the phone as `+` and digits. */
export function normalContactDetails({ email, phone }: ContactDetails): ContactDetails {
  const typed = phone?.trim() ?? '';
  return { email: email.trim(), phone: typed === '' ? null : (readPhone(typed) ?? typed) };
}

/** Which of the details differ from the stored ones, blanks and ways of writing a phone aside. */
export function changedContactDetails(
  stored: ContactDetails,
  typed: ContactDetails,
): { email: boolean; phone: boolean } {
  const next = normalContactDetails(typed);
  return { email: next.email !== stored.email, phone: next.phone !== (stored.phone || null) };
}

/** What is wrong with typed details: one that existed may not be cleared, a new one must be one. */
export function contactProblems(stored: ContactDetails, typed: ContactDetails): ContactProblems {
  const changed = changedContactDetails(stored, typed);
  const next = normalContactDetails(typed);
  const problems: ContactProblems = {};
  // nothing that signs a person in may be taken away: it can only be replaced
  if (changed.email) {
    if (next.email === '') problems.email = messages.emailRequired;
    else if (!isEmail(next.email)) problems.email = messages.invalidEmail;
  }
  if (changed.phone) {
    if (next.phone === null) problems.phoneNumber = messages.phoneRequired;
    else if (readPhone(next.phone) === null) problems.phoneNumber = messages.invalidPhone;
  }
  return problems;
}

/** A password change as it is typed. */
export interface PasswordChangeInput {
  oldPassword: string;
  newPassword: string;
  confirmation: string;
}

/** What is wrong with a password change; empty when all is well. `hasPassword`: one is set already. */
export function passwordChangeProblems(
  typed: PasswordChangeInput,
  hasPassword: boolean,
): Partial<Record<keyof PasswordChangeInput, string>> {
  const { oldPassword, newPassword, confirmation } = typed;
  const problems: Partial<Record<keyof PasswordChangeInput, string>> = {};
  if (hasPassword && oldPassword === '') problems.oldPassword = messages.currentPasswordRequired;
  if (newPassword === '') problems.newPassword = messages.newPasswordRequired;
  else if (hasPassword && isSamePassword(oldPassword, newPassword))
    problems.newPassword = messages.newPasswordSame;
  else if (passwordLacks(newPassword).length > 0)
    problems.newPassword = `The password needs: ${passwordLacks(newPassword).join(', ')}.`;
  if (confirmation === '') problems.confirmation = messages.confirmPasswordRequired;
  else if (confirmation !== newPassword) problems.confirmation = messages.confirmPasswordDiffers;
  return problems;
}

/** Whether two typed passwords are one and the same to sign-in, however the keyboard composed their letters. */
const isSamePassword = (one: string, other: string) => one.normalize('NFKC') === other.normalize('NFKC');
