import { isEmail, readEmail } from './email.ts';
import { messages } from './messages.ts';
import { unmetPasswordRequirements } from './password.ts';
import { readPhone } from './phone.ts';

/** The email and phone number with which a person signs in, as stored or as typed. */
export interface ContactDetails {
  email: string;
  /** Phone number; null or empty for none. */
  phone: string | null;
}

/** The problems by field, with the field names of the API; empty when all are valid. */
export type ContactProblems = Partial<Record<'email' | 'phoneNumber', string>>;

/** Typed details, normalized: the email is trimmed and has an ASCII domain, the phone number is `+` and digits. */
export function normalContactDetails({ email, phone }: ContactDetails): ContactDetails {
  const typed = phone?.trim() ?? '';
  return {
    email: readEmail(email) ?? email.trim(),
    phone: typed === '' ? null : (readPhone(typed) ?? typed),
  };
}

/** Which of the typed details differ from the stored ones after normalizing. */
export function changedContactDetails(
  stored: ContactDetails,
  typed: ContactDetails,
): { email: boolean; phone: boolean } {
  const next = normalContactDetails(typed);
  return { email: next.email !== stored.email, phone: next.phone !== (stored.phone || null) };
}

/** The problems of typed details: an existing one must not be cleared, and a new one must be valid. */
export function contactProblems(stored: ContactDetails, typed: ContactDetails): ContactProblems {
  const changed = changedContactDetails(stored, typed);
  const next = normalContactDetails(typed);
  const problems: ContactProblems = {};
  // what a person signs in with must not be removed, only replaced
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

/** A typed password change. */
export interface PasswordChangeInput {
  oldPassword: string;
  newPassword: string;
  confirmation: string;
}

/** The problems of a password change by field; empty when it is valid. `hasPassword` says whether one is set. */
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

/** Whether two typed passwords are equal after the Unicode normalization that sign-in uses. */
const isSamePassword = (first: string, second: string) =>
  first.normalize('NFKC') === second.normalize('NFKC');
