import { expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../tests/support/test-database.ts';
import { loggedError } from './logged-error.ts';

const here = testDatabase();
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('logs a database error without quoted values', async () => {
  const contact = `insert into contacts (id, name, email) values ('1', 'One', 'secret@people.test')`;
  await here.database.pool.query(contact);
  const duplicate = loggedError(await failure(here.database.pool.query(contact)));
  expect(duplicate).toMatchObject({ code: '23505', table: 'contacts', constraint: 'contacts_pkey' });
  const notANumber = loggedError(await failure(here.database.pool.query(`select 'secret@people.test'::int`)));
  expect(notANumber).toMatchObject({ code: '22P02', message: 'its message is not logged' });
  for (const logged of [duplicate, notANumber]) {
    expect(JSON.stringify(logged)).not.toContain('secret');
    expect(logged.stack).toMatch(/^\s+at /);
  }
});

test('logs a reply that breaks the contract without its content', () => {
  const { error } = z.enum(['a']).safeParse('secret');
  expect(JSON.stringify(loggedError(error))).not.toContain('secret');
});

test('logs unreadable JSON without its text', () => {
  const parse = () => JSON.parse('secret') as unknown;
  expect(parse).toThrow(SyntaxError);
  try {
    parse();
  } catch (error) {
    expect(JSON.stringify(loggedError(error))).not.toContain('secret');
  }
});

test('does not mistake a message line for a stack frame', () => {
  const error = Object.assign(new Error('refused:\n    at secret@people.test'), {
    severity: 'ERROR',
    code: '22023',
  });
  expect(JSON.stringify(loggedError(error))).not.toContain('secret');
});

test('logs other errors with message and location', () => {
  expect(loggedError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
  });
  expect(loggedError('secret')).toEqual({ type: 'string', message: 'something that is no error was thrown' });
});
