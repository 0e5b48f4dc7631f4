import { type Address, textOf } from '../../platform/address.ts';

interface MailedToken {
  email: string;
  token: string;
  destination: string;
}

/** Mailed token from the page's URL, removed there at once so that no history stores it. */
let mailedToken: MailedToken | null = null;

/** Moves email and token from the URL to a store; `destination` writes the URL without them. Returns whether there were any. */
export function takeMailedToken(address: Address, destination: (rest: Address) => string): boolean {
  const { email, token, ...rest } = address;
  const [emailText, tokenText] = [textOf(email), textOf(token)];
  if (!emailText || !tokenText) return false;
  mailedToken = { email: emailText, token: tokenText, destination: destination(rest) };
  return true;
}

export const storedMailedToken = (): MailedToken | null => mailedToken;

export function clearMailedToken(): void {
  mailedToken = null;
}
