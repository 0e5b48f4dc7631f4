import { messages } from '@mailcall/contract/rules/messages.ts';
import { normalizePhone, phonePattern } from '@mailcall/contract/rules/phone.ts';

/** Problem of an email or phone to sign in with; null if valid. */
export function identifierProblem(text: string): string | null {
  if (text.trim() === '') return messages.identifierRequired;
  return text.includes('@') || phonePattern.test(text) ? null : messages.identifierInvalid;
}

/** Identifier as sent: an email without blanks around it, a phone number with its plus. */
export function normalizeIdentifier(text: string): string {
  const trimmed = text.trim();
  return !trimmed.includes('@') && phonePattern.test(trimmed) ? normalizePhone(trimmed) : trimmed;
}
