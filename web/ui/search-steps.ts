/** How many characters two texts have in common at their beginning. */
function commonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** How many characters two texts have in common at their end. */
function commonSuffixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[one.length - 1 - length] === other[other.length - 1 - length])
    length += 1;
  return length;
}

/** Whether an edit removes more than half of a text, so that it replaces the text instead of continuing or correcting it. */
function replacesMoreThanHalf(before: string, after: string): boolean {
  const start = commonPrefixLength(before, after);
  const end = commonSuffixLength(before.slice(start), after.slice(start));
  return before.length > 1 && (before.length - start - end) * 2 > before.length;
}

/**
 * Decides whether a search is a step of its own in the browser's history. Typing has pauses: a search that continues the last
 * one replaces its step, so that Back undoes the complete search. Another search is a step of its own.
 */
export class SearchSteps {
  /** The last search since the field got the focus; null before the first. */
  #last: string | null = null;
  /** Whether the text has been replaced since. */
  #replaced = false;

  /** Records an edit of the field. */
  typed(before: string, after: string): void {
    if (replacesMoreThanHalf(before, after)) this.#replaced = true;
  }

  /** Records a search for a text instead of the current one, and returns what it is in the history. */
  searched(current: string, text: string): 'step' | 'replace' {
    const continuesLast = this.#last === current && text !== '' && (current === '' || !this.#replaced);
    this.#last = text;
    this.#replaced = false;
    return continuesLast ? 'replace' : 'step';
  }

  /** Records that the field lost the focus: what is typed later is another search. */
  blurred(): void {
    this.#last = null;
    this.#replaced = false;
  }
}
