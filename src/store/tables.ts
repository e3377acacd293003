// The tables, as the query builder knows them; each aggregate's file adds its own by declaration merging.
// biome-ignore lint/suspicious/noEmptyInterface: every store file merges its tables into it.
export interface Tables {}
