import { CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';

const names = new Map<string, string>();

/** Limited, because every connection keeps each statement. */
const mostNames = 50;

export const preparedNameOf = (text: string): string | undefined => names.get(text);

/** Stands for a value while a statement is written. */
class Place<Name> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}

/** Refuses a real value, which would become part of everyone's statement. */
function nameOf<Name>(place: unknown): Name {
  if (!(place instanceof Place)) throw new Error('A value of a prepared statement has no name.');
  return place.name as Name;
}

/** A short statement that each connection plans once. Its best plan must not depend on the values. */
export class PreparedStatement<Values extends object, Row> {
  readonly #write: (value: (name: keyof Values) => RawBuilder<unknown>) => RawBuilder<Row>;
  #written: { text: string; places: readonly (keyof Values)[] } | null = null;

  constructor(write: (value: (name: keyof Values) => RawBuilder<unknown>) => RawBuilder<Row>) {
    this.#write = write;
  }

  /** Throws on the first run if there are too many statements, or if `write` used a real value. */
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
