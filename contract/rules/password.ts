/** A requirement of a new password: its text and its check. */
export interface PasswordRequirement {
  text: string;
  isMet: (password: string) => boolean;
}

/** The requirements of a new password. */
export const passwordRequirements: readonly PasswordRequirement[] = [
  { text: 'At least 8 characters', isMet: (password) => Array.from(password).length >= 8 },
  { text: 'A lowercase letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { text: 'An uppercase letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { text: 'A number', isMet: (password) => /\d/.test(password) },
];

/** The most characters in a password. It limits the cost of hashing. */
export const maxPasswordLength = 200;

/** The texts of the requirements that a new password does not meet; empty when it is valid. */
export function unmetPasswordRequirements(password: string): string[] {
  return passwordRequirements
    .filter((requirement) => !requirement.isMet(password))
    .map((requirement) => requirement.text);
}
