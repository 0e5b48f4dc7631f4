import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { equalHashes, equalTexts, textSigner } from './signed-texts.ts';

const key = Buffer.from('a key of these tests');
const links = textSigner(key, 'link\0');
const token = links.sign('ann.2');
const [signature = ''] = token.split('.').slice(-1);

test('signs a text with an HMAC-SHA256 of its purpose and itself', () => {
  const expected = createHmac('sha256', key).update('link\0ann.2').digest('base64url');
  expect(token).toBe(`ann.2.${expected}`);
  expect(links.read(token)).toBe('ann.2');
});

test('reads back an empty text and one with periods', () => {
  for (const text of ['', '.', 'a..b.']) expect(links.read(links.sign(text))).toBe(text);
});

test.each<[string, string]>([
  ['is empty', ''],
  ['has no signature', 'ann.2'],
  ['has an empty signature', 'ann.2.'],
  ['is a signature alone', signature],
  ['has a shorter signature', token.slice(0, -1)],
  ['has a longer signature', `${token}A`],
  ['has a padded signature', `${token}=`],
  ['has its signature twice', `${token}.${signature}`],
  ['has its signature in upper case', `ann.2.${signature.toUpperCase()}`],
  ['has its text in upper case', `ANN.2.${signature}`],
  ['has another text', `ann.3.${signature}`],
  ['has its parts joined otherwise', `ann2.${signature}`],
  ['has a signature that decodes to the same bytes', `${token.slice(0, -1)}${sameBitsAs(token.slice(-1))}`],
  ['was signed for another purpose', textSigner(key, 'other\0').sign('ann.2')],
  ['was signed with another key', textSigner('another key', 'link\0').sign('ann.2')],
  [
    'was signed by another method',
    `ann.2.${createHmac('sha1', key).update('link\0ann.2').digest('base64url')}`,
  ],
])('does not read a token that %s', (_, changed) => {
  expect(changed).not.toBe(token);
  expect(links.read(changed)).toBeNull();
});

/** Differs in the two unused bits of the Base64 of 32 bytes. */
function sameBitsAs(digit: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return digits.charAt(digits.indexOf(digit) + 1);
}

test.each<[string, unknown, boolean]>([
  ['the same', 'secret', true],
  ['shorter', 'secre', false],
  ['longer', 'secret ', false],
  ['in upper case', 'SECRET', false],
  ['empty', '', false],
  ['missing', undefined, false],
  ['null', null, false],
  ['in a list', ['secret'], false],
  ['as bytes', Buffer.from('secret'), false],
])('compares a secret with a value that is %s', (_, received, expected) => {
  expect(equalTexts('secret', received)).toBe(expected);
});

test('compares hashes, also of different lengths', () => {
  const hash = Buffer.from([1, 2, 3]);
  expect(equalHashes(hash, Buffer.from([1, 2, 3]))).toBe(true);
  expect(equalHashes(hash, Buffer.from([1, 2, 4]))).toBe(false);
  expect(equalHashes(hash, Buffer.from([1, 2]))).toBe(false);
});
