/** One requirement on a new password: its words and its test. */
export interface PasswordRequirement {
  text: string;
  met: (password: string) => boolean;
}

/** What a new password needs. */
export const passwordRequirements: readonly PasswordRequirement[] = [
  { text: 'At least 8 characters', met: (password) => Array.from(password).length >= 8 },
  { text: 'A lowercase letter', met: (password) => /\p{Ll}/u.test(password) },
  { text: 'An uppercase letter', met: (password) => /\p{Lu}/u.test(password) },
  { text: 'A number', met: (password) => /\d/.test(password) },
];

/** The longest password taken, in characters: hashing costs what its length costs. */
export const maxPasswordLength = 200;

/** What a new password still lacks; empty when it will do. */
export function passwordLacks(password: string): string[] {
  return passwordRequirements
    .filter((requirement) => !requirement.met(password))
    .map((requirement) => requirement.text);
}
