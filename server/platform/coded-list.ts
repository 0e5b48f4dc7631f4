/** Text ids as a parameter of `= any(…)`. PostgreSQL compares the ids; the columnar copy compares small numbers instead. */
export class CodedList {
  /** Resource with these ids, such as `account`. */
  readonly kind: string;
  readonly ids: readonly string[];

  constructor(kind: string, ids: Iterable<string>) {
    this.kind = kind;
    this.ids = [...ids];
  }

  /** Parameter for PostgreSQL's driver; it calls this method. */
  toPostgres(): readonly string[] {
    return this.ids;
  }
}
