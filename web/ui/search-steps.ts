/** How many characters two texts have in common at their beginning. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** How many characters two texts have in common at their end. */
function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[one.length - 1 - length] === other[other.length - 1 - length])
    length += 1;
  return length;
}

/** Whether an edit takes away more than half of a text: somebody replaces it instead of typing on or correcting it. */
function replacesMost(before: string, after: string): boolean {
  const start = commonLength(before, after);
  const end = commonEnd(before.slice(start), after.slice(start));
  return before.length > 1 && (before.length - start - end) * 2 > before.length;
}

/**
 * Decides whether a search is a step of its own in the browser's history. Typing pauses: a search that goes on from the
 * last one replaces its step, so that Back undoes the search as a whole. Another search is a step of its own.
 */
export class SearchSteps {
  /** What was searched for last since the field got the focus; null before. */
  #last: string | null = null;
  /** Whether the text has been replaced since. */
  #replaced = false;

  /** Notes an edit of the field. */
  typed(before: string, after: string): void {
    if (replacesMost(before, after)) this.#replaced = true;
  }

  /** Notes a search for a text in place of the one that is shown, and says what it is to the history. */
  searched(shown: string, text: string): 'step' | 'replace' {
    const goesOn = this.#last === shown && text !== '' && (shown === '' || !this.#replaced);
    this.#last = text;
    this.#replaced = false;
    return goesOn ? 'replace' : 'step';
  }

  /** Notes that the field lost the focus: what is typed later is another search. */
  left(): void {
    this.#last = null;
    this.#replaced = false;
  }
}
