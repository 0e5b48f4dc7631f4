import { expect, test } from 'vitest';
import { malformedRequests } from '../malformed/malformed-run.ts';

const { here, send } = malformedRequests();
const requests = Number(process.env['MALFORMED_REQUESTS'] ?? 100_000);
const seed = Number(process.env['MALFORMED_SEED'] ?? Date.now() % 2 ** 31);
/** Milliseconds for a request on a machine that does other work as well. */
const longestOnAverage = 30;
const timeout = 60_000 + requests * longestOnAverage;

test('no malformed request causes a server error, reveals internals, or changes another office', {
  timeout,
}, async () => {
  const { findings, statuses, costliest } = await send(requests, seed, 1);
  const counted = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${times}`);
  console.info(`seed ${seed}, ${requests} requests; ${counted.join(', ')}`);
  for (const { thread, process, request } of costliest)
    console.info(`${thread.toFixed(0)} of ${process.toFixed(0)} ms ${request.slice(0, 300)}`);
  expect(findings.slice(0, 20)).toEqual([]);
  expect(here.logged.slice(0, 20)).toEqual([]);
  expect(costliest.filter((cost) => cost.thread > 1_000 || cost.process > 2_000)).toEqual([]);
});
