// Recognises errors that mean a dependency, such as the database or the file storage, is unreachable.

/** The code of an error for a bucket that answers with errors of its own. */
export const BUCKET_AWAY = 'BUCKET_AWAY';

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
  'UND_ERR_HEADERS_TIMEOUT',
  // As nodemailer names them.
  'ECONNECTION',
  'ESOCKET',
  'EDNS',
  BUCKET_AWAY,
];
/**
 * PostgreSQL is stopping (57P01), crashed (57P02), is starting (57P03), has no free connection (53300), or is a standby
 * not yet promoted (25006). Class 08 covers connection errors.
 */
const SQL_STATES = /^(57P0[123]|53300|25006|08\w{3})$/;
/** Errors of the PostgreSQL client that have no code. */
const CLIENT_WORDS = /^(Connection terminated|timeout expired|timeout exceeded when trying to connect)|not queryable/;

export function isLostConnection(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (NETWORK_CODES.includes(code) || SQL_STATES.test(code)) return true;
  // The bundled PostgreSQL's socket does not exist yet or any more. Any other missing file is our own bug.
  if (code === 'ENOENT' && 'syscall' in thrown && thrown.syscall === 'connect') return true;
  return CLIENT_WORDS.test(thrown.message);
}
