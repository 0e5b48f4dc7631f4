import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import { expect, test } from 'vitest';
import { type Section, sectionsFor } from './sections.ts';

const section = (access: Section['access']) => ({ path: access, access }) as Section;
const all = (['provider', 'designer', 'account-manager', 'operator'] as const).map(section);

const pathsFor = (roles: string[], team: TeamRole[], limited = false) =>
  sectionsFor({ roles, team, limited }, all).map(({ path }) => path);

test.each<[roles: string[], team: TeamRole[], paths: string[]]>([
  [[], [], []],
  [['scorer'], ['scorer'], []],
  [['designer'], ['designer'], ['provider', 'designer']],
  [['account-manager'], ['account-manager'], ['provider', 'designer', 'account-manager']],
  [['operator'], [], ['operator']],
  [['operator'], ['operator'], ['provider', 'designer', 'account-manager', 'operator']],
])('with the roles %j, in the team as %j, the sections are %j', (roles, team, paths) => {
  expect(pathsFor(roles, team)).toEqual(paths);
});

test('shows an operator in a limited session no section', () => {
  expect(pathsFor(['operator'], [], true)).toEqual([]);
});
