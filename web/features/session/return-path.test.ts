// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { forgetReturnPath, keepReturnPath, takeReturnPath } from './return-path.ts';

afterEach(forgetReturnPath);

test('the page that was asked for is returned to once', () => {
  keepReturnPath('/scoreboard/c1?range=week');
  expect(takeReturnPath()).toBe('/scoreboard/c1?range=week');
  expect(takeReturnPath()).toBeNull();
});

test('a page that was forgotten is not returned to', () => {
  keepReturnPath('/scoreboard');
  forgetReturnPath();
  expect(takeReturnPath()).toBeNull();
});

test.each(['//elsewhere.example/', '/\\elsewhere.example', 'https://elsewhere.example', ''])(
  '%j leads nowhere',
  (path) => {
    keepReturnPath(path);
    expect(takeReturnPath()).toBeNull();
  },
);
