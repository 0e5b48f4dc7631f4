/** Reads the next item while the current one is used. Errors appear in place of their item. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const source = items[Symbol.asyncIterator]();
  let next = source.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await source.return?.();
  }
}
