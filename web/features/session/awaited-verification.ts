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

/** Removes the awaited link or code. */
export function clearVerification(): void {
  sessionStorage.removeItem(storageKey);
}
