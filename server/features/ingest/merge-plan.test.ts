import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { staffPlan } from './campaigns-plan.ts';
import { statementsOf } from './merge-plan.ts';

test('the statement in the comment of the generator is the generated one', async () => {
  const source = await readFile(new URL('merge-plan.ts', import.meta.url), 'utf8');
  const shown = /^ \* ```sql\n(.*?)^ \* ```$/ms.exec(source)?.[1]?.replaceAll(/^ \* /gm, '').trimEnd();
  expect(shown).toBe(statementsOf(staffPlan).compare('feed.line > $1'));
});
