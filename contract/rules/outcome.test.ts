import { expect, test } from 'vitest';
import { outcomesOf } from './outcome.ts';

const none = {
  appointment: false,
  missed: false,
  followUp: false,
  cancelled: false,
  rescheduled: false,
  opportunity: false,
  nonOpportunity: false,
};

test.each([
  ['a call not scored yet', {}, []],
  ['an opportunity', { opportunity: true }, ['opportunity']],
  ['a missed call to follow up', { missed: true, followUp: true }, ['missed call', 'follow up']],
  [
    'everything, in the order of the list',
    {
      nonOpportunity: true,
      opportunity: true,
      rescheduled: true,
      cancelled: true,
      followUp: true,
      missed: true,
      appointment: true,
    },
    ['appointment', 'missed call', 'follow up', 'cancelled', 'rescheduled', 'opportunity', 'non-opportunity'],
  ],
])('outcome labels: %s', (_, facts, labels) => {
  expect(outcomesOf({ ...none, ...facts })).toEqual(labels);
});
