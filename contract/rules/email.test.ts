import { expect, test } from 'vitest';
import { isEmail, mailtoUrl, readEmail } from './email.ts';

test.each([
  'olga@people.test',
  'OLGA.P+office@sub.people.test',
  'smith&jones@office.example',
  "o'neil@office.example",
  'front/desk=2026@office.example',
  '!#$%*?^_`{|}~@office.example',
  '1@1.example',
  'a@b.co',
  'olga@3m.example',
  'olga@a-b.c--d.example',
  'olga@people.photography',
  'olga@people.xn--p1ai',
  'olga@xn--bcher-kva.example',
  'olga@XN--BCHER-KVA.example',
  `${'a'.repeat(64)}@people.test`,
  `olga@${'b'.repeat(63)}.test`,
])('%j is an email address', (text) => {
  expect([isEmail(text), readEmail(text)]).toEqual([true, text]);
});

test.each([
  ['  olga@people.test\t', 'olga@people.test'],
  ['\u00a0olga@people.test\u00a0', 'olga@people.test'],
  ['Olga@bücher.example', 'Olga@xn--bcher-kva.example'],
  ['olga@BÜCHER.example', 'olga@xn--bcher-kva.example'],
  ['olga@bu\u0308cher.example', 'olga@xn--bcher-kva.example'],
  ['olga@почта.рф', 'olga@xn--80a1acny.xn--p1ai'],
  ['olga@例え.テスト', 'olga@xn--r8jz45g.xn--zckzah'],
])('reads %j as %j', (text, email) => {
  expect(readEmail(text)).toBe(email);
});

test.each([
  ['nothing', ''],
  ['a word', 'olga'],
  ['no domain', 'olga@'],
  ['no name', '@people.test'],
  ['a domain without a dot', 'olga@people'],
  ['a domain of one letter after the last dot', 'olga@people.t'],
  ['a blank inside', 'ol ga@people.test'],
  ['a blank in the domain', 'olga@people. test'],
  ['two at signs', 'a@b@people.test'],
  ['a comma', 'jane,doe@office.example'],
  ['a list', 'ann@office.example,bob@office.example'],
  ['a list with blanks', 'ann@office.example, bob@office.example'],
  ['a list with a semicolon', 'ann@office.example;bob@office.example'],
  ['a semicolon at the end', 'ann@office.example;'],
  ['a comma at the end', 'ann@office.example,'],
  ['a comment', '(c)ann@office.example'],
  ['a comment after the name', 'ann(c)@office.example'],
  ['a comment after the domain', 'ann@office.example(c)'],
  ['a group', 'x:ann@office.example'],
  ['a group without a member', 'x:ann@office.example;'],
  ['a scheme', 'mailto:ann@office.example'],
  ['a query', 'ann@office.example?cc=bob@office.example'],
  ['angle brackets', '<ann@office.example>'],
  ['a display name', 'Ann <ann@office.example>'],
  ['a quoted name', '"ann"@office.example'],
  ['a quoted blank', '"ann lee"@office.example'],
  ['a backslash', 'ann\\@office.example'],
  ['a route', '@relay.example:ann@office.example'],
  ['a dot at the start', '.ann@office.example'],
  ['a dot before the at sign', 'ann.@office.example'],
  ['two dots in the name', 'ann..lee@office.example'],
  ['a dot at the start of the domain', 'ann@.office.example'],
  ['a dot at the end', 'ann@office.example.'],
  ['two dots in the domain', 'ann@office..example'],
  ['a hyphen at the start of a label', 'ann@-office.example'],
  ['a hyphen at the end of a label', 'ann@office-.example'],
  ['an underscore in the domain', 'ann@my_office.example'],
  ['an IP address', 'ann@192.0.2.1'],
  ['an address literal', 'ann@[192.0.2.1]'],
  ['an IPv6 address literal', 'ann@[IPv6:2001:db8::1]'],
  ['a port', 'ann@office.example:25'],
  ['a path', 'ann@office.example/x'],
  ['a percent sign in the domain', 'ann@office%2eexample'],
  ['a line break inside', 'ann@office.example\nBcc: bob@office.example'],
  ['a carriage return in the name', 'ann\r@office.example'],
  ['a tab inside', 'an\tn@office.example'],
  ['a NUL', 'ann\0@office.example'],
  ['a delete character', 'ann\x7f@office.example'],
  ['a soft hyphen', 'ann@off\u00adice.example'],
  ['a space of no width', 'ann\u200b@office.example'],
  ['a mark of direction', 'ann\u202e@office.example'],
  ['a lone surrogate', 'ann@off\ud800ice.example'],
  ['a wide at sign', 'ann＠office.example'],
  ['a wide dot', 'ann@office。example'],
  ['letters beyond ASCII in the name', 'jürgen@office.example'],
  ['a lookalike letter in the name', '\u212aate@office.example'],
  ['punycode that stands for nothing', 'ann@xn--\u00fc.example'],
  ['an emoji in the domain', 'ann@😀.example'],
  ['a name of 65 characters', `${'a'.repeat(65)}@people.test`],
  ['a label of 64 characters', `olga@${'b'.repeat(64)}.test`],
  ['an international label of more than 63 characters', `olga@${'ü'.repeat(63)}.test`],
])('refuses %s', (_, text) => {
  expect([readEmail(text), isEmail(text)]).toEqual([null, false]);
});

test('accepts at most 254 characters', () => {
  const of = (length: number) => `a@${`${'b'.repeat(49)}.`.repeat(4)}${'c'.repeat(length - 202)}`;
  expect([of(254).length, isEmail(of(254)), isEmail(of(255))]).toEqual([254, true, false]);
  // too long only after conversion to ASCII
  const international = `a@${'bücher.'.repeat(20)}example`;
  expect([international.length < 254, readEmail(international)]).toEqual([true, null]);
});

test.each(['a.'.repeat(500_000), `a@${'b.'.repeat(500_000)}`, `${' '.repeat(1_000_000)}a`])(
  'rejects a million characters at once',
  (text) => {
    expect(readEmail(text)).toBe(null);
  },
);

test.each([
  ['olga@people.test', 'mailto:olga@people.test'],
  ['smith&jones?x#y%z@office.example', 'mailto:smith%26jones%3Fx%23y%25z@office.example'],
])('links %j as %j', (email, url) => {
  expect(mailtoUrl(email)).toBe(url);
});
