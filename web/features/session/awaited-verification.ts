import { passwordlessRealms } from '@mailcall/contract/identity.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import * as z from 'zod/mini';

const storageKey = 'mailcall.verification';

export type Connection = (typeof passwordlessRealms)[number];

const verificationSchema = z.object({
  connection: z.enum(passwordlessRealms),
  identifier: z.string(),
  /** True if its link was refused because it was used or expired. */
  refused: z.optional(z.boolean()),
});
export type Verification = z.infer<typeof verificationSchema>;

/** Link or code awaited in this tab, even after a reload; null if none was sent since the last sign-in. */
export function pendingVerification(): Verification | null {
  try {
    return verificationSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}

/** Stores it until sign-in; the login form shows the identifier again on the way back. */
export function storeVerification(verification: Verification): void {
  sessionStorage.setItem(storageKey, JSON.stringify(verification));
}

const requestsSchema = z.array(z.object({ email: z.string(), at: z.number() }));
const requestsKey = 'mailcall.requested-links';
/** Maximum people remembered on a shared computer. */
const maxRemembered = 20;
/** Milliseconds to remember a requested link; no link is valid for longer. */
const rememberedFor = days(1);

function requestedLinks(): z.infer<typeof requestsSchema> {
  try {
    const requests = requestsSchema.parse(JSON.parse(localStorage.getItem(requestsKey) ?? '[]'));
    return requests.filter(({ at }) => Math.abs(Date.now() - at) < rememberedFor);
  } catch {
    return [];
  }
}

const normalizedEmail = (email: string) => email.trim().toLowerCase();

export function rememberRequest(email: string): void {
  const others = requestedLinks().filter((request) => request.email !== normalizedEmail(email));
  const requests = [...others, { email: normalizedEmail(email), at: Date.now() }].slice(-maxRemembered);
  try {
    localStorage.setItem(requestsKey, JSON.stringify(requests));
  } catch {
    // storage is full or forbidden; the link then asks before it signs in
  }
}

/** Whether this browser requested a link for an email address; then the link signs in at once. */
export const wasRequestedHere = (email: string): boolean =>
  requestedLinks().some((request) => request.email === normalizedEmail(email));

export function clearVerification(): void {
  sessionStorage.removeItem(storageKey);
}
