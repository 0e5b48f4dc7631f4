/** Maximum number of passkeys per person. */
export const maxPasskeys = 10;

/** Maximum length of a passkey's name. */
export const maxPasskeyName = 60;
