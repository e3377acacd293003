// Recognises errors which say that a part of the service, such as the database or the file storage, cannot be reached now.

const NETWORK_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
];
/**
 * PostgreSQL: it stops (57P01), crashed (57P02), starts (57P03), has no connection left (53300), or is a standby that was not promoted yet
 * (25006). Class 08 is about connections.
 */
const SQL_STATES = /^(57P0[123]|53300|25006|08\w{3})$/;
/** Errors of the PostgreSQL client that have no code. */
const CLIENT_WORDS = /^(Connection terminated|timeout expired|timeout exceeded when trying to connect)|not queryable/;

export function isLostConnection(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (NETWORK_CODES.includes(code) || SQL_STATES.test(code)) return true;
  // The socket of the bundled PostgreSQL while it is not there; any other missing file is a mistake of ours.
  if (code === 'ENOENT' && 'syscall' in thrown && thrown.syscall === 'connect') return true;
  return CLIENT_WORDS.test(thrown.message);
}
