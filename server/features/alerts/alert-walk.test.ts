import { expect, test } from 'vitest';
import { walkAlerts } from '../../../tests/torture/alert-walk.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';

const here = testDatabase();

test.each([
  ['forward', { seed: 1, from: '2026-03-05T00:00:00Z', to: '2026-03-11T00:00:00Z', meanStep: 120 }],
  ['back', { seed: 2, from: '2026-10-29T00:00:00Z', to: '2026-11-04T00:00:00Z', meanStep: 120 }],
])(
  'misses no alert and repeats none in all zones of the US and its islands when the clocks go %s',
  async (_, walk) => {
    const { written, expected } = await walkAlerts(here.database, walk);
    expect(expected.length).toBeGreaterThan(100);
    expect(written).toEqual(expected);
  },
);
