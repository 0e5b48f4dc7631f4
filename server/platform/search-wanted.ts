/** What a search wants of a kind: what the words of a normalized query find, or what was chosen before. */
export type SearchWanted = { query: string } | { ids: readonly string[] };
