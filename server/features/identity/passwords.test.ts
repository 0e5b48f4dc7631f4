import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';

test('hashes passwords by argon2id at the required cost', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(isOutdated(stored)).toBe(false);
  expect(await isPassword(stored, 'Correct-Horse-1')).toBe(true);
  expect(await isPassword(stored, 'correct-horse-1')).toBe(false);
});

test('hashes one password differently each time', async () => {
  expect(await hashPassword('Correct-Horse-1')).not.toBe(await hashPassword('Correct-Horse-1'));
});

test('treats differently composed letters as equal', async () => {
  expect(await isPassword(await hashPassword('Caf\u00e9-2018'), 'Cafe\u0301-2018')).toBe(true);
});

test('matches no password without a hash', async () => {
  expect(await isPassword(null, '')).toBe(false);
  expect(await isPassword(null, 'Correct-Horse-1')).toBe(false);
});

test('treats a hash of lower cost as outdated', async () => {
  expect(isOutdated(await hash('Correct-Horse-1', { memoryCost: 8192, timeCost: 1 }))).toBe(true);
});
