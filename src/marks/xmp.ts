// Writes and reads what a mark says: as an XMP packet with IPTC's terms, and as the fields of sound tags.
import type { DigitalSource, Origin } from '../artifacts/port.ts';

/** What a file says about itself. */
export interface Mark extends Pick<Origin, 'source' | 'model' | 'call' | 'prompt'> {
  /** Such as Atelier/0.2.0. */
  generator: string;
  time: Date;
}

export const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const MAX_PROMPT = 4_000;
/** XMP begins a file or follows its pixels; a reader of the mark need not search megabytes of samples. */
export const SEARCHED_BYTES = 256 * 1024;

export function xmpOf(mark: Mark): string {
  const attributes = {
    'xmp:CreatorTool': mark.generator,
    'xmp:CreateDate': mark.time.toISOString(),
    'dc:identifier': mark.call,
    'Iptc4xmpExt:DigitalSourceType': `${SOURCE_TYPES}${mark.source}`,
    'Iptc4xmpExt:AISystemUsed': mark.model,
    ...(mark.prompt ? { 'Iptc4xmpExt:AIPromptInformation': mark.prompt.slice(0, MAX_PROMPT) } : {}),
  };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ` xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"${written.join('')}/>`,
    '</rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join('');
}

/** Names and values of the tags of sound and video files. */
export function tagsOf(mark: Mark): [name: string, value: string][] {
  return [
    ['DIGITALSOURCETYPE', `${SOURCE_TYPES}${mark.source}`],
    ['AISYSTEMUSED', mark.model],
    ['GENERATOR', mark.generator],
    ['CALL', mark.call],
    ...(mark.prompt ? ([['AIPROMPTINFORMATION', mark.prompt.slice(0, MAX_PROMPT)]] as [string, string][]) : []),
  ];
}

/** The same as one sentence, for formats whose tags have fixed names. */
export function sentenceOf(mark: Mark): string {
  return `Made by a machine: ${mark.model}, ${mark.generator}, ${mark.call}, ${SOURCE_TYPES}${mark.source}`;
}

const KNOWN: readonly DigitalSource[] = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
  'algorithmicallyEnhanced',
];

/** The source type that a file names in its XMP or its tags, if it is one of those that are made here. */
export function readSource(file: Buffer): DigitalSource | undefined {
  const ends = [file.subarray(0, SEARCHED_BYTES), file.subarray(-SEARCHED_BYTES)];
  for (const part of ends) {
    const at = part.indexOf(SOURCE_TYPES, 0, 'latin1');
    if (at < 0) continue;
    const start = at + SOURCE_TYPES.length;
    const text = part.toString('latin1', start, start + 64);
    const known = KNOWN.find((name) => text.startsWith(name));
    if (known) return known;
  }
  return undefined;
}

function escapeXml(text: string): string {
  // Control characters are not XML, however they are written.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const plain = text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').toWellFormed();
  return plain.replace(/[&<>"\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
