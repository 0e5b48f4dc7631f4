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

/** Limits the cost of hashing. Fields do not cut a longer password, which no one could repeat. */
export const maxPasswordLength = 200;

const notTooLong: PasswordRequirement = {
  text: `At most ${maxPasswordLength} characters`,
  isMet: (password) => password.length <= maxPasswordLength,
};

/** Shown while a user types a password; includes the maximum only if the password is too long. */
export const listedRequirements = (password: string): readonly PasswordRequirement[] =>
  notTooLong.isMet(password) ? passwordRequirements : [...passwordRequirements, notTooLong];

export function unmetPasswordRequirements(password: string): string[] {
  return listedRequirements(password)
    .filter((requirement) => !requirement.isMet(password))
    .map((requirement) => requirement.text);
}
