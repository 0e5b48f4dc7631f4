import type { TeamRole } from '@mailcall/contract/rules/team-roles.ts';

export interface ViewerTeam {
  roles: ReadonlySet<TeamRole>;
  /** All accounts, or the chosen ones with their sub-accounts. */
  scope: 'all' | ReadonlySet<string>;
}

export interface Viewer {
  contactId: string;
  /** Null if an external issuer signed the token. */
  sessionId: string | null;
  /** The stricter of token and record. */
  limited: boolean;
  /** A required second factor is missing. */
  lacksSecondFactor: boolean;
  /** May open System: has the command-line role, in a session with a second factor that is neither limited nor by a grant. */
  operator: boolean;
  /** Null for others, and in a session that is limited, by a grant or without a second factor. */
  team: ViewerTeam | null;
  /** Linked accounts, their sub-accounts and, for reading, accounts of a scoreboard grant. Empty for the provider's team. */
  accountIds: ReadonlySet<string>;
  subAccounts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Visible accounts by the ids of offices that were merged into them. */
  mergedIds: ReadonlyMap<string, string>;
  /** Visible only through a scoreboard grant: read, never changed, exported or mailed. */
  grantedIds: ReadonlySet<string>;
  /** A guest from a scoreboard link: no own accounts, only routes open to guests. */
  byGrant: boolean;
  /** Set if a member of the team (`by`) looks as this contact, which is for reading only. */
  clientView: { id: string; by: string } | null;
  /** Changes with roles, accounts and grants; requests may send it as `x-session-version`. */
  sessionVersion: string;
}

/** The account that has the rows of `id` now, if it was merged into one that the viewer sees; otherwise `id`. */
export const currentAccount = ({ mergedIds }: Pick<Viewer, 'mergedIds'>, id: string): string =>
  mergedIds.get(id) ?? id;
