import { expect, test } from 'vitest';
import { addAccounts, addPerson } from '../../../tests/support/test-app.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { fixedClock } from '../../platform/clock.ts';
import { engineOf, setAlert } from './alerts-for-tests.ts';
import { alertAccountOf } from './account.ts';
import { performanceMessages } from './write.ts';
import { receiversOf } from './collect.ts';

const here = testDatabase();

test('writes the Performance Breakdown to the remaining receivers if one is removed meanwhile', async () => {
  const { database } = here;
  const clock = fixedClock('2026-03-11T13:00:00Z');
  await addAccounts(database, [{ id: 'A' }]);
  for (const contactId of ['ann', 'bob']) {
    await addPerson(database, { id: contactId, accounts: ['A'], password: false });
    await setAlert(database, {
      accountId: 'A',
      contactId,
      alertType: 'Performance Breakdown Alert',
      frequency: 'Daily',
      methods: ['Email'],
    });
  }
  const messages = await database.transaction(async (transaction) => {
    const receivers = await receiversOf(transaction, 'A');
    expect(receivers.map(({ contactId }) => contactId)).toEqual(['ann', 'bob']);
    const account = await alertAccountOf(transaction, 'A');
    if (!account) throw new Error('There is no account.');
    await database.pool.query(`update contacts set deleted = true where id = 'ann'`);
    const { outbox } = engineOf({ database, clock });
    const context = {
      outbox,
      brand: await outbox.brands.own(transaction),
      unsubscribeLinks: { urlOf: () => 'http://portal.test/unsubscribe' },
      idleTime: 1800,
      dayMode: 'utc' as const,
      account,
      accountNames: new Map([['bob', 'Office A']]),
      now: clock.now(),
    };
    const due = { frequency: 'Daily', day: '2026-03-11', afterSequence: 0 } as const;
    return performanceMessages(transaction, context, { due, receivers });
  });
  const toBob = messages.find(({ receiver }) => receiver.contactId === 'bob');
  expect(toBob?.message.email.subject).toBe('Office A, Tue, Mar 10: No calls');
});
