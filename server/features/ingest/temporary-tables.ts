import type { Queryable } from '../../platform/database.ts';
import { executeSql } from './execute-sql.ts';

/** The temporary tables of a connection: one that has its form already is emptied instead of created again. */
export class TemporaryTables {
  readonly #database: Queryable;
  readonly #forms = new Map<string, string>();

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Makes sure that tables with this form are there. Returns whether they were there already, with the rows they had. */
  async find(names: readonly string[], form: readonly string[]): Promise<boolean> {
    const key = names.join(', ');
    const text = form.join(';\n');
    if (this.#forms.get(key) === text) return true;
    await executeSql(this.#database, `drop table if exists ${key}`);
    for (const statement of form) await executeSql(this.#database, statement);
    this.#forms.set(key, text);
    return false;
  }

  /** Makes sure that tables with this form are there, and empty. */
  async empty(names: readonly string[], form: readonly string[]): Promise<void> {
    if (await this.find(names, form)) await executeSql(this.#database, `truncate ${names.join(', ')}`);
  }

  /** After a rollback, which may have undone what was created: everything is created again. */
  forget(): void {
    this.#forms.clear();
  }
}
