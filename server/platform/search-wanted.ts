/** Search input for a kind of result: a normalized query, or ids chosen earlier. */
export type SearchWanted = { query: string } | { ids: readonly string[] };
