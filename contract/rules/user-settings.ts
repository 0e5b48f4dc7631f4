import { isEmail, isSameEmail, readEmail } from './email.ts';
import { messages } from './messages.ts';
import { unmetPasswordRequirements } from './password.ts';
import { readPhone } from './phone.ts';

export interface ContactDetails {
  email: string;
  phone: string | null;
}

/** Problems by API field; empty if valid. */
export type ContactProblems = Partial<Record<'email' | 'phoneNumber', string>>;

/** Trims the email and converts its domain to ASCII; reduces the phone to `+` and digits. */
export function normalContactDetails({ email, phone }: ContactDetails): ContactDetails {
  const typed = phone?.trim() ?? '';
  return {
    email: readEmail(email) ?? email.trim(),
    phone: typed === '' ? null : (readPhone(typed) ?? typed),
  };
}

/** Compares normalized details. An email in another case is the same mailbox. */
export function changedContactDetails(
  stored: ContactDetails,
  typed: ContactDetails,
): { email: boolean; phone: boolean } {
  const next = normalContactDetails(typed);
  return { email: !isSameEmail(next.email, stored.email), phone: next.phone !== (stored.phone || null) };
}

/** Stored details must not be cleared; new ones must be valid. */
export function contactProblems(stored: ContactDetails, typed: ContactDetails): ContactProblems {
  const changed = changedContactDetails(stored, typed);
  const next = normalContactDetails(typed);
  const problems: ContactProblems = {};
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

export interface PasswordChangeInput {
  oldPassword: string;
  newPassword: string;
  confirmation: string;
}

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
  else if (unmetPasswordRequirements(newPassword).length > 0)
    problems.newPassword = `The password needs: ${unmetPasswordRequirements(newPassword).join(', ')}.`;
  if (confirmation === '') problems.confirmation = messages.confirmPasswordRequired;
  else if (confirmation !== newPassword) problems.confirmation = messages.confirmPasswordDiffers;
  return problems;
}

/** Compares after the Unicode normalization of sign-in. */
const isSamePassword = (first: string, second: string) =>
  first.normalize('NFKC') === second.normalize('NFKC');
