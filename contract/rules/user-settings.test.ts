import { describe, expect, test } from 'vitest';
import { changedContactDetails, contactProblems, passwordChangeProblems } from './user-settings.ts';

const stored = { email: 'olga@people.test', phone: '+15551234567' };

describe('contact details', () => {
  test.each([
    ['nothing new', {}, { email: false, phone: false }],
    [
      'blanks and another way of writing',
      { email: ' olga@people.test ', phone: '(555) 123-4567' },
      { email: false, phone: false },
    ],
    ['another email', { email: 'o@people.test' }, { email: true, phone: false }],
    ['another case', { email: ' Olga@PEOPLE.test ' }, { email: false, phone: false }],
    ['another phone', { phone: '555-123-4568' }, { email: false, phone: true }],
    ['a cleared phone', { phone: ' ' }, { email: false, phone: true }],
  ])('with %s: what changed', (_, typed, changed) => {
    expect(changedContactDetails(stored, { ...stored, ...typed })).toEqual(changed);
  });

  test.each([
    [{}, {}],
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'olga' }, { email: 'Invalid Email' }],
    [{ email: 'mailto:olga@people.test' }, { email: 'Invalid Email' }],
    [{ email: "o'neil&sons@bücher.example" }, {}],
    [{ phone: '' }, { phoneNumber: 'Phone number is required' }],
    [{ phone: null }, { phoneNumber: 'Phone number is required' }],
    [{ phone: '555-1234' }, { phoneNumber: 'Invalid Phone Number' }],
    [{ email: 'new@people.test', phone: '5551234568' }, {}],
  ])('%j has the problems %j', (typed, problems) => {
    expect(contactProblems(stored, { ...stored, ...typed })).toEqual(problems);
  });

  test('accepts empty values that were always empty, and all stored values', () => {
    const without = { email: 'odd@host', phone: null };
    expect(contactProblems(without, { email: 'odd@host', phone: '' })).toEqual({});
    expect(contactProblems({ ...without, phone: '+99' }, { email: 'odd@host', phone: '+99' })).toEqual({});
  });
});

describe('a password change', () => {
  const good = { oldPassword: 'Correct-Horse-1', newPassword: 'Brand-New-2', confirmation: 'Brand-New-2' };
  const needs = 'The password needs: At least 8 characters, An uppercase letter, A number.';
  test.each([
    ['is good', good, true, {}],
    [
      'needs all three fields',
      { oldPassword: '', newPassword: '', confirmation: '' },
      true,
      {
        oldPassword: 'Current password is required',
        newPassword: 'New password is required',
        confirmation: 'Confirm password is required',
      },
    ],
    ['needs no current password when none is set', { ...good, oldPassword: '' }, false, {}],
    [
      'must differ',
      { ...good, newPassword: good.oldPassword, confirmation: good.oldPassword },
      true,
      { newPassword: 'New password should not be the same as current password' },
    ],
    [
      'must meet the requirements',
      { ...good, newPassword: 'short', confirmation: 'short' },
      true,
      { newPassword: needs },
    ],
    [
      'must be confirmed',
      { ...good, confirmation: 'Brand-New-3' },
      true,
      { confirmation: 'Your new password and confirmation password do not match' },
    ],
  ])('%s', (_, typed, hasPassword, problems) => {
    expect(passwordChangeProblems(typed, hasPassword)).toEqual(problems);
  });

  test('treats composed and decomposed letters as the same password', () => {
    const typed = { oldPassword: 'Caf\u00e9-1234', newPassword: 'Cafe\u0301-1234', confirmation: '' };
    expect(passwordChangeProblems(typed, true).newPassword).toBe(
      'New password should not be the same as current password',
    );
  });
});
