// exists in Node and browsers, but the contract has the types of neither
declare const URL: { new (address: string): { hostname: string }; canParse(address: string): boolean };

export const maxEmailLength = 254;

/** RFC 5322 atoms divided by single dots. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const maxLocalPartLength = 64;

/** In any script. Other characters could begin a comment, list or group. */
const typedDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Digits alone would end an IP address. */
const topLevelDomain = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** `xn--` for international domains; null if invalid. */
function asciiDomain(typed: string): string | null {
  if (!typedDomain.test(typed)) return null;
  if (/^[\x20-\x7e]*$/.test(typed)) return typed;
  const url = `http://${typed}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/**
 * Null for anything but one address, such as a list, group or `mailto:`. Keeps the case; domains become `xn--…`, so that a mailbox has one
 * spelling. Local parts must be ASCII: many servers refuse others, and lookalike letters name other mailboxes.
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

export const isEmail = (text: string): boolean => text === text.trim() && readEmail(text) !== null;

export const isSameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export const mailtoUrl = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
