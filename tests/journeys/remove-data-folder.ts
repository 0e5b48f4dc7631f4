import { rm } from 'node:fs/promises';

/** The data folder of the run goes with the run. */
export default async function removeDataFolder() {
  const folder = process.env['MAILCALL_JOURNEYS_DATA'];
  if (folder) await rm(folder, { recursive: true, force: true });
}
