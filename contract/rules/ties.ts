/** Items with the highest count, in their order; empty if every count is 0. */
export function withMost<Item>(items: readonly Item[], count: (item: Item) => number): Item[] {
  const most = items.reduce((highest, item) => Math.max(highest, count(item)), 0);
  return most === 0 ? [] : items.filter((item) => count(item) === most);
}

/** If there are more, two are named and the others counted. */
export const maxNamedEquals = 3;

/** 'Ann, Ben and Cal', 'Ann, Ben and 4 others'. `names`: all up to {@link maxNamedEquals}, else the first ones. `mark` separates names. */
export function namesOfEquals(names: readonly string[], total = names.length, mark = ','): string {
  const named = total > maxNamedEquals ? names.slice(0, maxNamedEquals - 1) : names;
  const parts = total > named.length ? [...named, `${total - named.length} others`] : named;
  const last = parts.at(-1) ?? '';
  const before = parts.slice(0, -1);
  return before.length === 0 ? last : `${before.join(`${mark} `)} and ${last}`;
}
