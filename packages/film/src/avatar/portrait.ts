// Draws a person as SVG on a square of 1000 units, mouth shut and eyes open, and says where the parts of the face are.
import type { Face } from './face.ts';
import type { Look } from './look.ts';

export const PORTRAIT_UNITS = 1000;

/** Where `drawPortrait` puts the face. */
export const PORTRAIT_FACE: Face = {
  x: 500,
  y: 400,
  radiusX: 158,
  radiusY: 205,
  mouth: { x: 500, y: 498, halfWidth: 56, smile: 5, showsTeeth: false },
  chinY: 604,
  eyes: [
    { x: 436, y: 388, radiusX: 34, radiusY: 20 },
    { x: 564, y: 388, radiusX: 34, radiusY: 20 },
  ],
};

export function drawPortrait(look: Look): string {
  const shade = darker(look.skin, 0.82);
  const lips = look.gender === 'female' ? mixed(look.skin, '#b03a48', 0.62) : mixed(look.skin, '#a04a46', 0.36);
  const colours = { ...look, shade, lips, deep: darker(look.skin, 0.66), dress: darker(look.clothes, 0.75) };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PORTRAIT_UNITS} ${PORTRAIT_UNITS}">
    <defs>
      <radialGradient id="skin" cx="0.42" cy="0.36" r="0.75">
        <stop offset="0" stop-color="${lighter(look.skin, 0.14)}"/><stop offset="0.6" stop-color="${look.skin}"/><stop offset="1" stop-color="${shade}"/>
      </radialGradient>
      <linearGradient id="cloth" x1="0" y1="0" x2="0.3" y2="1"><stop offset="0" stop-color="${lighter(look.clothes, 0.1)}"/><stop offset="1" stop-color="${colours.dress}"/></linearGradient>
      <linearGradient id="hair" x1="0.2" y1="0" x2="0.8" y2="1"><stop offset="0" stop-color="${lighter(look.hair, 0.22)}"/><stop offset="0.5" stop-color="${look.hair}"/><stop offset="1" stop-color="${darker(look.hair, 0.7)}"/></linearGradient>
      <filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="9"/></filter>
    </defs>
    ${hairBehind(look)}
    ${body(colours)}
    ${head(colours)}
    ${eyes(look)}
    ${mouth(lips, colours.deep)}
    ${look.beard ? beard() : ''}
    ${hairInFront(look)}
    ${look.glasses ? glasses() : ''}
  </svg>`;
}

type Colours = Look & { shade: string; lips: string; deep: string; dress: string };

function body({ shade, skin }: Colours): string {
  return `<path d="M60 1010 C70 850 170 790 330 752 L420 716 H580 L670 752 C830 790 930 850 940 1010 Z" fill="url(#cloth)"/>
    <path d="M424 560 V716 C430 770 470 800 500 800 C530 800 570 770 576 716 V560 Z" fill="${skin}"/>
    <path d="M424 590 C450 650 550 650 576 590 V660 C548 706 452 706 424 660 Z" fill="${shade}" opacity="0.75"/>
    <path d="M420 716 C440 790 470 826 500 836 C530 826 560 790 580 716 L616 735 C600 830 560 890 500 905 C440 890 400 830 384 735 Z" fill="#ffffff" opacity="0.16"/>`;
}

function head({ skin, shade, deep }: Colours): string {
  return `<ellipse cx="342" cy="420" rx="26" ry="46" fill="${shade}"/><ellipse cx="658" cy="420" rx="26" ry="46" fill="${shade}"/>
    <path d="M342 370 C336 240 400 190 500 190 C600 190 664 240 658 370 C656 470 626 540 574 584 C540 612 460 612 426 584 C374 540 344 470 342 370 Z" fill="url(#skin)"/>
    <ellipse cx="412" cy="462" rx="36" ry="24" fill="#d9605a" opacity="0.16" filter="url(#soft)"/><ellipse cx="588" cy="462" rx="36" ry="24" fill="#d9605a" opacity="0.16" filter="url(#soft)"/>
    <path d="M500 388 C494 420 484 440 476 452 C482 466 518 466 524 452 C516 440 508 420 504 388 Z" fill="${skin}" opacity="0.5"/>
    <path d="M474 452 C484 466 516 466 526 452" fill="none" stroke="${deep}" stroke-width="5" stroke-linecap="round" opacity="0.75"/>`;
}

function eyes({ eyes: iris, hair, gender }: Look): string {
  const lash = gender === 'female' ? 8 : 5;
  const brow = darker(hair, 0.7);
  return [436, 564]
    .map((x) => {
      const out = x < 500 ? -1 : 1;
      return `<path d="M${x - 34} 390 C${x - 20} 364 ${x + 20} 364 ${x + 34} 390 C${x + 18} 408 ${x - 18} 408 ${x - 34} 390 Z" fill="#fbf9f6"/>
      <circle cx="${x}" cy="387" r="16.5" fill="${iris}"/><circle cx="${x}" cy="387" r="7.5" fill="#15100e"/><circle cx="${x - 5}" cy="381" r="4.2" fill="#ffffff"/>
      <path d="M${x - 35} 391 C${x - 20} 363 ${x + 20} 363 ${x + 35} 391" fill="none" stroke="#2a1a16" stroke-width="${lash}" stroke-linecap="round"/>
      <path d="M${x - 40 * out} 346 C${x - 14 * out} 328 ${x + 18 * out} 328 ${x + 42 * out} 345" fill="none" stroke="${brow}" stroke-width="${gender === 'female' ? 9 : 13}" stroke-linecap="round"/>`;
    })
    .join('');
}

/** Two lips that meet in a line: there they will part. */
function mouth(lips: string, line: string): string {
  return `<path d="M444 493 C466 484 482 478 500 484 C518 478 534 484 556 493 C536 499 518 498 500 498 C482 498 464 499 444 493 Z" fill="${darker(lips, 0.9)}"/>
    <path d="M444 493 C464 499 482 498 500 498 C518 498 536 499 556 493 C540 520 520 524 500 524 C480 524 460 520 444 493 Z" fill="${lips}"/>
    <path d="M446 493 C464 499 482 498 500 498 C518 498 536 499 554 493" fill="none" stroke="${line}" stroke-width="3" stroke-linecap="round"/>
    <ellipse cx="498" cy="511" rx="18" ry="4" fill="#ffffff" opacity="0.18"/>`;
}

function beard(): string {
  return `<path d="M350 440 C356 560 410 640 500 640 C590 640 644 560 650 440 C636 500 612 478 576 470 C540 458 460 458 424 470 C388 478 364 500 350 440 Z M446 490 C470 474 530 474 554 490 C540 534 460 534 446 490 Z" fill="url(#hair)" fill-rule="evenodd" opacity="0.92"/>`;
}

function hairBehind({ hairStyle }: Look): string {
  if (hairStyle === 'long')
    return '<path d="M306 380 C290 190 400 130 500 130 C600 130 710 190 694 380 C700 520 720 640 760 760 C690 800 620 790 590 760 H410 C380 790 310 800 240 760 C280 640 300 520 306 380 Z" fill="url(#hair)"/>';
  if (hairStyle === 'bob')
    return '<path d="M304 390 C284 190 400 130 500 130 C600 130 716 190 696 390 C704 470 706 540 690 600 C650 626 600 620 580 600 H420 C400 620 350 626 310 600 C294 540 296 470 304 390 Z" fill="url(#hair)"/>';
  return '';
}

function hairInFront({ hairStyle, gender }: Look): string {
  if (hairStyle === 'bald') return '';
  if (hairStyle === 'short' && gender === 'male')
    return '<path d="M330 372 C312 210 400 138 506 138 C620 138 690 220 668 372 C658 330 650 290 620 262 C560 282 440 276 390 248 C356 280 344 330 330 372 Z" fill="url(#hair)"/>';
  return '<path d="M326 400 C300 220 400 146 506 146 C616 146 700 222 674 400 C664 340 640 290 590 250 C540 300 420 300 372 290 C344 318 334 360 326 400 Z" fill="url(#hair)"/>';
}

function glasses(): string {
  return `<g fill="#ffffff" fill-opacity="0.08" stroke="#23201f" stroke-width="7"><rect x="388" y="352" width="96" height="74" rx="26"/><rect x="516" y="352" width="96" height="74" rx="26"/><path d="M484 380 C494 372 506 372 516 380 M388 378 L346 368 M612 378 L654 368" fill="none"/></g>`;
}

export function mixed(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a.map((value, index) => hex(value + ((b[index] ?? 0) - value) * part)).join('')}`;
}

function darker(colour: string, part: number): string {
  return mixed('#000000', colour, part);
}

function lighter(colour: string, part: number): string {
  return mixed(colour, '#ffffff', part);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function hex(value: number): string {
  return Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');
}
