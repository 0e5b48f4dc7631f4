import { type Address, textOf } from '../../platform/address.ts';

interface MailedToken {
  email: string;
  token: string;
  /** The address of the page without them. */
  destination: string;
}

/** The mailed token of a page's address; removed from there immediately, so that no history stores it. */
let mailedToken: MailedToken | null = null;

/**
 * Takes an email address and token from a page's address and stores them for the screen that signs in by them. Returns
 * whether there were any; `destination` writes the address without them.
 */
export function takeMailedToken(address: Address, destination: (rest: Address) => string): boolean {
  const { email, token, ...rest } = address;
  const [emailText, tokenText] = [textOf(email), textOf(token)];
  if (!emailText || !tokenText) return false;
  mailedToken = { email: emailText, token: tokenText, destination: destination(rest) };
  return true;
}

/** The token that was taken; null when there is none or it was used. */
export const storedMailedToken = (): MailedToken | null => mailedToken;

/** Forgets the token that was taken. */
export function clearMailedToken(): void {
  mailedToken = null;
}
