import type { ReceivedFile } from './api.ts';

/** Has the browser save a file, under the name that the server gives it, otherwise under `fallbackName`. */
export function saveFile(file: ReceivedFile, fallbackName: string): void {
  const address = URL.createObjectURL(file.bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name ?? fallbackName;
  link.click();
  // the browser has taken the bytes by the time this task has ended
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
