import { describe, expect, test } from 'vitest';
import { SearchSteps } from './search-steps.ts';

test.each([
  ['tom', 'tomm', false],
  ['tom', 'to', false],
  ['t', '', false],
  ['tmo', 'tm', false],
  ['alma', 'chambers alma', false],
  ['alma chambers', 'alma ', true],
  ['alma cham', 'alma ', false],
  ['tom', 's', true],
  ['tom', 't', true],
  ['tom', 'alma', true],
  ['smile', 'smiles', false],
])('changing %j to %j starts another search: %s', (before, after, another) => {
  const steps = new SearchSteps();
  steps.typed('', before);
  steps.searched('', before);
  steps.typed(before, after);
  expect(steps.searched(before, after) === 'step').toBe(another || after === '');
});

function historyOf(texts: readonly string[], between: (steps: SearchSteps, text: string) => void = () => {}) {
  const steps = new SearchSteps();
  const history = [''];
  let current = '';
  for (const text of texts) {
    steps.typed(current, text);
    if (steps.searched(current, text) === 'replace') history.pop();
    history.push(text);
    current = text;
    between(steps, text);
  }
  return history;
}

describe('history steps', () => {
  test.each([
    ['typing on after a pause', ['to', 'tom', 'tommy'], ['', 'tommy']],
    ['taking a letter back', ['tommy', 'tomm', 'tom'], ['', 'tom']],
    ['two searches', ['tom', 'alma'], ['', 'tom', 'alma']],
    ['two searches with the field emptied between', ['tom', '', 'alma'], ['', 'tom', 'alma']],
    ['a search that is emptied', ['tom', ''], ['', 'tom', '']],
    ['two searches, each with a pause', ['to', 'tom', 'al', 'alma'], ['', 'tom', 'alma']],
  ])('of %s', (_, texts, history) => {
    expect(historyOf(texts)).toEqual(history);
  });

  test('of typing after another action', () => {
    expect(historyOf(['tom', 'tommy'], (steps) => steps.blurred())).toEqual(['', 'tom', 'tommy']);
  });

  test('of typing after leaving the page by Back', () => {
    const steps = new SearchSteps();
    steps.typed('', 'tom');
    steps.searched('', 'tom');
    // Back empties the search, not this field
    steps.typed('', 'tommy');
    expect(steps.searched('', 'tommy')).toBe('step');
  });
});
