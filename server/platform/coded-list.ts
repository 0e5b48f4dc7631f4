/** Text ids as a parameter of `= any(…)`. PostgreSQL compares the ids; the columnar copy compares small numbers instead. */
export class CodedList {
  readonly kind: string;
  readonly ids: readonly string[];

  constructor(kind: string, ids: Iterable<string>) {
    this.kind = kind;
    this.ids = [...ids];
  }

  /** PostgreSQL's driver calls this method. */
  toPostgres(): readonly string[] {
    return this.ids;
  }
}
