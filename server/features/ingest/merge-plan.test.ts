import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { distributedTablesIn, loadParser } from '../../../tests/support/undistributed-forms.ts';
import { staffPlan } from './campaigns-plan.ts';
import { statementsOf } from './merge-plan.ts';
import { feedFiles } from './feed-files.ts';
import { mergePlanOf } from './merge-plans.ts';
import { rowsOfPlan } from './rows-of-plan.ts';

beforeAll(loadParser);

test('the statement in the comment of the generator is the generated one', async () => {
  const source = await readFile(new URL('merge-plan.ts', import.meta.url), 'utf8');
  const shown = /^ \* ```sql\n(.*?)^ \* ```$/ms.exec(source)?.[1]?.replaceAll(/^ \* /gm, '').trimEnd();
  expect(shown).toBe(statementsOf(staffPlan).compare('feed.line > $1'));
});

const plans = feedFiles.flatMap((file) => {
  const plan = mergePlanOf(file, 'feed');
  return plan ? [{ name: file.name, plan }] : [];
});

test.each(plans)('a batch of $name loads the rows that it is compared with', ({ plan }) => {
  const loaded = rowsOfPlan(plan, { portalWork: false }, [0, 1]).map(({ table }) => table);
  const compared = distributedTablesIn(statementsOf(plan).compare('true'));
  expect(compared.filter((table) => !loaded.includes(table))).toEqual([]);
});
