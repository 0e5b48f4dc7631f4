import { messages } from '@mailcall/contract/rules/messages.ts';
import { CallFailed } from './api.ts';

/**
 * What is displayed of a download that failed. When a person has too many under way, the server's sentence says what to do.
 * @param otherwise the text for everything else
 */
export function downloadFailure(error: Error, otherwise: string = messages.downloadFailed): string {
  return error instanceof CallFailed && error.status === 429 ? error.message : otherwise;
}
