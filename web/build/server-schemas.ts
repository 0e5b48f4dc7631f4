/**
 * Stands for `zod` where the contract is built for the web app: schemas that only the server uses are created without cost, and
 * checking a value by one fails. What the web app checks values by is written with `zod/mini`.
 */
export const z: unknown = new Proxy(() => z, {
  get(_, name) {
    if (name === 'parse' || name === 'safeParse')
      throw new Error('Only the server has this schema. Write it with zod/mini to use it in the web app.');
    return z;
  },
});
