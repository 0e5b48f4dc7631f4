import { domainToUnicode } from 'node:url';
import { readEmail } from '@mailcall/contract/rules/email.ts';

/**
 * Spellings, in lower case, in which an email address may be stored. Rows that are older than the rule of addresses kept what the feed sent:
 * an international domain in its own script, or a text that is no address. Browsers change a typed domain to ASCII.
 */
export function emailSpellings(typed: string): string[] {
  const text = typed.trim().toLowerCase();
  const email = readEmail(typed)?.toLowerCase();
  if (email === undefined) return [text];
  const at = email.lastIndexOf('@') + 1;
  const international = domainToUnicode(email.slice(at));
  const inItsScript = international === '' ? email : `${email.slice(0, at)}${international}`;
  return [...new Set([email, inItsScript, text])];
}
