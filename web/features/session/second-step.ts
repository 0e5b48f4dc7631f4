import { secondFactors } from '@mailcall/contract/rules/second-factors.ts';
import * as z from 'zod/mini';

const storageKey = 'mailcall.second-step';

const secondStepSchema = z.object({
  /** The `mfa_token` of the first step, good for ten minutes. */
  token: z.string(),
  /** Factors that count. */
  factors: z.array(z.enum(secondFactors)),
  /** Who signs in: an email address or phone number; null after a passkey. */
  identifier: z.nullable(z.string()),
});
/** A sign-in whose second step this tab awaits. */
export type AwaitedStep = z.infer<typeof secondStepSchema>;

/** The second step that this tab awaits, also after a reload; null without one. */
export function awaitedStep(): AwaitedStep | null {
  try {
    return secondStepSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}

const answerSchema = z.object({ mfa_token: z.string(), mfa_factors: z.array(z.enum(secondFactors)) });

/** Stores the second step that the answer to a first one asks for; false when it asks for none. */
export function storeAwaitedStep(answer: unknown, identifier: string | null): boolean {
  const needed = answerSchema.safeParse(answer);
  if (!needed.success) return false;
  const { mfa_token: token, mfa_factors: factors } = needed.data;
  const step: AwaitedStep = { token, factors, identifier };
  sessionStorage.setItem(storageKey, JSON.stringify(step));
  return true;
}

/** Removes the awaited second step. */
export function clearAwaitedStep(): void {
  sessionStorage.removeItem(storageKey);
}
