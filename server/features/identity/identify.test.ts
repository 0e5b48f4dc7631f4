import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';
import type { Access } from '@mailcall/contract/wire/route.ts';
import { expect, test } from 'vitest';
import { hasRole } from './identify.ts';

const member = (operator: boolean, ...roles: TeamRole[]) => ({
  operator,
  team: { roles: new Set(roles), scope: 'all' as const },
});

test.each<[who: string, viewer: Parameters<typeof hasRole>[0], open: Access[]]>([
  ['a person of an office', { operator: false, team: null }, []],
  ['an operator outside the team', { operator: true, team: null }, ['operator']],
  ['a scorer', member(false, 'scorer'), ['scorer', 'listener']],
  ['a scoring lead', member(false, 'scoring-lead'), ['scorer', 'scoring-lead', 'disputes', 'listener']],
  [
    'an account manager',
    member(false, 'account-manager'),
    ['disputes', 'listener', 'account-manager', 'designer', 'provider'],
  ],
  ['a designer', member(false, 'designer'), ['designer', 'provider']],
  [
    'a scorer who designs, too',
    member(false, 'scorer', 'designer'),
    ['scorer', 'listener', 'designer', 'provider'],
  ],
  [
    'an operator of the team',
    member(true, 'operator'),
    ['operator', 'scorer', 'scoring-lead', 'disputes', 'listener', 'account-manager', 'designer', 'provider'],
  ],
  ['a member of the team whose role was taken', member(false), []],
])('opens to %s the routes of their roles', (_, viewer, open) => {
  const accesses: Access[] = [
    'operator',
    'scorer',
    'scoring-lead',
    'disputes',
    'listener',
    'account-manager',
    'designer',
    'provider',
  ];
  expect(accesses.filter((access) => hasRole(viewer, { access }))).toEqual(open);
  for (const access of ['limited', 'full'] as const) expect(hasRole(viewer, { access })).toBe(true);
});
