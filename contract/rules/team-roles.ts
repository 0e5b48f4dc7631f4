/** For /operate. Only the command line grants and revokes it. */
export const operatorRole = 'operator';

/** The feed never gives these roles. A `scoring-lead` also decides about scores. All need a second factor. */
export const teamRoles = ['scorer', 'scoring-lead', operatorRole] as const;
export type TeamRole = (typeof teamRoles)[number];

export const scoringRoles = ['scorer', 'scoring-lead'] as const satisfies readonly TeamRole[];
export type ScoringRole = (typeof scoringRoles)[number];

/** 'all', or ids; null for roles other than `team`. */
export const accountsOfChange = (accountIds: readonly string[] | null): string | null =>
  accountIds && (accountIds[0] === '*' ? 'all' : accountIds.join(', '));

export const teamRoleTexts: Readonly<Record<TeamRole, string>> = {
  scorer: 'scorer',
  'scoring-lead': 'scoring lead',
  operator: 'operator',
};

/** Replaces the team's people where offices do not see their names. */
export const teamPerson = { id: 'team', name: 'The provider’s team' } as const;

export const isTeamRole = (role: string): role is TeamRole => (teamRoles as readonly string[]).includes(role);

export type TeamAccess = 'scorer' | 'scoring-lead';

const rolesOfAccess: Readonly<Record<TeamAccess, readonly TeamRole[]>> = {
  scorer: teamRoles,
  'scoring-lead': ['scoring-lead', operatorRole],
};

export const teamMayUse = (access: TeamAccess, roles: Iterable<TeamRole>): boolean =>
  [...roles].some((role) => rolesOfAccess[access].includes(role));

export const teamStart = (roles: readonly TeamRole[]): 'scoring' | 'operate' =>
  roles.some((role) => role !== operatorRole) ? 'scoring' : 'operate';
