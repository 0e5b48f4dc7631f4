import { cut } from '@mailcall/contract/rules/caller.ts';

/** A name on lines of at most so many letters, broken between words; what has no place ends in an ellipsis. */
export function linesOf(name: string, letters: number, lines: number): string[] {
  const broken: string[] = [];
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const last = broken.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      broken[broken.length - 1] = `${last} ${word}`;
    else broken.push(word);
  }
  const kept = broken.slice(0, lines).map((line) => cut(line, letters));
  if (broken.length > lines) kept[lines - 1] = cut(`${broken[lines - 1]} ${broken[lines]}`, letters - 1);
  return kept;
}
