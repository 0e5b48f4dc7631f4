import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a provider's file. @returns its path, for PROVIDER */
export function providerFile(provider: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'mailcall-provider-')), 'provider.json');
  writeFileSync(file, JSON.stringify(provider));
  return file;
}

/** Turns off second passes, which are chosen at random. */
export const withoutSecondPasses = (): { PROVIDER: string } => ({
  PROVIDER: providerFile({ scoring: { secondPassPercent: 0, newScorerPercent: 0 } }),
});
