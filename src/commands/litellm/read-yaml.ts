// Reads YAML as LiteLLM does (version 1.1, with merge keys), but bounded, and refuses what LiteLLM's parser would refuse or read in another way.
import { isScalar, parseDocument, visit } from 'yaml';
import { ConfigError } from '../../config/values.ts';
import { plainText } from './plain-text.ts';

export const MAX_CONFIG_BYTES = 1_000_000;
/** Counted before the package looks for each of them in the whole document. */
const MAX_NAMED_ALIASES = 1_000;
const ALIAS = /(?:^|[\s[{,])\*[^\s,[\]{}*"']/g;
/** Each alias counts as often as the aliases around it repeat it: a few lines must not stand for billions. */
const MAX_ALIASES = 20_000;
/** Values of these would be objects without fields, which look as if nothing were set. */
const NO_PLAIN_VALUES = /:(?:timestamp|binary|set|omap|pairs)$/;

/** Nothing of the file is in an error, since keys stand in it. */
export function readYaml(text: string): unknown {
  if (Buffer.byteLength(text) > MAX_CONFIG_BYTES)
    throw new ConfigError(
      `The file has more than ${MAX_CONFIG_BYTES / 1e6} MB: no configuration of LiteLLM is that large.`,
    );
  if ((text.match(ALIAS)?.length ?? 0) > MAX_NAMED_ALIASES)
    throw new ConfigError(`The file has more than ${MAX_NAMED_ALIASES} aliases of YAML.`);
  try {
    const document = parseDocument(text, {
      version: '1.1',
      merge: true,
      // The package compares each key with all others: seconds for thousands of them.
      uniqueKeys: false,
      customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !NO_PLAIN_VALUES.test(tag.tag)),
    });
    // A warning is a tag that LiteLLM's parser does not know either.
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw problem;
    visit(document, { Map: (_, { items }) => refuseTwice(items.map(({ key }) => key)) });
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new ConfigError(`The file is no YAML: ${plainText(reason)}`);
  }
}

/** LiteLLM would take the last one, which the author may not have meant. */
function refuseTwice(keys: readonly unknown[]): void {
  const names = keys.map((key) => (isScalar(key) ? String(key.value) : key)).filter((name) => name !== '<<');
  if (new Set(names).size < names.length) throw new Error('a mapping has a key twice');
}
