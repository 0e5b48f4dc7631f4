import type { z } from 'zod';

/**
 * Reads a remembered choice of this browser, or with `sessionStorage` of this tab; anything unreadable counts as not
 * remembered.
 */
export function readStored<Schema extends z.ZodType>(
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

/** Remembers a choice in this browser, or with `sessionStorage` in this tab; null forgets it. */
export function writeStored(name: string, value: unknown, storage: Storage = localStorage): void {
  try {
    if (value === null) storage.removeItem(`mailcall.${name}`);
    else storage.setItem(`mailcall.${name}`, JSON.stringify(value));
  } catch {
    // a full or forbidden store only means that the choice is not remembered
  }
}
