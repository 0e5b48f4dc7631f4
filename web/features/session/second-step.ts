import { type SecondFactor, secondFactors } from '@mailcall/contract/rules/second-factors.ts';
import * as z from 'zod/mini';

const storageKey = 'mailcall.second-step';

const secondStepSchema = z.object({
  /** `mfa_token` of the first step, valid for ten minutes. */
  token: z.string(),
  factors: z.array(z.enum(secondFactors)),
  /** Email address or phone number; null after a passkey. */
  identifier: z.nullable(z.string()),
  /** Factors with a sent code, whose field survives a reload. */
  sent: z.array(z.enum(secondFactors)),
});
export type AwaitedStep = z.infer<typeof secondStepSchema>;

/** Second step awaited in this tab, even after a reload; null without one. */
export function awaitedStep(): AwaitedStep | null {
  try {
    return secondStepSchema.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null;
  }
}

const store = (step: AwaitedStep) => sessionStorage.setItem(storageKey, JSON.stringify(step));

export function withSentCode(step: AwaitedStep, factor: SecondFactor): AwaitedStep {
  const next = { ...step, sent: [...new Set([...step.sent, factor])] };
  store(next);
  return next;
}

const answerSchema = z.object({ mfa_token: z.string(), mfa_factors: z.array(z.enum(secondFactors)) });

/** Stores the second step required by a response; false if none is. */
export function storeAwaitedStep(answer: unknown, identifier: string | null): boolean {
  const needed = answerSchema.safeParse(answer);
  if (!needed.success) return false;
  const { mfa_token: token, mfa_factors: factors } = needed.data;
  store({ token, factors, identifier, sent: [] });
  return true;
}

export function clearAwaitedStep(): void {
  sessionStorage.removeItem(storageKey);
}
