import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  scoreFieldNames,
  scoreFieldOf,
  type ScoreGroup,
  scoreGroups,
} from '@mailcall/contract/rules/score-fields.ts';
import { shippedRubric, shippedRubricVersion } from '@mailcall/contract/rules/score-rubric.ts';
import { expect, test } from 'vitest';
import { root } from './support/imports.ts';

/** Sections of docs/use/scoring-rubric.md. The examples are on the form. */
const sections = (Object.keys(scoreGroups) as ScoreGroup[]).map((group) => {
  const fields = scoreFieldNames.filter((name) => scoreFieldOf(name).group === group);
  const rules = fields.map((name) => {
    const { counts, doesNotCount } = shippedRubric[name];
    return `### ${scoreFieldOf(name).label}

- Counts: ${counts}
- Does not count: ${doesNotCount}
`;
  });
  return `## ${scoreGroups[group]}\n\n${rules.join('\n')}`;
});

test('docs/use/scoring-rubric.md has these rules', async () => {
  const page = await readFile(join(root, 'docs/use/scoring-rubric.md'), 'utf8');
  expect(page).toContain(`The rules are those of version ${shippedRubricVersion}.`);
  expect(page.slice(page.indexOf('\n## ') + 1)).toBe(sections.join('\n'));
});
