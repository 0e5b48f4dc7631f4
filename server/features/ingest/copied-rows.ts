import type { Queryable } from '../../platform/database.ts';
import type { LockedRows, NeededRows, RecordRows } from '../../platform/distribution/record-rows.ts';
import { executeSql } from './execute-sql.ts';
import type { TemporaryTables } from './temporary-tables.ts';

interface Form {
  columns: string[];
  key: string[];
  defaults: [column: string, sql: string][];
}

interface Copy extends Form {
  table: string;
  keysOnly: boolean;
  isEmpty: boolean;
}

const list = (names: readonly string[], of = '') => names.map((name) => `${of}${name}`).join(', ');
const sameKey = (key: readonly string[], one: string, other: string) =>
  key.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ');

/** The rows as copied, to find what the batch has changed. */
const stored = (table: string) => `pg_temp.stored_${table}`;
const locked = (table: string) => `pg_temp.locked_${table}`;
const fetched = (table: string) => `pg_temp.fetched_${table}`;
const copy = (table: string) => `pg_temp.${table}`;
/** Name of a copy between batches, which must not hide the record's table. */
const idle = (table: string) => `pg_temp.idle_${table}`;

/** Someone changed rows that the batch copied without a lock. The batch is repeated. */
class ChangedSince extends Error {
  readonly code = '40001';

  constructor(table: string) {
    super(`Rows of ${table} were changed by others since they were copied.`);
  }
}

/** A batch works on copies: clusters refuse statements over all accounts and temporary tables, or move all rows to one machine. */
export class CopiedRows implements RecordRows {
  readonly #database: Queryable;
  readonly #tables: TemporaryTables;
  readonly #placed: ReadonlySet<string>;
  readonly #forms = new Map<string, Form>();
  #copies = new Map<string, Copy>();

  constructor(database: Queryable, tables: TemporaryTables, placed: ReadonlySet<string>) {
    this.#database = database;
    this.#tables = tables;
    this.#placed = placed;
  }

  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    // the previous batch may have been rolled back, with its copies
    this.#copies = new Map();
    await this.#limitWaits();
    const result = await work();
    await this.#close();
    return result;
  }

  async apart<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#close();
    return work();
  }

  async load(...needed: readonly NeededRows[]): Promise<void> {
    for (const one of needed) if (this.#placed.has(one.table)) await this.#load(one);
  }

  async lock({ table, rows, owned = true }: LockedRows): Promise<number> {
    const isPlaced = this.#placed.has(table);
    const named = await executeSql<{ account_id: string; ids: string[] }>(
      this.#database,
      owned
        ? `select account_id, array_agg(distinct id) as ids from (${rows}) named group by account_id order by account_id`
        : `select '' as account_id, array_agg(distinct id) as ids from (${rows}) named having count(*) > 0`,
    );
    let count = 0;
    for (const { account_id, ids } of named.rows)
      count += await this.#lockKeys(table, {
        name: 'call.id',
        values: ids,
        account: owned ? account_id : null,
      });
    if (isPlaced && count > 0) {
      const key = owned ? 'account_id, id' : 'id';
      const where = `(${list(key.split(', '), 'call.')}) in (select ${key} from (${rows}) named)`;
      await this.#load({ table, where, again: true });
      const { key: primaryKey } = await this.#formOf(table);
      await this.#run(
        `insert into ${locked(table)} select ${list(primaryKey)} from ${stored(table)} call where ${where}`,
      );
    }
    return count;
  }

  async #lockKeys(
    table: string,
    { name, values, account }: { name: string; values: readonly string[]; account: string | null },
  ): Promise<number> {
    const { rows } = await executeSql<{ count: number }>(
      this.#database,
      `select count(*)::int as count from (
         select 1 from public.${table} call where ${name} = any($1) ${account === null ? '' : 'and account_id = $2'}
         order by ${name} for update
       ) found`,
      account === null ? [values] : [values, account],
    );
    return rows[0]?.count ?? 0;
  }

  async save(): Promise<void> {
    for (const { table } of await this.#saveChanged()) {
      await this.#run(`truncate ${stored(table)}`);
      await this.#run(`insert into ${stored(table)} select * from ${copy(table)}`);
    }
  }

  async #saveChanged(): Promise<Copy[]> {
    const changed: Copy[] = [];
    for (const one of this.#copies.values()) if (!one.keysOnly && (await this.#save(one))) changed.push(one);
    return changed;
  }

  async #close(): Promise<void> {
    await this.#saveChanged();
    const tables = [...this.#copies.keys()];
    if (tables.length > 0)
      await this.#run(
        [
          `truncate ${tables.flatMap((table) => [copy(table), stored(table), locked(table)]).join(', ')}`,
          ...tables.map((table) => `alter table ${copy(table)} rename to idle_${table}`),
        ].join('; '),
      );
    this.#copies = new Map();
  }

  /** Other machines know the settings of a transaction but not of a session. */
  async #limitWaits(): Promise<void> {
    const { rows } = await executeSql<{ lock_timeout: string }>(this.#database, 'show lock_timeout');
    await this.#run(`set local citus.propagate_set_commands = 'local'`);
    await this.#run(`set local lock_timeout = '${rows[0]?.lock_timeout ?? '0'}'`);
  }

  async #run(text: string): Promise<number> {
    return (await executeSql(this.#database, text)).rowCount;
  }

  async #load({ table, by, of, where, keysOnly = false, again = false }: NeededRows): Promise<void> {
    const opened = await this.#open(table, keysOnly);
    const { columns, key, isEmpty } = opened;
    if (by !== undefined && /^\w+$/.test(by) && !key.includes(by))
      await this.#run(`create index if not exists copied_${table}_by_${by} on ${copy(table)} (${by})`);
    const condition = where ?? (by === undefined ? 'true' : `${by} in (${of})`);
    const count = await this.#run(
      `insert into ${isEmpty ? stored(table) : fetched(table)} (${list(columns)})
       select ${list(columns, 'call.')} from public.${table} call where ${condition}`,
    );
    if (isEmpty) {
      opened.isEmpty = false;
      if (count > 0) await this.#run(`insert into ${copy(table)} select * from ${stored(table)}`);
      return;
    }
    if (again) {
      await this.#run(
        `delete from ${copy(table)} call where ${condition} or (${list(key)}) in (select ${list(key)} from ${fetched(table)})`,
      );
      await this.#run(
        `delete from ${stored(table)} call where not exists (select 1 from ${copy(table)} kept where ${sameKey(key, 'kept', 'call')})`,
      );
    }
    if (count === 0) return;
    await this.#run(
      `with added as (insert into ${stored(table)} select * from ${fetched(table)} on conflict do nothing returning *)
       insert into ${copy(table)} select * from added`,
    );
    await this.#run(`truncate ${fetched(table)}`);
  }

  async #open(table: string, keysOnly: boolean): Promise<Copy> {
    const opened = this.#copies.get(table);
    if (opened && (keysOnly || !opened.keysOnly)) return opened;
    if (opened) throw new Error(`Of ${table} only the keys were copied, and now whole rows are needed.`);
    const form = await this.#formOf(table);
    const columns = keysOnly ? form.key : form.columns;
    await this.#tables.find(
      [idle(table), stored(table), fetched(table), locked(table)],
      [
        `create temp table idle_${table} as select ${list(form.columns)} from public.${table} with no data`,
        ...form.defaults.map(
          ([column, sql]) => `alter table ${idle(table)} alter column ${column} set default ${sql}`,
        ),
        `alter table ${idle(table)} add primary key (${list(form.key)})`,
        ...(form.key.includes('id') && form.key[0] !== 'id' ? [`create index on ${idle(table)} (id)`] : []),
        `create temp table stored_${table} (like ${idle(table)} including indexes)`,
        `create temp table fetched_${table} as select * from ${idle(table)}`,
        `create temp table locked_${table} as select ${list(form.key)} from ${idle(table)}`,
      ],
    );
    await this.#run(`alter table ${idle(table)} rename to ${table}`);
    const copied = { ...form, columns, table, keysOnly, isEmpty: true };
    this.#copies.set(table, copied);
    return copied;
  }

  async #formOf(table: string): Promise<Form> {
    const known = this.#forms.get(table);
    if (known) return known;
    const { rows } = await executeSql<{ name: string; value: string | null; isKey: boolean }>(
      this.#database,
      `select quote_ident(attname) as name, pg_get_expr(adbin, adrelid) as value, coalesce(attnum = any(indkey), false) as "isKey"
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       left join pg_index on indrelid = attrelid and indisprimary
       where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       order by array_position(indkey::int[], attnum::int), attnum`,
      [table],
    );
    const form: Form = {
      columns: rows.map(({ name }) => name),
      key: rows.filter(({ isKey }) => isKey).map(({ name }) => name),
      defaults: rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    };
    this.#forms.set(table, form);
    return form;
  }

  /** Locks changed rows that the batch has not locked. Throws {@link ChangedSince} if they differ from the copy. */
  async #checkUnlocked({ table, key, columns }: Copy): Promise<void> {
    const owned = key[0] === 'account_id';
    const name = key.includes('id') ? 'call.id' : `row(${list(key, 'call.')})::text`;
    const unlocked = `from ${stored(table)} call left join ${copy(table)} copied on ${sameKey(key, 'copied', 'call')}
      where (copied is null or copied *<> call)
        and not exists (select 1 from ${locked(table)} known where ${sameKey(key, 'known', 'call')})`;
    const { rows } = await executeSql<{ account: string | null; values: string[] }>(
      this.#database,
      `select ${owned ? 'call.account_id' : 'null'} as account, array_agg(${name}) as values ${unlocked} group by 1 order by 1`,
    );
    if (rows.length === 0) return;
    for (const found of rows) await this.#lockKeys(table, { name, ...found });
    await this.#run(
      `insert into ${fetched(table)} select ${list(columns, 'call.')} from public.${table} call
       where (${list(key, 'call.')}) in (select ${list(key, 'call.')} ${unlocked})`,
    );
    const others = await this.#run(
      `select 1 ${unlocked} and not exists (
         select 1 from ${fetched(table)} now where ${sameKey(key, 'now', 'call')} and now *= call) limit 1`,
    );
    await this.#run(`truncate ${fetched(table)}`);
    if (others > 0) throw new ChangedSince(table);
  }

  async #save(saved: Copy): Promise<boolean> {
    const { table, key, columns } = saved;
    const { rows } = await executeSql<{ added: boolean; changed: boolean; gone: boolean }>(
      this.#database,
      `select coalesce(bool_or(stored is null), false) as added, coalesce(bool_or(copied is null), false) as gone,
         coalesce(bool_or(copied *<> stored), false) as changed
       from ${copy(table)} copied full join ${stored(table)} stored on ${sameKey(key, 'copied', 'stored')}`,
    );
    const [found] = rows;
    if (!found) return false;
    const { added, changed, gone } = found;
    if (changed || gone) await this.#checkUnlocked(saved);
    const without = (one: string, other: string) =>
      `from ${one} here where not exists (select 1 from ${other} there where ${sameKey(key, 'here', 'there')})`;
    if (gone)
      await this.#run(
        `delete from public.${table} where (${list(key)}) in (select ${list(key, 'here.')} ${without(stored(table), copy(table))})`,
      );
    const insert = `insert into public.${table} (${list(columns)})`;
    if (changed)
      await this.#run(
        `${insert} select ${list(columns, 'here.')} from ${copy(table)} here
           join ${stored(table)} there on ${sameKey(key, 'here', 'there')} where here *<> there
         on conflict (${list(key)}) do update set ${columns
           .filter((name) => !key.includes(name))
           .map((name) => `${name} = excluded.${name}`)
           .join(', ')}`,
      );
    if (added)
      await this.#run(`${insert} select ${list(columns, 'here.')} ${without(copy(table), stored(table))}`);
    return added || changed || gone;
  }
}
