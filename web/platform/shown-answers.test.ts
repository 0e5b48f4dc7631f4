import { expect, test } from 'vitest';
import { asSent, readAnswer } from './shown-answers.ts';

const names = {
  id: 'אבי',
  accountIds: ['אבי'],
  name: 'אבי',
  others: ['Ann', 'a\u202Eb'],
  count: 3,
  none: null,
};

test('isolates names in an answer and leaves ids unchanged', () => {
  expect(readAnswer(JSON.stringify(names))).toEqual({
    ...names,
    name: '\u2068אבי\u2069',
    others: ['Ann', '\u2068a\u202Eb\u2069'],
  });
});

test('what is sent is what the server has', () => {
  expect(asSent(readAnswer(JSON.stringify(names)))).toEqual(names);
  expect(asSent(undefined)).toBeUndefined();
});

test('an answer that is no JSON is refused', () => {
  expect(() => readAnswer('<html>אבי</html>')).toThrow(SyntaxError);
});
