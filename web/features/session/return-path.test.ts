// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { forgetReturnPath, keepReturnPath, returnPath } from './return-path.ts';

afterEach(forgetReturnPath);

test('the page that was asked for is returned to until it is forgotten', () => {
  keepReturnPath('/scoreboard/c1?range=week');
  expect(returnPath()).toBe('/scoreboard/c1?range=week');
  forgetReturnPath();
  expect(returnPath()).toBeNull();
});

test.each(['//elsewhere.example/', '/\\elsewhere.example', 'https://elsewhere.example', ''])(
  '%j leads nowhere',
  (path) => {
    keepReturnPath(path);
    expect(returnPath()).toBeNull();
  },
);
