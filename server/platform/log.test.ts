import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog({ logLevel: 'info' }, { write: (line) => void (text += line) }));
  return text;
}

test.each([
  [{ password: 'hunter2' }],
  [{ body: { access_token: 'hunter2' } }],
  [{ request: { headers: { authorization: 'hunter2' } } }],
  [{ environment: { files: { accessKeyId: 'hunter2', secretAccessKey: 'hunter2' } } }],
  [{ contact: { email: 'hunter2', phone: 'hunter2' } }],
])('secrets stay out of %j', (event) => {
  const text = linesOf((log) => log.info(event, 'something'));
  expect(text).toContain('[hidden]');
  expect(text).not.toContain('hunter2');
});

test("logs an error's code and location without attached values", () => {
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint: 'contacts_by_email',
    severity: 'ERROR',
    detail: 'Key (email)=(hunter2) already exists.',
    client: { password: 'hunter2' },
  });
  const text = linesOf((log) => log.error({ err: error }, 'failed'));
  expect(JSON.parse(text)).toMatchObject({
    err: {
      code: '23505',
      constraint: 'contacts_by_email',
      message: 'its message is not logged',
      stack: expect.stringContaining('log.test'),
    },
  });
  expect(text).not.toContain('hunter2');
});

test('does not quote a value that the database refused', () => {
  const error = Object.assign(new Error('invalid input syntax for type date: "hunter2"'), {
    code: '22007',
    severity: 'ERROR',
  });
  const text = linesOf((log) => log.error({ err: new Error('could not save', { cause: error }) }, 'failed'));
  expect(text).toContain('22007');
  expect(text).not.toContain('hunter2');
});
