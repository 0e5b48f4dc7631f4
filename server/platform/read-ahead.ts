/**
 * The same items, of which the next one is asked for before the present one is used: reading and using overlap. What goes wrong
 * with an item is thrown in its place. Whoever stops early waits for the item that is being read.
 */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const source = items[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // it is thrown when its turn comes
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await source.return?.();
  }
}
