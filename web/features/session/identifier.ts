import { messages } from '@mailcall/contract/rules/messages.ts';
import { normalizePhone, phonePattern } from '@mailcall/contract/rules/phone.ts';

export function identifierProblem(text: string): string | null {
  if (text.trim() === '') return messages.identifierRequired;
  return text.includes('@') || phonePattern.test(text) ? null : messages.identifierInvalid;
}

export function normalizeIdentifier(text: string): string {
  const trimmed = text.trim();
  return !trimmed.includes('@') && phonePattern.test(trimmed) ? normalizePhone(trimmed) : trimmed;
}
