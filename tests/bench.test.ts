import { expect, test } from 'vitest';
import { ChosenMeasurements } from '../bench/measurements.ts';
import { runProgram } from './support/programs.ts';

test('the bench refuses a name that it does not know, and names those that it does', async () => {
  const bench = runProgram('bench/main.ts', { args: ['Overview', 'All'] });
  expect(await bench.ended).toBe(1);
  expect(bench.output()).toBe(
    'There is no measurement "Overview All". Choose one of: Queries, Map shapes, Audit, Households, Ingest, Overview, All Calls, Front Desk, Campaigns screen, Campaigns by rate, Campaigns drawer, Campaigns story.\n',
  );
});

test('the bench of the import refuses a size that is no number', async () => {
  const bench = runProgram('bench/import.ts', { args: ['--calls', 'many'] });
  expect(await bench.ended).toBe(1);
  expect(bench.output()).toContain('--calls takes a whole number.');
});

test.each<[words: string[], chosen: boolean[]]>([
  [[], [true, true, true]],
  [
    ['All', 'Calls'],
    [true, false, false],
  ],
  [['all calls'], [true, false, false]],
  [['Campaigns'], [false, true, true]],
  [
    ['Campaigns', 'by'],
    [false, true, false],
  ],
])('%j chooses what begins so', (words, chosen) => {
  const chosenMeasurements = new ChosenMeasurements(words);
  const names = ['All Calls', 'Campaigns by rate', 'Campaigns screen'] as const;
  expect(names.map((name) => chosenMeasurements.includes(name))).toEqual(chosen);
});

test('a run that has not measured everything that was chosen fails', () => {
  const campaigns = new ChosenMeasurements(['Campaigns']);
  campaigns.add('Campaigns by rate');
  campaigns.add('Campaigns screen');
  campaigns.add('Campaigns story');
  expect(() => campaigns.requireAll()).toThrow('Not measured: Campaigns drawer.');
  campaigns.add('Campaigns drawer');
  expect(() => campaigns.requireAll()).not.toThrow();
});
