// Node and browsers have it; the contract is compiled with the types of neither.
declare const URL: { new (address: string): { hostname: string }; canParse(address: string): boolean };

/** The most characters in an email address. */
export const maxEmailLength = 254;

/** The name before the at sign: parts of letters, digits and the other characters of RFC 5322's atoms, divided by single dots. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const maxLocalPartLength = 64;

/** A domain as it is typed, in any script. Other characters could be read as a comment, a list or a group. */
const typedDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
/** A label of a domain as mail servers read it. */
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** The last label. One of digits alone would be the end of an IP address. */
const topLevelDomain = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** A domain in ASCII; null for an invalid one. International domains get the form that begins with `xn--`. */
function asciiDomain(typed: string): string | null {
  if (!typedDomain.test(typed)) return null;
  if (/^[\x20-\x7e]*$/.test(typed)) return typed;
  const url = `http://${typed}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/**
 * Reads the email address of one mailbox, without the blanks around it; null for anything else, such as a list, a comment, a group or `mailto:`.
 * The case stays. An international domain is returned as mail servers know it (`xn--…`), so that one mailbox has one spelling. Names
 * with letters beyond ASCII are refused, because many mail servers do not deliver to them and lookalike letters name other mailboxes.
 */
export function readEmail(typed: string): string | null {
  const text = typed.trim();
  if (text.length > maxEmailLength) return null;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (local.length > maxLocalPartLength || !localPart.test(local)) return null;
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === null) return null;
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every((label) => domainLabel.test(label))) return null;
  if (!topLevelDomain.test(labels.at(-1) ?? '')) return null;
  const email = `${local}@${domain}`;
  return email.length > maxEmailLength ? null : email;
}

/** Whether a text is a valid email address, without blanks around it. */
export const isEmail = (text: string): boolean => text === text.trim() && readEmail(text) !== null;

/** The address of a link that writes to an email address. */
export const mailtoUrl = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
