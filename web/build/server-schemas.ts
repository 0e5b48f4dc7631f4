/** Replaces `zod` in the web app, where server schemas must cost nothing. Checking a value with one throws. */
export const z: unknown = new Proxy(() => z, {
  get(_, name) {
    if (name === 'parse' || name === 'safeParse')
      throw new Error('Only the server has this schema. Write it with zod/mini to use it in the web app.');
    return z;
  },
});
