import { truncate } from '@mailcall/contract/rules/caller.ts';

/** Wraps a name between words to a number of lines of at most `maxLength` characters; what does not fit ends in an ellipsis. */
export function wrapName(name: string, maxLength: number, maxLines: number): string[] {
  const wrapped: string[] = [];
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const last = wrapped.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= maxLength)
      wrapped[wrapped.length - 1] = `${last} ${word}`;
    else wrapped.push(word);
  }
  const visible = wrapped.slice(0, maxLines).map((line) => truncate(line, maxLength));
  if (wrapped.length > maxLines)
    visible[maxLines - 1] = truncate(`${wrapped[maxLines - 1]} ${wrapped[maxLines]}`, maxLength - 1);
  return visible;
}
