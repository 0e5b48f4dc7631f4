/** The signed-in person of a request, as the record knows them now. */
export interface Viewer {
  /** The person's contact id. */
  contactId: string;
  /** The session of the access token; null when an outside issuer signed it. */
  sessionId: string | null;
  /** Limited-access: by role, or by the realm of the session. The stricter of token and record. */
  limited: boolean;
  /** The session is limited because the person has no second factor. */
  lacksSecondFactor: boolean;
  /** May open /operate: has the role from the command line, in a session with a second factor that is neither limited nor by a grant. */
  operator: boolean;
  /** Every account the request may touch: linked ones, their sub-accounts and, to read, those of a scoreboard grant. */
  accountIds: ReadonlySet<string>;
  /** The ids of the accounts directly below each that has any, as far as they may be read. */
  subAccounts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Accounts that only a scoreboard grant shows: read, never changed, exported or mailed. Empty without one. */
  grantedIds: ReadonlySet<string>;
  /**
   * A guest: the session began with a scoreboard link, whose holder proved nothing about themselves. They have no accounts of
   * their own, and the routes that the contract opens to guests.
   */
  byGrant: boolean;
  /** Version of roles, accounts and grants; requests may carry it as `x-session-version`. */
  sessionVersion: string;
}
