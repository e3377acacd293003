// Reads LOCAL_SERVERS: where on this machine to look for model servers.
import { kindById, type SearchedPort } from '../net/local-servers/find.ts';
import { LOCAL_SERVER_KINDS } from '../net/local-servers/kinds.ts';
import { ConfigError, commaList, wholeNumber } from './values.ts';

/** `auto`: all kinds at their usual ports · `off`: nowhere · a list such as `ollama,comfyui:8288`. Our own port is left out. */
export function searchedPorts(setting: string, ownPort: number): readonly SearchedPort[] {
  if (setting === 'off' || setting === '0') return [];
  const places =
    setting === 'auto'
      ? LOCAL_SERVER_KINDS.map(({ id, usualPort }) => ({ id, port: usualPort }))
      : commaList(setting).map(readPlace);
  return places.filter(({ port }) => port !== ownPort);
}

function readPlace(text: string): SearchedPort {
  const [id = '', port] = text.split(':');
  const kind = kindById(id);
  if (!kind) {
    const known = LOCAL_SERVER_KINDS.map((one) => one.id).join(', ');
    throw new ConfigError(`LOCAL_SERVERS must be auto, off, or a list of ${known}; "${id}" is none of them.`);
  }
  return { id, port: port === undefined ? kind.usualPort : wholeNumber('LOCAL_SERVERS', port, { from: 1, to: 65535 }) };
}
