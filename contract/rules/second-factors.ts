export const secondFactorLevels = ['operators', 'primary', 'all'] as const;
export type SecondFactorLevel = (typeof secondFactorLevels)[number];

/** `email`: mailed code or the link beside it. */
export type FirstFactor = 'password' | 'email' | 'sms' | 'passkey';

/** In the order offered. */
export const secondFactors = ['passkey', 'email', 'sms', 'password', 'recovery-code'] as const;
export type SecondFactor = (typeof secondFactors)[number];

export interface KnownFactors {
  passkey: boolean;
  password: boolean;
  /** A number that no one else has. */
  phone: boolean;
  recoveryCode: boolean;
  /** A mailed link set the password, so that access to the mailbox gives both factors. */
  passwordByMail: boolean;
}

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

/** A passkey is two factors: the device, and its owner's finger, face or code. */
const beside: Readonly<Record<FirstFactor, readonly SecondFactor[]>> = {
  password: ['passkey', 'email', 'sms', 'recovery-code'],
  email: ['passkey', 'password', 'recovery-code'],
  sms: ['passkey', 'email', 'password', 'recovery-code'],
  passkey: [],
};

/** Factors that the person has, in the order offered. A mailed code does not count beside a password set by mail. */
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

/** After such a factor, mailed codes count again beside a password set by mail. */
export const provesMoreThanMail = (factor: FirstFactor | SecondFactor): boolean =>
  factor === 'passkey' || factor === 'sms' || factor === 'recovery-code';
