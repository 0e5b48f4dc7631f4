import { passwordlessRealms } from '@mailcall/contract/identity.ts';
import { z } from 'zod';

const storageKey = 'mailcall.verification';

/** How a sign-in code travels. */
export type Connection = (typeof passwordlessRealms)[number];

const verificationSchema = z.object({
  connection: z.enum(passwordlessRealms),
  /** The e-mail address, or the phone number in its normal form. */
  identifier: z.string(),
});
/** A link or code that was sent and is waited for. */
export type Verification = z.infer<typeof verificationSchema>;

/** What this tab waits for, also after a reload; null when nothing was sent since the last sign-in. */
export function pendingVerification(): Verification | null {
  try {
    return verificationSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}

/** Keeps what this tab waits for until somebody signs in: the login form shows the identifier again on the way back. */
export function keepVerification(verification: Verification): void {
  sessionStorage.setItem(storageKey, JSON.stringify(verification));
}

/** Forgets what was waited for. */
export function clearVerification(): void {
  sessionStorage.removeItem(storageKey);
}
