import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBackup } from '../../server/features/backup/index.ts';
import { isDistributed } from '../../server/platform/distribution/placed-tables.ts';
import { testApp } from '../support/test-app.ts';

const here = testApp();

test('refuses a backup of several machines and says what to do instead', async () => {
  expect(await isDistributed(here.database.kysely)).toBe(true);
  const folder = join(here.environment.dataFolder, 'backup');
  const made = makeBackup({ ...here, stopped: new AbortController().signal }, folder, '0.1.0');
  await expect(made).rejects.toThrow('Back up each machine with pg_basebackup');
});
