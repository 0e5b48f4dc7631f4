import { expect, test } from 'vitest';
import { breakdownKeys, cardOrder } from './breakdown-order.ts';

test('puts the chart by hour after the insurances in healthcare', () => {
  expect(cardOrder(true).slice(0, 5)).toEqual(['offer', 'service', 'insurance', 'byHour', 'callerGender']);
  expect(cardOrder(true).at(-1)).toBe('patientType');
});

test('puts the insurances last elsewhere', () => {
  expect(cardOrder(false).slice(0, 4)).toEqual(['offer', 'service', 'byHour', 'callerGender']);
  expect(cardOrder(false).slice(-2)).toEqual(['patientType', 'insurance']);
});

test.each([true, false])('has every card once, healthcare %s', (healthcare) => {
  expect(cardOrder(healthcare).toSorted()).toEqual([...breakdownKeys, 'byHour'].toSorted());
});
