// The table types of the query builder; each store file adds its own tables by declaration merging.
// biome-ignore lint/suspicious/noEmptyInterface: every store file merges its tables into it.
export interface Tables {}
