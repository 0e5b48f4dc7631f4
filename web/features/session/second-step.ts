import { type SecondFactor, secondFactors } from '@mailcall/contract/rules/second-factors.ts';
import * as z from 'zod/mini';

const storageKey = 'mailcall.second-step';

const secondStepSchema = z.object({
  /** The `mfa_token` of the first step, good for ten minutes. */
  token: z.string(),
  /** Factors that count. */
  factors: z.array(z.enum(secondFactors)),
  /** Who signs in: an email address or phone number; null after a passkey. */
  identifier: z.nullable(z.string()),
  /** Factors whose code was sent: its field survives a reload. */
  sent: z.array(z.enum(secondFactors)),
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

const store = (step: AwaitedStep) => sessionStorage.setItem(storageKey, JSON.stringify(step));

/** The same step after the code of a factor was sent; stored for a reload. */
export function withSentCode(step: AwaitedStep, factor: SecondFactor): AwaitedStep {
  const next = { ...step, sent: [...new Set([...step.sent, factor])] };
  store(next);
  return next;
}

const answerSchema = z.object({ mfa_token: z.string(), mfa_factors: z.array(z.enum(secondFactors)) });

/** Stores the second step that the answer to a first one asks for; false when it asks for none. */
export function storeAwaitedStep(answer: unknown, identifier: string | null): boolean {
  const needed = answerSchema.safeParse(answer);
  if (!needed.success) return false;
  const { mfa_token: token, mfa_factors: factors } = needed.data;
  store({ token, factors, identifier, sent: [] });
  return true;
}

/** Removes the awaited second step. */
export function clearAwaitedStep(): void {
  sessionStorage.removeItem(storageKey);
}
