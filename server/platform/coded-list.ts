/**
 * A list of text ids as a parameter of `= any(…)`. PostgreSQL compares the ids themselves; the columnar copy has a small
 * number for each of them.
 */
export class CodedList {
  /** What has these ids, such as `account`. */
  readonly kind: string;
  readonly ids: readonly string[];

  constructor(kind: string, ids: Iterable<string>) {
    this.kind = kind;
    this.ids = [...ids];
  }

  /** The parameter as the driver of PostgreSQL sends it. */
  toPostgres(): readonly string[] {
    return this.ids;
  }
}
