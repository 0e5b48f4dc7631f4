// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { clearReturnPath, storeReturnPath, takeReturnPath } from './return-path.ts';

afterEach(clearReturnPath);

test('returns the requested page once', () => {
  storeReturnPath('/scoreboard/c1?range=week');
  expect(takeReturnPath()).toBe('/scoreboard/c1?range=week');
  expect(takeReturnPath()).toBeNull();
});

test('does not return a cleared page', () => {
  storeReturnPath('/scoreboard');
  clearReturnPath();
  expect(takeReturnPath()).toBeNull();
});

test.each(['//elsewhere.example/', '/\\elsewhere.example', 'https://elsewhere.example', ''])(
  'ignores %j, which is no path of this site',
  (path) => {
    storeReturnPath(path);
    expect(takeReturnPath()).toBeNull();
  },
);
