import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';

/** Tables of a connection: one that has the right form is emptied instead of created. */
export class TemporaryTables {
  readonly #database: Queryable;
  readonly #forms = new Map<string, string>();

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Creates missing tables. Returns whether they existed, with their rows. */
  async find(names: readonly string[], form: readonly string[]): Promise<boolean> {
    const key = names.join(', ');
    const text = form.join(';\n');
    if (this.#forms.get(key) === text) return true;
    await executeSql(this.#database, `drop table if exists ${key}`);
    for (const statement of form) await executeSql(this.#database, statement);
    this.#forms.set(key, text);
    return false;
  }

  async empty(names: readonly string[], form: readonly string[]): Promise<void> {
    if (await this.find(names, form)) await executeSql(this.#database, `truncate ${names.join(', ')}`);
  }

  /** Call after a rollback, which may have undone creations. */
  forget(): void {
    this.#forms.clear();
  }
}
