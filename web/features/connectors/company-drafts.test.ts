import { expect, test } from 'vitest';
import { draftsFrom, readKeys } from './company-drafts.ts';

test.each([
  ['COM1 key-of-one\n\n COM2,key-of-two\r\n', null, ['COM1', 'COM2']],
  ['COM1', 'Line 1: write an id, a space and its key.', []],
  ['COM1 one\nCOM2 two three', 'Line 2: write an id, a space and its key.', []],
  [' \n', 'Paste a line for each.', []],
])('reads keys of %j', (text, problem, ids) => {
  const read = readKeys(text);
  expect(read.problem).toBe(problem);
  expect(read.keys.map(({ id }) => id)).toEqual(ids);
});

test('sends decisions and keys, no key of what is left out, and confirms where an office was chosen', () => {
  const drafts = new Map([
    ['COM1', { revision: 1, office: { id: 'A-1', name: 'One' }, key: ' key-of-one ' }],
    ['COM2', { revision: 2, state: 'left out' as const, key: 'key-of-two' }],
    ['COM3', { revision: 3, key: 'key-of-three' }],
  ]);
  expect(draftsFrom(drafts)).toEqual({
    companies: [
      { id: 'COM1', revision: 1, state: 'confirmed', accountId: 'A-1' },
      { id: 'COM2', revision: 2, state: 'left out' },
    ],
    keys: [
      { id: 'COM1', key: 'key-of-one' },
      { id: 'COM3', key: 'key-of-three' },
    ],
  });
});
