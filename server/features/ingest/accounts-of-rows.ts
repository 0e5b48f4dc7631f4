/** Accounts named by some rows of a file. */
export class AccountsOfRows {
  readonly #names = new Set<string>();
  /** A row without an account can be of any account. */
  #any = false;
  #last: string | undefined;

  /** A row with this account_id adds nothing. */
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

  /** Both can have rows of the same account. */
  meets(other: AccountsOfRows): boolean {
    return this.#any || other.#any || [...this.#names].some((name) => other.#names.has(name));
  }
}

/** Decides whether to end a batch before an account that it does not have. */
export class BatchCuts {
  #cut: AccountsOfRows | null = null;
  #inVain = 0;

  /** False after two cuts in a row without effect. */
  get pay(): boolean {
    return this.#inVain < 2;
  }

  /** Notes the accounts of an ended batch. A cut was in vain if the next batch has one of them. */
  ended(accounts: AccountsOfRows, isCut: boolean): void {
    if (this.#cut) this.#inVain = accounts.meets(this.#cut) ? this.#inVain + 1 : 0;
    this.#cut = isCut ? accounts : null;
  }
}
