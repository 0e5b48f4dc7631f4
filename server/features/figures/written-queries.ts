import type { RawBuilder } from 'kysely';
import type { RangedScope } from '../scope/index.ts';

/** Cached scopes per query: those of screens opened at the same time. */
const mostScopes = 8;
/** Above this number of accounts, queries are not cached, to avoid keeping long lists. */
const mostAccounts = 100;

/** Writes a query of a ranged scope and caches the last ones for a screen's requests. */
class WrittenQueries<Row> {
  readonly #write: (scope: RangedScope) => RawBuilder<Row>;
  readonly #written = new Map<string, RawBuilder<Row>>();

  constructor(write: (scope: RangedScope) => RawBuilder<Row>) {
    this.#write = write;
  }

  of(scope: RangedScope): RawBuilder<Row> {
    if (scope.accountIds.length > mostAccounts) return this.#write(scope);
    const key = JSON.stringify(scope);
    const query = this.#written.get(key) ?? this.#write(scope);
    this.#written.delete(key);
    this.#written.set(key, query);
    const [oldest] = this.#written.keys();
    if (this.#written.size > mostScopes && oldest !== undefined) this.#written.delete(oldest);
    return query;
  }
}

/**
 * Caches queries, so that equal scopes get the same object.
 * @param write depends only on the scope
 */
export function keepingQueries<Row>(
  write: (scope: RangedScope) => RawBuilder<Row>,
): (scope: RangedScope) => RawBuilder<Row> {
  const written = new WrittenQueries(write);
  return (scope) => written.of(scope);
}
