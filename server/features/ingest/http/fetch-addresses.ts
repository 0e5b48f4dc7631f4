/** The cell names an address, not a path. */
export const isAddress = (cell: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(cell);

/** Null unless the address is http or https, has no user name, and its origin is one of `INGEST_FETCH_ORIGINS`. */
export function allowedAddress(cell: string, origins: readonly string[]): URL | null {
  if (!URL.canParse(cell)) return null;
  const address = new URL(cell);
  if (address.username !== '' || address.password !== '') return null;
  return /^https?:$/.test(address.protocol) && origins.includes(address.origin) ? address : null;
}
