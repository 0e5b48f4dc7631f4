import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import { notValid } from './http/problems.ts';

const nul = 'must not hold a NUL character.';
const halfCharacter = 'must be valid Unicode: it holds half of a character.';

const problemOf = (text: string): string | null =>
  text.includes('\0') ? nul : text.isWellFormed() ? null : halfCharacter;

/** PostgreSQL cannot store NUL and lone surrogates. */
export function addTextProblems(problems: FieldProblemList, value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') {
    const problem = problemOf(value);
    if (problem) problems.add(path, `This text ${problem}`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inside] of Object.entries(value)) {
      const problem = problemOf(name);
      if (problem) problems.add(path, `The name of a field ${problem}`);
      addTextProblems(problems, inside, [...path, name.toWellFormed()]);
    }
  }
}

/** Checks input from another system. Throws 400, naming the fields. */
export function checkTexts(value: unknown): void {
  const problems = new FieldProblemList();
  addTextProblems(problems, value, []);
  if (!problems.isEmpty) throw notValid(problems.listed, problems.unlisted);
}

/** At most `most` UTF-16 units, without splitting a character. */
export const beginningOf = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
