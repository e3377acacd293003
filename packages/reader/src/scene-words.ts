// Finds time, season, weather, camera, style and purpose in a prompt.
import type { Reading } from './reading.ts';

type Frame = Omit<Reading, 'language' | 'things' | 'actions'>;
type Table = readonly (readonly [string, RegExp])[];

const TIMES: Table = [
  ['dawn', /\b(dawn|sunrise|daybreak|first light)\b/],
  ['sunset', /\b(sunset|dusk|twilight|golden hour)\b/],
  ['midnight', /\bmidnight\b/],
  ['night', /\b(nights?|nighttime|moonlit|starlit|moonlight)\b/],
  ['morning', /\bmorning\b/],
  ['noon', /\b(noon|midday)\b/],
  ['afternoon', /\bafternoon\b/],
  ['evening', /\bevening\b/],
];
const SEASONS: Table = [
  ['spring', /\b(spring|springtime|cherry blossoms?)\b/],
  ['summer', /\b(summer|summertime)\b/],
  ['autumn', /\b(autumn|autumnal)\b/],
  ['winter', /\b(winter|wintry|christmas)\b/],
];
const WEATHER: Table = [
  ['rain', /\b(rain|rainy|raining|drizzle|downpour)\b/],
  ['snow', /\b(snow|snowy|snowing|blizzard)\b/],
  ['fog', /\b(fog|foggy|mist|misty|haze|hazy)\b/],
  ['storm', /\b(storm|stormy|thunder|thunderstorm|lightning|tornado|hurricane)\b/],
  ['wind', /\b(wind|windy|breeze|breezy)\b/],
  ['sun', /\b(sunny|sunshine|sunlit)\b/],
  ['clouds', /\b(cloudy|clouds|overcast)\b/],
];
const FRAMINGS: Table = [
  ['close-up', /\b(close[- ]?up|macro)\b/],
  ['portrait', /\b(portrait|headshot|bust of)\b/],
  ['full figure', /\bfull[- ](body|figure|length)\b/],
  ['wide', /\b(wide[- ](shot|angle|view)|panorama|panoramic|establishing shot)\b/],
];
const ANGLES: Table = [
  ['top', /\b(top[- ](view|down)|from above|overhead|bird'?s[- ]eye|aerial|flat lay)\b/],
  ['low', /\b(low[- ]angle|from below|worm'?s[- ]eye)\b/],
  ['side', /\b(side view|in profile|from the side)\b/],
  ['back', /\b(from behind|back view|rear view)\b/],
  ['isometric', /\bisometric\b/],
];
const STYLES: Table = [
  ['photo', /\b(photo|photograph|photography|photo-?realistic|realistic)\b/],
  ['painting', /\b(painting|oil on canvas|watercolou?r|impressionist|acrylic)\b/],
  ['drawing', /\b(drawing|sketch|pencil|charcoal|line art)\b/],
  ['cartoon', /\b(cartoon|comic)\b/],
  ['anime', /\b(anime|manga)\b/],
  ['3d', /\b(3d|render|cgi|claymation)\b/],
  ['pixel art', /\bpixel art\b/],
  ['minimal', /\b(minimal|minimalist|minimalistic|flat design)\b/],
  ['cyberpunk', /\b(cyberpunk|neon-lit)\b/],
  ['vintage', /\b(vintage|retro|sepia)\b/],
];
const PURPOSES: Table = [
  ['logo', /\b(logo|logotype|emblem|wordmark)\b/],
  ['poster', /\b(poster|flyer|leaflet)\b/],
  ['cover', /\b(book cover|album cover|cover (?:named|titled|called|of|for)|ebook|recipe book|book titled)\b/],
  ['banner', /\bbanner\b/],
  ['icon', /\b(icon|favicon)\b/],
  ['pattern', /\b(pattern|seamless|tileable)\b/],
  ['card', /\b((greeting|business|birthday) card|postcard|invitation)\b/],
  ['sticker', /\b(sticker|badge)\b/],
  ['blueprint', /\b(blueprint|technical drawing)\b/],
];

/** A name: up to four words with a capital behind "called". */
const CALLED = /\b(?:called|named|titled|entitled)\s+((?:\p{Lu}[\p{L}\p{N}'’&-]*\s?){1,4})/u;
/** Text in quotes; an apostrophe inside a word opens none. */
const QUOTED = /["“]([^"”]{1,80})["”]|(?<![\p{L}\p{N}])['‘]([^'’]{1,80})['’](?!\p{L})/u;
/** Unquoted text, up to the end of its clause. */
const SAID =
  /\b(?:saying|that says|that reads|with (?:the )?(?:text|words?|caption)|that is written)\s+([^,.;:"“]{2,80})/iu;

/** A title in small letters: "a book called summer vibe written by …". */
const TITLED =
  /\b(?:book|novel|album|magazine|song|film|movie)\s+(?:called|named|titled|entitled)\s+(\p{L}[^,.;:"“]{1,60}?)(?=\s+(?:written|by|from|with|on|lying|standing)\b|[,.;:]|$)/iu;
/** Text on something, which is not a thing itself: "a cake of happy birthday", "a meme of are you kidding". */
const WRITTEN_ON =
  /\b(?:cake|board|sign|meme|banner|card|t-?shirt|mug|note|placard|billboard)\s+of\s+((?:happy|merry|hello|hi|hey|welcome|good|congratulations|thanks?|i|you|we|are|is|do|don't|what|why|who|how|where|when|get|keep|please|stop|no|yes|oh)\b[^,.;:"“]{0,80})/iu;
/** A word of a sign, or the name of a brand, before something that it can stand on: "a stop pizza", "a microsoft bag". */
const PRINTED =
  /\b(stop|sale|sold|exit|danger|welcome|hello|goodbye|yes|microsoft|google|amazon|adidas|nike|ikea|lego|sony|samsung|toyota|netflix|spotify|github)\s+(?:pizza|cake|cookie|t-?shirt|shirt|hoodie|mug|cup|bag|backpack|handbag|suitcase|box|hat|cap|balloon|pillow|bottle)s?\b/iu;
const NUMBER_ALONE = /^\s*(\d[\d\s.,:%]{0,19})\s*$/u;

function nameIn(prompt: string): string | undefined {
  const quoted = QUOTED.exec(prompt);
  const name = quoted?.[1] ?? quoted?.[2] ?? CALLED.exec(prompt)?.[1] ?? TITLED.exec(prompt)?.[1];
  return name?.trim();
}

function textIn(prompt: string): string | undefined {
  const said = SAID.exec(prompt)?.[1]?.replace(/\s+on the (?:screen|wall|sign|front)$/iu, '');
  const patterns = [WRITTEN_ON, PRINTED, NUMBER_ALONE];
  return (said ?? patterns.map((pattern) => pattern.exec(prompt)?.[1]).find((text) => text !== undefined))?.trim();
}

export function readFrame(prompt: string): Frame {
  const text = prompt.toLowerCase();
  return {
    ...named('time', firstOf(TIMES, text)),
    ...named('season', firstOf(SEASONS, text)),
    weather: allOf(WEATHER, text),
    camera: { ...named('framing', firstOf(FRAMINGS, text)), ...named('angle', firstOf(ANGLES, text)) },
    styles: allOf(STYLES, text),
    ...named('purpose', firstOf(PURPOSES, text)),
    ...named('called', nameIn(prompt)),
    ...named('said', textIn(prompt)),
  };
}

function named<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>);
}

function firstOf(table: Table, text: string): string | undefined {
  return table.find(([, pattern]) => pattern.test(text))?.[0];
}

function allOf(table: Table, text: string): string[] {
  return table.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}
