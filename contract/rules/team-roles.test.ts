import { expect, test } from 'vitest';
import { isTeamRole, type TeamAccess, type TeamRole, teamMayUse, teamStart } from './team-roles.ts';

test.each<[access: TeamAccess, roles: TeamRole[], may: boolean]>([
  ['scorer', [], false],
  ['scorer', ['scorer'], true],
  ['scorer', ['scoring-lead'], true],
  ['scorer', ['operator'], true],
  ['scoring-lead', [], false],
  ['scoring-lead', ['scorer'], false],
  ['scoring-lead', ['scoring-lead'], true],
  ['scoring-lead', ['operator'], true],
  ['scoring-lead', ['scorer', 'operator'], true],
  ['scorer', ['account-manager', 'designer'], false],
  ['disputes', ['account-manager'], true],
  ['disputes', ['scoring-lead'], true],
  ['disputes', ['scorer', 'designer'], false],
  ['listener', ['scorer'], true],
  ['listener', ['account-manager'], true],
  ['listener', ['designer'], false],
  ['account-manager', ['account-manager'], true],
  ['account-manager', ['operator'], true],
  ['account-manager', ['designer', 'scoring-lead'], false],
  ['designer', ['designer'], true],
  ['designer', ['account-manager'], true],
  ['designer', ['scorer'], false],
  ['team', ['operator'], true],
  ['team', ['account-manager', 'scoring-lead'], false],
  ['provider', ['designer'], true],
  ['provider', ['account-manager'], true],
  ['provider', ['operator'], true],
  ['provider', ['scorer', 'scoring-lead'], false],
])('opens routes for a %s to the roles %j: %j', (access, roles, may) => {
  expect(teamMayUse(access, new Set(roles))).toBe(may);
});

test.each<[roles: TeamRole[], start: string]>([
  [['scorer'], 'scoring'],
  [['scoring-lead'], 'scoring'],
  [['operator', 'scorer'], 'scoring'],
  [['account-manager', 'scorer'], 'scoring'],
  [['account-manager'], 'provider'],
  [['designer'], 'provider'],
  [['operator'], 'provider'],
])('begins the roles %j at %s', (roles, start) => {
  expect(teamStart(roles)).toBe(start);
});

test.each([
  ['scorer', true],
  ['scoring-lead', true],
  ['operator', true],
  ['account-manager', true],
  ['designer', true],
  ['limited-access-user', false],
  ['Scorer', false],
])('%s is a role of the team: %j', (role, is) => {
  expect(isTeamRole(role)).toBe(is);
});
