export interface Viewer {
  contactId: string;
  /** Session of the access token; null if an external issuer signed it. */
  sessionId: string | null;
  /** Limited by role or realm; the stricter of token and record. */
  limited: boolean;
  /** Limited because the person lacks a required second factor. */
  lacksSecondFactor: boolean;
  /** May open /operate: has the command-line role, in a session with a second factor that is neither limited nor by a grant. */
  operator: boolean;
  /** All accessible accounts: linked ones, their sub-accounts and, for reading, those of a scoreboard grant. */
  accountIds: ReadonlySet<string>;
  subAccounts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Accounts visible only through a scoreboard grant: read, never changed, exported or mailed. */
  grantedIds: ReadonlySet<string>;
  /** A guest from a scoreboard link, who has proved nothing: no own accounts, only routes open to guests. */
  byGrant: boolean;
  /** Version of roles, accounts and grants; requests may send it as `x-session-version`. */
  sessionVersion: string;
}
