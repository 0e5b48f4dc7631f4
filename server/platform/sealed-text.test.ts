import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/programs.ts';
import { openSealedTexts } from './sealed-text.ts';

test('opens what it sealed for the same purpose and key', async () => {
  const dataFolder = await temporaryFolder();
  const texts = await openSealedTexts({ dataFolder });
  const sealed = texts.seal('töken', 'webhook 1');
  expect(sealed.includes('töken')).toBe(false);
  expect(texts.seal('töken', 'webhook 1').equals(sealed)).toBe(false);
  expect((await openSealedTexts({ dataFolder })).open(sealed, 'webhook 1')).toBe('töken');
  expect(texts.open(sealed, 'webhook 2')).toBeNull();
  const others = await openSealedTexts({ dataFolder: await temporaryFolder() });
  expect(others.open(sealed, 'webhook 1')).toBeNull();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(texts.open(sealed, 'webhook 1')).toBeNull();
  expect(texts.open(Buffer.from(''), 'webhook 1')).toBeNull();
});

test.each(['', 'not a key', 'A'.repeat(22), `${'A'.repeat(43)}!`])(
  'names a key file that contains %j and says what to do',
  async (text) => {
    const dataFolder = await temporaryFolder();
    await openSealedTexts({ dataFolder });
    await writeFile(join(dataFolder, 'secrets/sealing-key'), text);
    await expect(openSealedTexts({ dataFolder })).rejects.toThrow(
      /secrets\/sealing-key is damaged\. Put it back from the folder secrets of a backup\./,
    );
  },
);

test('hashes a text alike only for the same purpose and key', async () => {
  const dataFolder = await temporaryFolder();
  const texts = await openSealedTexts({ dataFolder });
  const hash = texts.hash('+13035550199', 'call number');
  expect(hash).toHaveLength(32);
  expect((await openSealedTexts({ dataFolder })).hash('+13035550199', 'call number')).toEqual(hash);
  expect(texts.hash('+13035550199', 'piece')).not.toEqual(hash);
  expect(texts.hash('+13035550198', 'call number')).not.toEqual(hash);
  const others = await openSealedTexts({ dataFolder: await temporaryFolder() });
  expect(others.hash('+13035550199', 'call number')).not.toEqual(hash);
});
