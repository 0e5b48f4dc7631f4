import { CallFailed, type ReceivedFile } from './api.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';

/** Lets the browser save a file under the server's name, or `fallbackName`. */
export function saveFile(file: ReceivedFile, fallbackName: string): void {
  const address = URL.createObjectURL(file.bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name ?? fallbackName;
  link.click();
  // by then the browser has taken the bytes
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/**
 * Message for a failed download. With too many downloads at once, it is the server's sentence.
 * @param otherwise text for all other failures
 */
export function downloadFailure(error: Error, otherwise: string = messages.downloadFailed): string {
  return error instanceof CallFailed && error.status === 429 ? error.message : otherwise;
}
