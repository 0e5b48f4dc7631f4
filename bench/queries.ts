import { isDeepStrictEqual } from 'node:util';
import { decodeQuery, encodeQuery } from '@mailcall/contract/wire/query.ts';
import qs from 'qs';
import { median } from './quantiles.ts';
import { sized } from './options.ts';

const turns = sized(5, 1);
const counts = sized(
  { ids: 10_000, repeated: 19_000, indices: 10_000 },
  { ids: 100, repeated: 100, indices: 100 },
);

const repeated = (times: number, pair: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => pair(index)).join('&');

const queries: Readonly<Record<string, string>> = {
  'different account ids': encodeQuery({
    accountIds: Array.from({ length: counts.ids }, (_, index) => `0015e00000${index}AAA`),
  }),
  'an account id repeated': repeated(counts.repeated, () => 'accountIds[]=a'),
  'indices, highest first': repeated(counts.indices, (index) => `a[${counts.indices - index}]=`),
};

const baseline = (text: string) =>
  qs.parse(text, { depth: 4, arrayLimit: 20_000, parameterLimit: 20_000, allowPrototypes: false });

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Throws if Mailcall and qs decode different account ids. */
export function measureQueries(say: (line: string) => void): void {
  const [honest = ''] = Object.values(queries);
  if (!isDeepStrictEqual(decodeQuery(honest)['accountIds'], baseline(honest)['accountIds']))
    throw new Error('Queries: the decoded account ids differ from those of qs.');
  say(`${'medians'.padEnd(66)} ${'codec'.padStart(10)} ${'qs'.padStart(12)} ${'ratio'.padStart(8)}`);
  for (const [name, text] of Object.entries(queries)) {
    const taken = { codec: [] as number[], qs: [] as number[] };
    for (let turn = 0; turn <= turns; turn += 1) {
      const times = { codec: timed(() => decodeQuery(text)), qs: timed(() => baseline(text)) };
      if (turn === 0) continue;
      taken.codec.push(times.codec);
      taken.qs.push(times.qs);
    }
    const [codec, plain] = [median(taken.codec), median(taken.qs)];
    const size = `${(text.length / 1024).toFixed(0)} KB`;
    say(
      `${`Queries, ${name}, ${size}`.padEnd(66)} ${codec.toFixed(1).padStart(7)} ms ${plain.toFixed(0).padStart(9)} ms ${(plain / codec).toFixed(0).padStart(8)}`,
    );
  }
}
