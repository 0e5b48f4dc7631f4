import { expect, test } from 'vitest';
import { textMessage } from './text-message.ts';

const write = (name: string) => `Missed call at ${name}, Wed, Mar 11, 3:04 pm`;
const url = 'https://portal.example/scoreboard/C1';

test.each([
  ['Harbor Dental', `Missed call at Harbor Dental, Wed, Mar 11, 3:04 pm: ${url}`],
  ['Señor O’Neil’s – “Café” 東', `Missed call at Senor O'Neil's - "Cafe", Wed, Mar 11, 3:04 pm: ${url}`],
])('writes the name %s in the characters of a text message', (name, text) => {
  expect(textMessage(write, name, url)).toBe(text);
});

test('cuts a long name', () => {
  const text = textMessage(write, 'Oakridge Dental '.repeat(20), url);
  expect(text).toMatch(/^Missed call at Oakridge Dental .*\.\.\., Wed, Mar 11, 3:04 pm: https:\S+C1$/);
  expect(text.length).toBeLessThanOrEqual(160);
});

test.each([
  ['keeps the place of an office', '(Boulder, CO)', /at Oakridge Dental .*\.\.\. \(Boulder, CO\), Wed/],
  ['cuts a place without room for it', `(${'1 Elm St, '.repeat(20)})`, /at Oakridge Dental .*\.\.\., Wed/],
])('%s in a long name', (_, place, expected) => {
  const text = textMessage(write, `${'Oakridge Dental '.repeat(20)}${place}`, url);
  expect(text).toMatch(expected);
  expect(text.length).toBeLessThanOrEqual(160);
});

test('links to the portal if the page’s URL is too long', () => {
  const text = textMessage(write, 'Harbor Dental', `${url}?${'x'.repeat(150)}`);
  expect(text).toBe('Missed call at Harbor Dental, Wed, Mar 11, 3:04 pm: https://portal.example');
});
