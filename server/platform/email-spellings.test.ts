import { expect, test } from 'vitest';
import { emailSpellings } from './email-spellings.ts';

test.each([
  [' Olga@People.test', ['olga@people.test']],
  ['Olga@Bücher.example', ['olga@xn--bcher-kva.example', 'olga@bücher.example']],
  ['Olga@XN--bcher-kva.example', ['olga@xn--bcher-kva.example', 'olga@bücher.example']],
  // decomposed, as a Mac types it
  [
    'olga@bu\u0308cher.example',
    ['olga@xn--bcher-kva.example', 'olga@bücher.example', 'olga@bu\u0308cher.example'],
  ],
  ['olga@xn--a.example', ['olga@xn--a.example']],
  ['Jane,Doe@office.example', ['jane,doe@office.example']],
])('looks for %j as %j', (typed, spellings) => {
  expect(emailSpellings(typed)).toEqual(spellings);
});
