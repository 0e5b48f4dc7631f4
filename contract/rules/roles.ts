/** The role of who may open /operate. Only the command line gives and takes it; the feed cannot. */
export const operatorRole = 'operator';

/** The roles of the provider's people. Each of them needs a second factor to sign in. */
export const providerRoles: readonly string[] = [operatorRole];
