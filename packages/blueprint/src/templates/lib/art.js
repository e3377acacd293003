// Draws a picture for any words: the same words always give the same picture, with no download.
export function artFor(words) {
  const random = seededRandom(words);
  const hue = Math.floor(random() * 360);
  const shapes = Array.from({ length: 7 }, () => shape(random, hue)).join('');
  const sky = `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="hsl(${hue} 70% 72%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360} 65% 45%)"/></linearGradient>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"><defs>${sky}</defs><rect width="400" height="300" fill="url(#g)"/>${shapes}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function shape(random, hue) {
  const x = Math.round(random() * 400);
  const y = Math.round(random() * 300);
  const size = Math.round(30 + random() * 110);
  const fill = `hsl(${Math.round(hue + random() * 90) % 360} 80% ${Math.round(45 + random() * 40)}% / ${(0.25 + random() * 0.4).toFixed(2)})`;
  if (random() > 0.55) return `<circle cx="${x}" cy="${y}" r="${size}" fill="${fill}"/>`;
  const wave = Math.round(120 + random() * 140);
  return `<path d="M0 ${wave}C${x} ${wave - size} ${400 - x} ${wave + size} 400 ${wave}V300H0Z" fill="${fill}"/>`;
}

export function seededRandom(words) {
  let state = 2166136261;
  for (const letter of words) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}
