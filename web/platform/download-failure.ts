import { messages } from '@mailcall/contract/rules/messages.ts';
import { CallFailed } from './api.ts';

/**
 * Message for a failed download. With too many downloads at once, it is the server's sentence.
 * @param otherwise text for all other failures
 */
export function downloadFailure(error: Error, otherwise: string = messages.downloadFailed): string {
  return error instanceof CallFailed && error.status === 429 ? error.message : otherwise;
}
