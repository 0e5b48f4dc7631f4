import type * as z from 'zod/mini';

/**
 * Reads a value that this browser remembers, or with `sessionStorage` this tab; null when there is none or it is
 * unreadable.
 */
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

/** Remembers a value in this browser, or with `sessionStorage` in this tab; null removes it. */
export function writeStored(name: string, value: unknown, storage: Storage = localStorage): void {
  try {
    if (value === null) storage.removeItem(`mailcall.${name}`);
    else storage.setItem(`mailcall.${name}`, JSON.stringify(value));
  } catch {
    // storage is full or forbidden: the value is not remembered
  }
}
