// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { clearReturnPath, storeReturnPath, takeReturnPath } from './return-path.ts';

afterEach(clearReturnPath);

test('the page that was asked for is returned to once', () => {
  storeReturnPath('/scoreboard/c1?range=week');
  expect(takeReturnPath()).toBe('/scoreboard/c1?range=week');
  expect(takeReturnPath()).toBeNull();
});

test('a page that was forgotten is not returned to', () => {
  storeReturnPath('/scoreboard');
  clearReturnPath();
  expect(takeReturnPath()).toBeNull();
});

test.each(['//elsewhere.example/', '/\\elsewhere.example', 'https://elsewhere.example', ''])(
  '%j leads nowhere',
  (path) => {
    storeReturnPath(path);
    expect(takeReturnPath()).toBeNull();
  },
);
