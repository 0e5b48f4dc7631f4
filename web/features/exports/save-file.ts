import { savedFileName } from '@mailcall/contract/rules/export-file.ts';
import type { ReceivedFile } from '../../platform/api.ts';

/** Milliseconds in which a browser must have started saving; then the file's address is revoked. */
const revokeDelay = 60_000;

/** Lets the browser save the file at an address. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = savedFileName(name);
  link.click();
}

/** Lets the browser save a downloaded file. */
export function saveFile({ bytes, name }: ReceivedFile): void {
  const address = URL.createObjectURL(bytes);
  saveFrom(address, name ?? 'calls.xlsx');
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay);
}
