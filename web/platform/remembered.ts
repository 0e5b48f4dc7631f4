import type { z } from 'zod';

/** Reads a remembered choice of this browser; anything unreadable counts as not remembered. */
export function recall<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | null {
  try {
    const saved = schema.safeParse(JSON.parse(localStorage.getItem(`mailcall.${name}`) ?? 'null'));
    return saved.success ? saved.data : null;
  } catch {
    return null;
  }
}

/** Remembers a choice in this browser; null forgets it. */
export function remember(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`mailcall.${name}`);
    else localStorage.setItem(`mailcall.${name}`, JSON.stringify(value));
  } catch {
    // a full or forbidden store only means that the choice is not remembered
  }
}
