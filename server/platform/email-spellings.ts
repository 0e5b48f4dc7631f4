import { domainToUnicode } from 'node:url';
import { readEmail } from '@mailcall/contract/rules/email.ts';

/** Older rows kept international domains in their own script. */
export function emailSpellings(typed: string): string[] {
  const text = typed.trim().toLowerCase();
  const email = readEmail(typed)?.toLowerCase();
  if (email === undefined) return [text];
  const at = email.lastIndexOf('@') + 1;
  const international = domainToUnicode(email.slice(at));
  const inItsScript = international === '' ? email : `${email.slice(0, at)}${international}`;
  return [...new Set([email, inItsScript, text])];
}
