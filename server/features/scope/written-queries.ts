import type { RawBuilder } from 'kysely';
import type { RangedScope } from './checked-scope.ts';

/** Scopes for which a query is kept: those of screens that are opened at the same time. */
const mostScopes = 8;
/** The query of a scope with more accounts is written anew each time, so that no long lists are kept. */
const mostAccounts = 100;

/** Writes a query of a ranged scope, and keeps the last ones: the requests of a screen write the same. */
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
 * A function that writes the same queries, and gives the same object for equal scopes.
 * @param write writes the query from the scope alone
 */
export function keepingQueries<Row>(
  write: (scope: RangedScope) => RawBuilder<Row>,
): (scope: RangedScope) => RawBuilder<Row> {
  const written = new WrittenQueries(write);
  return (scope) => written.of(scope);
}
