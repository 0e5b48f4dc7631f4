import { readFile } from 'node:fs/promises';
import { scoreFieldNames, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { answererTexts, fixedPatientTypeTexts } from '@mailcall/contract/rules/score-texts.ts';
import { expect, test } from 'vitest';
import { scoreColumns } from './score-columns.ts';

const columns = scoreFieldNames.flatMap((name) => scoreFieldOf(name).column ?? []);

test('every column of a score but its id has a field of the form, and one only', () => {
  const expected = [...scoreColumns.keys()].filter((name) => name !== 'score_id');
  expect(columns.toSorted()).toEqual(expected.toSorted());
});

test('each field has the kind of its column', () => {
  const typeOfKind = {
    'yes-no': 'boolean',
    choice: 'smallint',
    staff: 'text',
    text: 'text',
    seconds: 'integer',
  };
  const found = scoreFieldNames.flatMap((name) => {
    const { column, kind } = scoreFieldOf(name);
    return column === null
      ? []
      : [[name, scoreColumns.get(column), typeOfKind[kind as keyof typeof typeOfKind]]];
  });
  expect(found.filter(([, type, expected]) => type !== expected)).toEqual([]);
});

test.each([
  ['answeredBy', answererTexts],
  ['patientType', fixedPatientTypeTexts],
])('the texts of %s that figures depend on have their codes in the database', async (dimension, texts) => {
  const migration = await readFile(new URL('../../../migrations/0001_record.sql', import.meta.url), 'utf8');
  const fixed = [...migration.matchAll(new RegExp(`\\('${dimension}', (\\d+), '([^']+)'\\)`, 'g'))];
  expect(fixed.map(([, code, text]) => [Number(code), text])).toEqual(
    texts.map((text, at) => [at + 1, text]),
  );
});
