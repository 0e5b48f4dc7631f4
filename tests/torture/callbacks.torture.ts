import { expect, test } from 'vitest';
import { cloneDatabase } from '../support/test-database.ts';
import { addCallbackPeople, runCallbackWeeks } from './callback-weeks.ts';

test.each([1, 2, 3, 4])(
  'in quarter %i of 1,000 random weeks no missed caller leaves the queue without a reason that can be shown',
  async (quarter) => {
    const here = await cloneDatabase();
    await addCallbackPeople(here.database);
    const { problems, events } = await runCallbackWeeks(here.database, { from: quarter * 1000, weeks: 250 });
    console.log(`${events} events`);
    expect(problems).toEqual([]);
    await here.drop();
  },
);
