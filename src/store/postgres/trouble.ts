// Why the bundled PostgreSQL cannot run, in words for the operator.
export class PostgresTrouble extends Error {}
