/** Role for /operate. Only the command line grants and revokes it, never the feed. */
export const operatorRole = 'operator';

/** Roles of the provider's staff; each needs a second factor to sign in. */
export const providerRoles: readonly string[] = [operatorRole];

/** Who needs a second factor: the provider's roles, also primary contacts, or everyone. */
export const secondFactorLevels = ['operators', 'primary', 'all'] as const;
export type SecondFactorLevel = (typeof secondFactorLevels)[number];

/** First step of a sign-in; `email` is a mailed code or the link beside it. */
export type FirstFactor = 'password' | 'email' | 'sms' | 'passkey';

/** Factors of a second step, in the order offered. */
export const secondFactors = ['passkey', 'email', 'sms', 'password', 'recovery-code'] as const;
export type SecondFactor = (typeof secondFactors)[number];

export interface KnownFactors {
  passkey: boolean;
  password: boolean;
  /** A phone number that no one else has. */
  phone: boolean;
  /** An unused recovery code. */
  recoveryCode: boolean;
  /** The password was set by a mailed link, so access to the mailbox gives both factors. */
  passwordByMail: boolean;
}

/** Whether a person's sign-in needs a second factor. */
export function needsSecondFactor(
  level: SecondFactorLevel,
  person: {
    isProvider: boolean;
    isPrimary: boolean;
  },
): boolean {
  if (person.isProvider || level === 'all') return true;
  return level === 'primary' && person.isPrimary;
}

/** Valid second factors by first factor. A passkey is two factors: the device, and its owner's finger, face or code. */
const beside: Readonly<Record<FirstFactor, readonly SecondFactor[]>> = {
  password: ['passkey', 'email', 'sms', 'recovery-code'],
  email: ['passkey', 'password', 'recovery-code'],
  sms: ['passkey', 'email', 'password', 'recovery-code'],
  passkey: [],
};

/** Second factors available after a first one; empty if the person has none. */
export function secondFactorsAfter(first: FirstFactor, known: KnownFactors): SecondFactor[] {
  const isAvailable: Readonly<Record<SecondFactor, boolean>> = {
    passkey: known.passkey,
    password: known.password && !(first === 'email' && known.passwordByMail),
    email: !(first === 'password' && known.passwordByMail),
    sms: known.phone,
    'recovery-code': known.recoveryCode,
  };
  return beside[first].filter((factor) => isAvailable[factor]);
}

/** Whether a factor proves more than access to the mailbox, so that mailed codes count again beside a password set by mail. */
export const provesMoreThanMail = (factor: FirstFactor | SecondFactor): boolean =>
  factor === 'passkey' || factor === 'sms' || factor === 'recovery-code';
