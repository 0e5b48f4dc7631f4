import type { ReceivedFile } from './api.ts';

/** Gives a file to the browser to save, under the server's name for it, else the given one. */
export function saveFile(file: ReceivedFile, otherwiseNamed: string): void {
  const address = URL.createObjectURL(file.bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name ?? otherwiseNamed;
  link.click();
  // the browser has taken the bytes by the time this task has ended
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
