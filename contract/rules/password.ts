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

/** Maximum length of a password; limits the cost of hashing. */
export const maxPasswordLength = 200;

/** Texts of unmet requirements; empty if valid. */
export function unmetPasswordRequirements(password: string): string[] {
  return passwordRequirements
    .filter((requirement) => !requirement.isMet(password))
    .map((requirement) => requirement.text);
}
