import { expect, test } from 'vitest';
import { malformedRequests } from './malformed/malformed-run.ts';

const { here, send } = malformedRequests();

test('malformed requests to any route are refused without an error of the server, and change nothing of another office', async () => {
  const { findings, statuses } = await send(600, 20_261_123, 4);
  expect(findings).toEqual([]);
  expect(here.logged).toEqual([]);
  // most get past the address, and some past everything
  expect(statuses.get(400) ?? 0).toBeGreaterThan(80);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(20);
});
