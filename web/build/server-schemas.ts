/**
 * Replaces `zod` when the contract is built for the web app. Server schemas cost nothing, and using one to check a value
 * throws. The web app checks values with `zod/mini`.
 */
export const z: unknown = new Proxy(() => z, {
  get(_, name) {
    if (name === 'parse' || name === 'safeParse')
      throw new Error('Only the server has this schema. Write it with zod/mini to use it in the web app.');
    return z;
  },
});
