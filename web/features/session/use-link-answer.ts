import { useEffect, useState } from 'react';
import { textOf, useAddress } from '../../platform/address.ts';
import { failureText } from './form-failure.tsx';

/** What a mailed link leads to: nothing yet, why it cannot be read, or the answer. */
export type LinkAnswer<Answer> = 'loading' | { failed: string } | Answer;

/**
 * Asks what the token in the address stands for.
 * @param request sends the token; the same function at every call
 * @param parameter the part of the address that holds the token
 * @returns the token, the answer, and a function that replaces the answer
 */
export function useLinkAnswer<Answer extends object>(
  request: (token: string, signal: AbortSignal) => Promise<Answer>,
  parameter: 'token' | 'code' = 'token',
): [token: string, answer: LinkAnswer<Answer>, replace: (answer: LinkAnswer<Answer>) => void] {
  const token = textOf(useAddress()[parameter]) ?? '';
  const [answer, setAnswer] = useState<LinkAnswer<Answer>>('loading');
  useEffect(() => {
    const controller = new AbortController();
    request(token, controller.signal).then(setAnswer, (error: unknown) => {
      if (!controller.signal.aborted) setAnswer({ failed: failureText(error) });
    });
    return () => controller.abort();
  }, [request, token]);
  return [token, answer, setAnswer];
}
