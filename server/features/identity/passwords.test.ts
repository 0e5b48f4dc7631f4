import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, isPassword } from './passwords.ts';

test('passwords are hashed by argon2id at the required cost', async () => {
  const stored = await hashPassword('Correct-Horse-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(isOutdated(stored)).toBe(false);
  expect(await isPassword(stored, 'Correct-Horse-1')).toBe(true);
  expect(await isPassword(stored, 'correct-horse-1')).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hashPassword('Correct-Horse-1')).not.toBe(await hashPassword('Correct-Horse-1'));
});

test('a letter composed differently by another keyboard is the same letter', async () => {
  expect(await isPassword(await hashPassword('Caf\u00e9-2018'), 'Cafe\u0301-2018')).toBe(true);
});

test('no password matches a person without one', async () => {
  expect(await isPassword(null, '')).toBe(false);
  expect(await isPassword(null, 'Correct-Horse-1')).toBe(false);
});

test('a hash of lower cost is outdated', async () => {
  expect(isOutdated(await hash('Correct-Horse-1', { memoryCost: 8192, timeCost: 1 }))).toBe(true);
});
