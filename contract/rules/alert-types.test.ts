import { expect, test } from 'vitest';
import {
  alertFrequencies,
  alertTypes,
  defaultFrequencies,
  isAllowedFrequency,
  orderedMethods,
  ownAlertTypes,
} from './alert-types.ts';

test.each([
  ['Performance Breakdown Alert', 'Daily Weekly', 'Weekly', false],
  ['Missed Call Alert', 'Real-time Daily Weekly', 'Real-time', true],
  ['En Route Alert', 'Weekly', 'Weekly', true],
  ['First Opportunity Alert', 'Real-time', 'Real-time', true],
  ['New Appointment Call Alert', 'Real-time Daily Weekly', 'Real-time', true],
  ['New Opportunity Call Alert', 'Real-time Daily Weekly', 'Real-time', true],
] as const)('%s can be %s, is %s at first; its own receiver can set it: %s', (type, allowed, first, own) => {
  expect(alertFrequencies.filter((frequency) => isAllowedFrequency(type, frequency)).join(' ')).toBe(allowed);
  expect(defaultFrequencies[type]).toBe(first);
  expect(ownAlertTypes.includes(type)).toBe(own);
  expect(alertTypes).toContain(type);
});

test('lists each method once in a fixed order', () => {
  expect(orderedMethods(['SMS', 'Email', 'SMS'])).toEqual(['Email', 'SMS']);
  expect(orderedMethods([])).toEqual([]);
});
