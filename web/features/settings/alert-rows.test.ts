import type { NotificationSetting } from '@mailcall/contract/notification-settings.ts';
import { expect, test } from 'vitest';
import {
  type AlertRow,
  changedRows,
  distinctContacts,
  methodsOf,
  receiversOf,
  rowFor,
  rowsByKey,
  storedRows,
  withRows,
} from './alert-rows.ts';

const ann = { id: 'ann', name: 'Ann', email: 'ann@office.example', phone: null };
const ben = { id: 'ben', name: 'Ben', email: 'ben@office.example', phone: '+18285550101' };
const setting: NotificationSetting = {
  id: 's1',
  Alert_Type__c: 'Missed Call Alert',
  Method__c: ['Email', 'SMS'],
  Frequency__c: 'Daily',
  Contact__r: { Id: 'ben', name: 'Ben', Email: ben.email, Phone: ben.phone },
};
const stored = storedRows([setting]);
const bens = rowFor(stored, ben, 'Missed Call Alert');

test('makes a row of a stored setting, otherwise off with the default frequency', () => {
  expect(bens).toEqual({
    id: 's1',
    contactId: 'ben',
    name: 'Ben',
    emailAddress: ben.email,
    phoneNumber: ben.phone,
    alertType: 'Missed Call Alert',
    frequency: 'Daily',
    email: true,
    sms: true,
  });
  expect(rowFor(stored, ann, 'Missed Call Alert')).toMatchObject({
    id: '',
    frequency: 'Real-time',
    email: false,
    sms: false,
  });
  expect(rowFor(stored, ben, 'Performance Breakdown Alert').frequency).toBe('Weekly');
});

const anns = rowFor(stored, ann, 'Missed Call Alert');
const edits: [what: string, row: AlertRow, changes: boolean][] = [
  ['nothing', { ...bens }, false],
  ['a method less', { ...bens, sms: false }, true],
  ['another frequency', { ...bens, frequency: 'Weekly' }, true],
  ['off', { ...bens, email: false, sms: false }, true],
  ['a new one on', { ...anns, email: true }, true],
  ['a new one still off', { ...anns }, false],
  ['a new one off with another frequency', { ...anns, frequency: 'Weekly' }, false],
];
test.each(edits)('%s is a change only when it differs from what is stored', (_, row, changes) => {
  expect(changedRows(stored, rowsByKey([row]))).toEqual(changes ? [row] : []);
});

test('ignores the frequency of an alert stored as off', () => {
  const off = { ...anns, id: 's2' };
  expect(changedRows(rowsByKey([off]), rowsByKey([{ ...off, frequency: 'Weekly' }]))).toEqual([]);
});

test('lists receivers of a kind: the person, then by name, including edits', () => {
  const rows = withRows(stored, rowsByKey([{ ...anns, sms: true }]));
  expect(receiversOf(rows, 'Missed Call Alert', 'nobody').map(({ name }) => name)).toEqual(['Ann', 'Ben']);
  expect(receiversOf(rows, 'Missed Call Alert', 'ben').map(({ name }) => name)).toEqual(['Ben', 'Ann']);
  expect(receiversOf(rows, 'En Route Alert', 'ben')).toEqual([]);
  const off = withRows(rows, rowsByKey([{ ...bens, email: false, sms: false }]));
  expect(receiversOf(off, 'Missed Call Alert', 'ben').map(({ name }) => name)).toEqual(['Ann']);
});

test.each([
  [true, true, ['Email', 'SMS']],
  [false, true, ['SMS']],
  [true, false, ['Email']],
  [false, false, []],
])('email %s and sms %s are the methods %j', (email, sms, methods) => {
  expect(methodsOf({ ...bens, email, sms })).toEqual(methods);
});

test('lists a contact of several accounts once, by name', () => {
  expect(distinctContacts([ben, ann, ben])).toEqual([ann, ben]);
});
