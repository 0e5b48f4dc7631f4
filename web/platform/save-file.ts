import type { ReceivedFile } from './api.ts';

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
