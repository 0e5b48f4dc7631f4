import type * as z from 'zod/mini';

/** Reads a value stored in this browser, or with `sessionStorage` in this tab; null if missing or unreadable. */
export function readStored<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  storage: Storage = localStorage,
): z.output<Schema> | null {
  try {
    const saved = schema.safeParse(JSON.parse(storage.getItem(`mailcall.${name}`) ?? 'null'));
    return saved.success ? saved.data : null;
  } catch {
    return null;
  }
}

/** Stores a value in this browser, or with `sessionStorage` in this tab; null removes it. */
export function writeStored(name: string, value: unknown, storage: Storage = localStorage): void {
  try {
    if (value === null) storage.removeItem(`mailcall.${name}`);
    else storage.setItem(`mailcall.${name}`, JSON.stringify(value));
  } catch {
    // storage is full or forbidden; the value is lost
  }
}
