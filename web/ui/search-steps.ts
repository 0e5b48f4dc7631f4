function commonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function commonSuffixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[one.length - 1 - length] === other[other.length - 1 - length])
    length += 1;
  return length;
}

/** Whether an edit removes more than half of a text, so that it replaces instead of continues or corrects it. */
function replacesMoreThanHalf(before: string, after: string): boolean {
  const start = commonPrefixLength(before, after);
  const end = commonSuffixLength(before.slice(start), after.slice(start));
  return before.length > 1 && (before.length - start - end) * 2 > before.length;
}

/** A search that continues the last one replaces its history step, so that Back undoes all of it. */
export class SearchSteps {
  /** Last search since the field got the focus; null before the first. */
  #last: string | null = null;
  #replaced = false;

  typed(before: string, after: string): void {
    if (replacesMoreThanHalf(before, after)) this.#replaced = true;
  }

  searched(current: string, text: string): 'step' | 'replace' {
    const continuesLast = this.#last === current && text !== '' && (current === '' || !this.#replaced);
    this.#last = text;
    this.#replaced = false;
    return continuesLast ? 'replace' : 'step';
  }

  blurred(): void {
    this.#last = null;
    this.#replaced = false;
  }
}
