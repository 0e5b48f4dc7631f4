import { loadavg } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { median } from './quantiles.ts';
import { reportMissed } from './options.ts';

/** Medians in milliseconds. `untimed`: uncounted turns (1); `warmUp`: earlier turns of some sides; `differ`: figures may differ. */
export async function timeInTurns<Side extends string>(
  title: string,
  sides: Readonly<Record<Side, () => Promise<object>>>,
  options: {
    times: number;
    untimed?: number;
    warmUp?: { sides: readonly string[]; turns: number };
    differ?: boolean;
  },
): Promise<Record<Side, number>> {
  const entries = Object.entries(sides) as [Side, () => Promise<object>][];
  const taken = new Map<Side, number[]>(entries.map(([side]) => [side, []]));
  const { times, untimed = 1, warmUp } = options;
  for (const [side, work] of entries) {
    if (!warmUp?.sides.includes(side)) continue;
    for (let done = 0; done < warmUp.turns; done += 1) await work();
  }
  let expected: object | null = null;
  for (let turn = 0; turn < times + untimed; turn += 1)
    for (const [side, work] of turn % 2 === 0 ? entries : entries.toReversed()) {
      const started = performance.now();
      const figures = await work();
      const milliseconds = performance.now() - started;
      if (turn >= untimed) taken.get(side)?.push(milliseconds);
      expected ??= figures;
      if (!options.differ && !isDeepStrictEqual(figures, expected))
        throw new Error(`${title}: ${side} has other figures.`);
    }
  const medians = [...taken].map(([side, some]) => [side, median(some)] as const);
  const listed = medians.map(([side, time]) => `${side} ${time.toFixed(time < 20 ? 1 : 0)} ms`);
  console.log(`${title}: ${listed.join(', ')} (load ${loadavg()[0]?.toFixed(1)})`);
  return Object.fromEntries(medians) as Record<Side, number>;
}

export function requireRatio(what: string, ratio: number, limit: number): void {
  const shown = (value: number) => value.toPrecision(3);
  const text = `  ${what}: ${shown(ratio)} times`;
  if (ratio <= limit) console.log(`${text}, within the limit of ${shown(limit)}`);
  else reportMissed(`${text}, above the limit of ${shown(limit)}`);
}
