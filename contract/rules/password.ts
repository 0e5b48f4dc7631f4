export interface PasswordRequirement {
  text: string;
  isMet: (password: string) => boolean;
}

export const passwordRequirements: readonly PasswordRequirement[] = [
  { text: 'At least 8 characters', isMet: (password) => Array.from(password).length >= 8 },
  { text: 'A lowercase letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { text: 'An uppercase letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { text: 'A number', isMet: (password) => /\d/.test(password) },
];

/** The most characters in a password. It limits the cost of hashing. Fields do not cut a longer one, which nobody could repeat. */
export const maxPasswordLength = 200;

const notTooLong: PasswordRequirement = {
  text: `At most ${maxPasswordLength} characters`,
  isMet: (password) => password.length <= maxPasswordLength,
};

/** The requirements to list while a password is typed: its length at most only if it is too long. */
export const listedRequirements = (password: string): readonly PasswordRequirement[] =>
  notTooLong.isMet(password) ? passwordRequirements : [...passwordRequirements, notTooLong];

/** The texts of the requirements that a new password does not meet; empty when it is valid. */
export function unmetPasswordRequirements(password: string): string[] {
  return listedRequirements(password)
    .filter((requirement) => !requirement.isMet(password))
    .map((requirement) => requirement.text);
}
