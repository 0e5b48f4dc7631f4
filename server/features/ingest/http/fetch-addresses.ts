/** Whether a cell names an address and not a path. */
export const isAddress = (cell: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(cell);

/**
 * The address of a cell, if something may be fetched from there: http or https, of an origin that the operator names, without a user
 * name. Null otherwise.
 * @param origins `INGEST_FETCH_ORIGINS`
 */
export function allowedAddress(cell: string, origins: readonly string[]): URL | null {
  if (!URL.canParse(cell)) return null;
  const address = new URL(cell);
  if (address.username !== '' || address.password !== '') return null;
  return /^https?:$/.test(address.protocol) && origins.includes(address.origin) ? address : null;
}
