/** The most passkeys of one person. */
export const maxPasskeys = 10;

/** The most characters of the name of a passkey. */
export const maxPasskeyName = 60;
