import { savedFileName } from '@mailcall/contract/rules/export-file.ts';
import type { ReceivedFile } from '../../platform/api.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** Milliseconds for the browser to start saving before the file's URL is revoked. */
const revokeDelay = minutes(1);

export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = savedFileName(name);
  link.click();
}

export function saveFile({ bytes, name }: ReceivedFile): void {
  const address = URL.createObjectURL(bytes);
  saveFrom(address, name ?? 'calls.xlsx');
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay);
}
