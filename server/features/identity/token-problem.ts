import type { tokenErrorSchema } from '@mailcall/contract/identity.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { z } from 'zod';
import { Problem } from '../../platform/http/problems.ts';
import type { NeededStep } from './second-step.ts';

/** RFC 6749 §5.2; the last one is Auth0's. */
export type TokenErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'mfa_required'
  | 'expired_token'
  | 'too_many_attempts';

export class TokenProblem extends Problem {
  readonly code: TokenErrorCode;

  constructor(code: TokenErrorCode, description: string, statusCode = code === 'invalid_client' ? 401 : 400) {
    super(statusCode, description);
    this.code = code;
  }
}

export class SecondStepRequired extends TokenProblem {
  readonly neededStep: NeededStep;

  constructor(neededStep: NeededStep) {
    super('mfa_required', messages.secondStepNeeded, 403);
    this.neededStep = neededStep;
  }
}

export const isInvalidGrant = (error: unknown): boolean =>
  error instanceof TokenProblem && error.code === 'invalid_grant';

/** OAuth format: `error` and `error_description`, without the envelope. */
export function presentTokenProblem(problem: Problem): z.input<typeof tokenErrorSchema> {
  if (problem instanceof SecondStepRequired) {
    const { token, factors } = problem.neededStep;
    const error = { error: problem.code, error_description: problem.message };
    return { ...error, mfa_token: token, mfa_factors: [...factors] };
  }
  if (problem instanceof TokenProblem) return { error: problem.code, error_description: problem.message };
  if (problem.statusCode === 429) return { error: 'too_many_attempts', error_description: problem.message };
  if (problem.statusCode >= 500) return { error: 'server_error', error_description: problem.message };
  const fields = Object.entries(problem.data ?? {}).map(([field, wrong]) => `${field}: ${wrong}`);
  return { error: 'invalid_request', error_description: fields.join(' ') || problem.message };
}
