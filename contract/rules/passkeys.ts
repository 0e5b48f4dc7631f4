export const maxPasskeys = 10;

export const maxPasskeyName = 60;

/** Not in `messages`, because only login and settings show them. */
export const passkeyMessages = {
  ownSessionStays: 'You are using this session. Log out to end it.',
  signedOutThere: 'You are signed out there.',
  sessionNotFound: 'This session has ended already.',
  passkeyNameRequired: 'A name is required',
  passkeyRefused: 'This passkey was not accepted. Please try again.',
  passkeyKnown: 'This device has a passkey of yours already.',
  tooManyPasskeys: 'You have ten passkeys. Remove one to add another.',
  passkeyNotFound: 'This passkey has been removed already.',
  passkeyAdded: 'Your passkey was added',
  passkeyRemoved: 'Your passkey was removed',
} as const;
