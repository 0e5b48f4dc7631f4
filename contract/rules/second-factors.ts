/** People whose sign-in needs a second factor: the provider's roles, also primary contacts, or everyone. A level includes the previous ones. */
export const secondFactorLevels = ['operators', 'primary', 'all'] as const;
export type SecondFactorLevel = (typeof secondFactorLevels)[number];

/** Factor with which a sign-in begins; `email` is a mailed code or the link beside it. */
export type FirstFactor = 'password' | 'email' | 'sms' | 'passkey';

/** Factors of a second step, in the order in which a person is offered them. */
export const secondFactors = ['passkey', 'email', 'sms', 'password', 'recovery-code'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** Factors that a person has. */
export interface KnownFactors {
  passkey: boolean;
  password: boolean;
  /** A phone number that no one else has. */
  phone: boolean;
  /** An unused recovery code. */
  recoveryCode: boolean;
  /** The password was chosen with a mailed reset or setup link: whoever reads the mail has both. */
  passwordByMail: boolean;
}

/** Whether the sign-in of a person needs a second factor. */
export function needsSecondFactor(
  level: SecondFactorLevel,
  person: {
    /** Has a role of the provider. */
    isProvider: boolean;
    /** Is a primary contact of an account. */
    isPrimary: boolean;
  },
): boolean {
  if (person.isProvider || level === 'all') return true;
  return level === 'primary' && person.isPrimary;
}

/** What counts beside each first factor. A passkey is two factors: the device, and its owner's finger, face or code. */
const beside: Readonly<Record<FirstFactor, readonly SecondFactor[]>> = {
  password: ['passkey', 'email', 'sms', 'recovery-code'],
  email: ['passkey', 'password', 'recovery-code'],
  sms: ['passkey', 'email', 'password', 'recovery-code'],
  passkey: [],
};

/** The second factors that a person can use after a first one; empty when they have none. */
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

/** Whether a factor proves more than the mailbox, so that mailed codes count again beside a password that was chosen by mail. */
export const provesMoreThanMail = (factor: FirstFactor | SecondFactor): boolean =>
  factor === 'passkey' || factor === 'sms' || factor === 'recovery-code';
