import { expect, test } from 'vitest';
import { type TortureResult, torturePortal } from './portal/killed-portal.ts';

const kills = Number(process.env['TORTURE_KILLS'] ?? 200);
const seed = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31);
const minutes = Number(process.env['TORTURE_MINUTES'] ?? 30);

const minute = 60_000;

function linesOf(result: TortureResult): string[] {
  const { acknowledged: done, recoveries } = result;
  const counts = (map: ReadonlyMap<string, number>) =>
    [...map].map(([name, count]) => `${name} ${count}`).join(', ');
  const sorted = recoveries.toSorted((one, other) => one - other);
  const seconds = (share: number) =>
    ((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1_000).toFixed(1);
  return [
    `seed ${seed}; killed: ${counts(result.kills)}`,
    `${done.answered} requests answered; sent again: ${counts(done.repeated)}`,
    `calls ${done.calls.size}, resolutions ${done.resolutions.size}, comments ${done.comments.size}, names ${done.names.size}, settings ${done.settings.size}, recordings ${done.recordings.size}, reported calls ${done.reports.size}, alerts ${done.alerts.size}`,
    `${result.comparisons} comparisons of all figures, ${result.looks} looks; working again after ${seconds(0.5)} s (median), ${seconds(0.95)} s (95 %), ${seconds(1)} s (longest)`,
    `${result.mails} mails, ${result.mailsAgain} of them again (at most ${result.mailsThatMayComeAgain})`,
  ];
}

test(
  'loses and doubles nothing that was acknowledged while processes and PostgreSQL are killed at random',
  async () => {
    const result = await torturePortal({
      size: { offices: 20, calls: 42_000, alertOffices: 60 },
      named: 0.5,
      kills,
      seed,
      compareEvery: 20,
      // often the next one is killed before the last one works again
      waited: 0.3,
      longest: minutes * minute,
    });
    console.info(linesOf(result).join('\n'));
    expect(result.problems.slice(0, 20)).toEqual([]);
    expect(result.mailsAgain).toBeLessThanOrEqual(result.mailsThatMayComeAgain);
  },
  (minutes + 15) * minute,
);
