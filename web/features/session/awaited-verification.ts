import { passwordlessRealms } from '@mailcall/contract/identity.ts';
import * as z from 'zod/mini';

const storageKey = 'mailcall.verification';

/** How a sign-in code is sent. */
export type Connection = (typeof passwordlessRealms)[number];

const verificationSchema = z.object({
  connection: z.enum(passwordlessRealms),
  /** The email address, or the phone number in its normal form. */
  identifier: z.string(),
  /** Whether its link was refused, because it was used before or has expired. */
  refused: z.optional(z.boolean()),
});
/** A link or code that was sent and is awaited. */
export type Verification = z.infer<typeof verificationSchema>;

/** The link or code that this tab awaits, also after a reload; null when none was sent since the last sign-in. */
export function pendingVerification(): Verification | null {
  try {
    return verificationSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores what this tab awaits until somebody signs in: the login form displays the identifier again on the way back. */
export function storeVerification(verification: Verification): void {
  sessionStorage.setItem(storageKey, JSON.stringify(verification));
}

const requestsSchema = z.array(z.object({ email: z.string(), at: z.number() }));
const requestsKey = 'mailcall.requested-links';
/** The people of whom a shared computer remembers it at most. */
const maxRemembered = 20;
/** How long this browser remembers that it requested a link, in milliseconds: no link is good for longer. */
const rememberedFor = 24 * 60 * 60 * 1000;

/** The links that this browser requested lately, in any of its tabs. */
function requestedLinks(): z.infer<typeof requestsSchema> {
  try {
    const requests = requestsSchema.parse(JSON.parse(localStorage.getItem(requestsKey) ?? '[]'));
    return requests.filter(({ at }) => Math.abs(Date.now() - at) < rememberedFor);
  } catch {
    return [];
  }
}

const spelledAlike = (email: string) => email.trim().toLowerCase();

/** Marks this browser as the one that requested a link for an email address. */
export function rememberRequest(email: string): void {
  const others = requestedLinks().filter((request) => request.email !== spelledAlike(email));
  const requests = [...others, { email: spelledAlike(email), at: Date.now() }].slice(-maxRemembered);
  try {
    localStorage.setItem(requestsKey, JSON.stringify(requests));
  } catch {
    // storage is full or forbidden: the link then asks before it signs in
  }
}

/** Whether this browser requested a link for an email address: its person is there, and the link signs them in at once. */
export const wasRequestedHere = (email: string): boolean =>
  requestedLinks().some((request) => request.email === spelledAlike(email));

/** Removes the awaited link or code. */
export function clearVerification(): void {
  sessionStorage.removeItem(storageKey);
}
