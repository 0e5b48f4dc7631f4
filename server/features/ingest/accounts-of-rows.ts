/** The accounts that some rows of a file name. */
export class AccountsOfRows {
  readonly #names = new Set<string>();
  /** Whether a row names none: it can be of any account. */
  #any = false;
  #last: string | undefined;

  /** Whether a row with this cell in its column account_id adds nothing. */
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

  /** Whether rows of the one can be of the same account as rows of the other. */
  meets(other: AccountsOfRows): boolean {
    return this.#any || other.#any || [...this.#names].some((name) => other.#names.has(name));
  }
}

/** Whether it pays to end batches before an account that they do not have. */
export class BatchCuts {
  #cut: AccountsOfRows | null = null;
  #inVain = 0;

  /** Whether the next batch may be cut: not after two cuts in a row that were in vain. */
  get pay(): boolean {
    return this.#inVain < 2;
  }

  /** Notes the accounts of a batch that has ended, and whether it was cut; this was in vain if the next has an account of it. */
  ended(accounts: AccountsOfRows, isCut: boolean): void {
    if (this.#cut) this.#inVain = accounts.meets(this.#cut) ? this.#inVain + 1 : 0;
    this.#cut = isCut ? accounts : null;
  }
}
