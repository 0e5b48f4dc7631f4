export class AccountsOfRows {
  readonly #names = new Set<string>();
  /** A row without an account can be of any account. */
  #any = false;
  #last: string | undefined;

  has(cell: string | undefined): boolean {
    return this.#any || (cell !== undefined && (cell === this.#last || this.#names.has(cell.trim())));
  }

  add(cell: string | undefined): void {
    if (cell !== undefined && cell === this.#last) return;
    const name = cell?.trim();
    if (name) this.#names.add(name);
    else this.#any = true;
    this.#last = cell;
  }

  meets(other: AccountsOfRows): boolean {
    return this.#any || other.#any || [...this.#names].some((name) => other.#names.has(name));
  }
}

export class BatchCuts {
  #cut: AccountsOfRows | null = null;
  #inVain = 0;

  get pay(): boolean {
    return this.#inVain < 2;
  }

  /** A cut was in vain if the next batch has one of these accounts. */
  ended(accounts: AccountsOfRows, isCut: boolean): void {
    if (this.#cut) this.#inVain = accounts.meets(this.#cut) ? this.#inVain + 1 : 0;
    this.#cut = isCut ? accounts : null;
  }
}
