import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { findCalledLines } from './called-lines.ts';

const db = testDatabase();

beforeAll(async () => {
  await db.database.pool.query(`
    insert into accounts (id, name, time_zone) values ('own', 'Own', 'UTC'), ('other', 'Other', 'UTC');
    insert into tracking_lines (account_id, id, number, status) values
      ('own', 'us', '(303) 555-0110', 'Active'), ('own', 'norway', '+4722123456', 'Active'),
      ('own', 'old', '+13035550120', 'Inactive'), ('own', 'new', '+13035550120', 'Active'),
      ('own', 'one', '+13035550130', 'Active'), ('other', 'two', '303-555-0130', 'Active')`);
});

test.each([
  ['+13035550110', 'us'],
  ['303.555.0110', 'us'],
  ['1 303 555 0110', 'us'],
  ['sip:+13035550110@192.0.2.7;user=phone', 'us'],
  ['tel:+1-303-555-0110', 'us'],
  ['+47 22 12 34 56', 'norway'],
  // ten digits without a plus are of North America
  ['4722123456', 'was to a number of no tracking line'],
  ['+3035550110', 'was to a number of no tracking line'],
  ['+13035550120', 'new'],
  ['+13035550130', 'was to a number of several tracking lines'],
  ['sip:front-desk@office.example', 'was to a number of no tracking line'],
  ['', 'was to a number of no tracking line'],
])('a call to %s is one to %s', async (number, line) => {
  const found = (await findCalledLines(db.database.kysely, [number])).get(number);
  expect(typeof found === 'string' ? found : found?.id).toBe(line);
});
