import { CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';

/** The name of each statement that connections prepare, by its text. */
const names = new Map<string, string>();

/** Each is kept by every connection. */
const mostNames = 50;

/** The name under which a connection prepares a statement; undefined for one that it does not. */
export const preparedNameOf = (text: string): string | undefined => names.get(text);

/** Stands for a value while a statement is written. */
class Place<Name> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}

/** The name of a value; one that was written itself would be the same for everybody from then on. */
function nameOf<Name>(place: unknown): Name {
  if (!(place instanceof Place)) throw new Error('A value of a prepared statement has no name.');
  return place.name as Name;
}

/**
 * A short statement that many requests have in common: it is written once, and each connection of requests parses and plans it
 * once. Its best plan must always be the same, whatever the values.
 */
export class PreparedStatement<Values extends object, Row> {
  readonly #write: (value: (name: keyof Values) => RawBuilder<unknown>) => RawBuilder<Row>;
  #written: { text: string; places: readonly (keyof Values)[] } | null = null;

  /** @param write writes the statement with values by their names alone */
  constructor(write: (value: (name: keyof Values) => RawBuilder<unknown>) => RawBuilder<Row>) {
    this.#write = write;
  }

  /**
   * Runs the statement with values.
   * @throws {Error} at first, when there are too many statements for a connection to keep, or a value was written itself.
   */
  run(values: Values, database: Queryable): Promise<QueryResult<Row>> {
    this.#written ??= this.#prepare(database);
    const { text, places } = this.#written;
    return database.executeQuery<Row>(
      CompiledQuery.raw(
        text,
        places.map((name) => values[name]),
      ),
    );
  }

  #prepare(database: Queryable): { text: string; places: readonly (keyof Values)[] } {
    const value = (name: keyof Values) => sql`${new Place(name)}`;
    const { sql: text, parameters } = this.#write(value).compile(database);
    if (!names.has(text)) {
      if (names.size === mostNames) throw new Error(`This is not a statement to prepare: ${text}`);
      names.set(text, `mailcall_${names.size + 1}`);
    }
    return { text, places: parameters.map((place) => nameOf<keyof Values>(place)) };
  }
}
