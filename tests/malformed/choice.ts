export class Choice {
  readonly #next: () => number;

  constructor(next: () => number) {
    this.#next = next;
  }

  /** Whether an event happens that happens once in `times` times. */
  oneIn = (times: number): boolean => this.#next() * times < 1;

  below = (limit: number): number => Math.floor(this.#next() * limit);

  of = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new Error('There is nothing to choose from.');
    return items[this.below(items.length)] as Item;
  };
}
