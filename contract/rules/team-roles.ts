/** For the page System. Only the command line grants and revokes it. */
export const operatorRole = 'operator';

/** Roles that adding or changing a member gives. */
export const memberRoles = ['designer', 'account-manager', 'scorer', 'scoring-lead'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** The feed never gives these roles. All need a second factor. */
export const teamRoles = [...memberRoles, operatorRole] as const;
export type TeamRole = (typeof teamRoles)[number];

/** 'all', or ids; null for roles other than `team`. */
export const accountsOfChange = (accountIds: readonly string[] | null): string | null =>
  accountIds && (accountIds[0] === '*' ? 'all' : accountIds.join(', '));

export const teamRoleTexts: Readonly<Record<TeamRole, string>> = {
  designer: 'designer',
  'account-manager': 'account manager',
  scorer: 'scorer',
  'scoring-lead': 'scoring lead',
  operator: 'operator',
};

/** Replaces the team's people where offices do not see their names. */
export const teamPerson = { id: 'team', name: 'The provider’s team' } as const;

/** Gets calls and recordings to suggest values. Ids of contacts have no blanks. */
export const modelPerson = { id: 'the model', name: 'The provider’s model' } as const;

export const isTeamRole = (role: string): role is TeamRole => (teamRoles as readonly string[]).includes(role);

const desk = ['designer', 'account-manager', operatorRole] as const satisfies readonly TeamRole[];

/** Who of the team may use routes and pages of an access. Operators of the team may use all. */
export const rolesOfAccess = {
  scorer: ['scorer', 'scoring-lead', operatorRole],
  'scoring-lead': ['scoring-lead', operatorRole],
  /** Decides what offices dispute. */
  disputes: ['account-manager', 'scoring-lead', operatorRole],
  /** Hears calls of their accounts. */
  listener: ['account-manager', 'scorer', 'scoring-lead', operatorRole],
  'account-manager': ['account-manager', operatorRole],
  /** Designs and their reviews. */
  designer: desk,
  /** The team itself: whoever changes it can reach the data of clients. */
  team: [operatorRole],
  /** Everyone at the provider's desk uses these, such as the inbox. */
  provider: desk,
} as const satisfies Record<string, readonly TeamRole[]>;

export type TeamAccess = keyof typeof rolesOfAccess;

export const isTeamAccess = (access: string): access is TeamAccess => Object.hasOwn(rolesOfAccess, access);

export const teamMayUse = (access: TeamAccess, roles: Iterable<TeamRole>): boolean =>
  [...roles].some((role) => (rolesOfAccess[access] as readonly TeamRole[]).includes(role));

export const teamStart = (roles: readonly TeamRole[]): 'scoring' | 'provider' =>
  roles.includes('scorer') || roles.includes('scoring-lead') ? 'scoring' : 'provider';
