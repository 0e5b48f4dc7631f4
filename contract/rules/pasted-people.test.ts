import { expect, test } from 'vitest';
import { readPastedPeople } from './pasted-people.ts';

const read = (text: string) =>
  readPastedPeople(text).people.map(({ name, email, phone }) => [name, email, phone].filter(Boolean));

test.each<[text: string, people: string[][]]>([
  ['marta.ruiz@a.example', [['Marta Ruiz', 'marta.ruiz@a.example']]],
  ['Marta Ruiz <m@a.example>', [['Marta Ruiz', 'm@a.example']]],
  ['"Ruiz, Marta" <m@a.example>', [['Marta Ruiz', 'm@a.example']]],
  ['Marta Ruiz m@a.example', [['Marta Ruiz', 'm@a.example']]],
  ['Marta Ruiz, m@a.example, (303) 555-0101', [['Marta Ruiz', 'm@a.example', '+13035550101']]],
  ['m@a.example;Marta Ruiz;303.555.0101', [['Marta Ruiz', 'm@a.example', '+13035550101']]],
  ['Marta\tRuiz\tm@a.example\t+1 303 555 0101', [['Marta Ruiz', 'm@a.example', '+13035550101']]],
  ['Marta <mailto:m@a.example>', [['Marta', 'm@a.example']]],
  ['Name,Email,Phone\r\nMarta,m@a.example,', [['Marta', 'm@a.example']]],
  [
    'Marta <m@a.example>, Nell <n@a.example>; Olga <o@a.example>',
    [
      ['Marta', 'm@a.example'],
      ['Nell', 'n@a.example'],
      ['Olga', 'o@a.example'],
    ],
  ],
  [
    'm@a.example, n@a.example o@a.example',
    [
      ['M', 'm@a.example'],
      ['N', 'n@a.example'],
      ['O', 'o@a.example'],
    ],
  ],
  ['\n  \n', []],
])('%j is %j', (text, people) => {
  expect(read(text)).toEqual(people);
  expect(readPastedPeople(text).problems).toEqual([]);
});

test('says of each wrong line what is wrong, and keeps the others', () => {
  const { people, problems } = readPastedPeople(
    [
      'Marta <m@a.example>',
      'Nell',
      'Olga <olga@>',
      'Pia, p@a.example, 12345',
      'M again, M@A.example',
      'x@a.example, Xa, y@a.example',
      'Q, q@a.example',
    ].join('\n'),
  );
  expect(people.map(({ line }) => line)).toEqual([1, 7]);
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'has no email address.'],
    [3, 'has “olga@”, which is not an email address.'],
    [4, 'has “12345”, which is not a phone number.'],
    [5, 'has the email address of line 1.'],
    [6, 'has more than one email address. Write each person on a line.'],
  ]);
});
