import { savedFileName } from '@mailcall/contract/rules/export-file.ts';
import type { DownloadedFile } from './api.ts';

/** Milliseconds that a browser may take to begin saving: after that the file's address is given back. */
const revokeDelay = 60_000;

/** Has the browser save what is at an address. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = savedFileName(name);
  link.click();
}

/** Has the browser save a file that has come. */
export function saveFile({ content, name }: DownloadedFile): void {
  const address = URL.createObjectURL(content);
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay);
}
