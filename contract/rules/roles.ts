/** Role for /operate. Only the command line grants and revokes it, never the feed. */
export const operatorRole = 'operator';

/** Roles of the provider's staff; each needs a second factor to sign in. */
export const providerRoles: readonly string[] = [operatorRole];
