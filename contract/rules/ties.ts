/** The items with the highest count, in their order; none if every count is 0. */
export function withMost<Item>(items: readonly Item[], count: (item: Item) => number): Item[] {
  const most = items.reduce((highest, item) => Math.max(highest, count(item)), 0);
  return most === 0 ? [] : items.filter((item) => count(item) === most);
}

/** How many equals are named. Of more, the first two are, and the others counted. */
export const maxNamedEquals = 3;

/**
 * Names of equals: 'Ann', 'Ann and Ben', 'Ann, Ben and Cal', 'Ann, Ben and 4 others'.
 * @param names the first ones; all of them, unless there are more than {@link maxNamedEquals}
 * @param total how many there are
 * @param mark what separates the names, where a name can have a comma
 */
export function namesOfEquals(names: readonly string[], total = names.length, mark = ','): string {
  const named = total > maxNamedEquals ? names.slice(0, maxNamedEquals - 1) : names;
  const parts = total > named.length ? [...named, `${total - named.length} others`] : named;
  const last = parts.at(-1) ?? '';
  const before = parts.slice(0, -1);
  return before.length === 0 ? last : `${before.join(`${mark} `)} and ${last}`;
}
