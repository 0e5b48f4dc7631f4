/** Like `encodeURIComponent`, and half of a surrogate pair as the bytes that careless programs send for it. */
export const encoded = (text: string): string =>
  text
    .split(/([\ud800-\udfff]{1,2})/)
    .map((part) => (part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('');

/** A value as a query or a form, nested names in brackets at any depth. */
export function writtenQuery(value: unknown): string {
  const pairs: string[] = [];
  const write = (name: string, inside: unknown): void => {
    if (typeof inside !== 'object' || inside === null) pairs.push(`${name}=${encoded(String(inside))}`);
    else if (Array.isArray(inside)) for (const item of inside) write(`${name}[]`, item);
    else for (const [inner, part] of Object.entries(inside)) write(`${name}[${encoded(inner)}]`, part);
  };
  const fields = typeof value === 'object' && value !== null ? value : { a: value };
  for (const [name, inside] of Object.entries(fields)) write(encoded(name), inside);
  return pairs.join('&');
}
