/** For /operate. Only the command line grants and revokes it. */
export const operatorRole = 'operator';

/**
 * Roles of the provider's people, never given by the feed. `scorer` scores calls, `scoring-lead` also decides about scores.
 * All of them need a second factor.
 */
export const teamRoles = ['scorer', 'scoring-lead', operatorRole] as const;
export type TeamRole = (typeof teamRoles)[number];

/** Roles given by `team add` and `team change`. */
export const scoringRoles = ['scorer', 'scoring-lead'] as const satisfies readonly TeamRole[];
export type ScoringRole = (typeof scoringRoles)[number];

/** Accounts in a change of the role `team`: 'all', or ids; null for other roles. */
export const accountsOfChange = (accountIds: readonly string[] | null): string | null =>
  accountIds && (accountIds[0] === '*' ? 'all' : accountIds.join(', '));

/** In words, beside a person's name. */
export const teamRoleTexts: Readonly<Record<TeamRole, string>> = {
  scorer: 'scorer',
  'scoring-lead': 'scoring lead',
  operator: 'operator',
};

/** Stands for each of the team's people where offices do not see their names. */
export const teamPerson = { id: 'team', name: 'The provider’s team' } as const;

export const isTeamRole = (role: string): role is TeamRole => (teamRoles as readonly string[]).includes(role);

/** Accesses of routes for the team. */
export type TeamAccess = 'scorer' | 'scoring-lead';

const rolesOfAccess: Readonly<Record<TeamAccess, readonly TeamRole[]>> = {
  scorer: teamRoles,
  'scoring-lead': ['scoring-lead', operatorRole],
};

/** Whether members of the team with these roles may use routes with this access. */
export const teamMayUse = (access: TeamAccess, roles: Iterable<TeamRole>): boolean =>
  [...roles].some((role) => rolesOfAccess[access].includes(role));

/** Page on which members of the team begin, by their roles. */
export const teamStart = (roles: readonly TeamRole[]): 'scoring' | 'operate' =>
  roles.some((role) => role !== operatorRole) ? 'scoring' : 'operate';
