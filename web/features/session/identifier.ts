import { messages } from '@mailcall/contract/rules/messages.ts';
import { normalizePhone, phonePattern } from '@mailcall/contract/rules/phone.ts';

/** What is wrong with an email or phone number to sign in with; null when it is valid. */
export function identifierProblem(text: string): string | null {
  if (text.trim() === '') return messages.identifierRequired;
  return text.includes('@') || phonePattern.test(text) ? null : messages.identifierInvalid;
}

/** The identifier as it is sent: an email without blanks around it, a phone number with its plus. */
export function normalizeIdentifier(text: string): string {
  const trimmed = text.trim();
  return !trimmed.includes('@') && phonePattern.test(trimmed) ? normalizePhone(trimmed) : trimmed;
}
