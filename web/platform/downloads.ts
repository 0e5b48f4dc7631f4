import { CallFailed, type ReceivedFile } from './api.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';

export function saveFile(file: ReceivedFile, fallbackName: string): void {
  const address = URL.createObjectURL(file.bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name ?? fallbackName;
  link.click();
  // by then the browser has taken the bytes
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Message for a failed download: the server's if too many run at once, `otherwise` for all other failures. */
export function downloadFailure(error: Error, otherwise: string = messages.downloadFailed): string {
  return error instanceof CallFailed && error.status === 429 ? error.message : otherwise;
}
