// The backdrop of a drawn person: a soft place, out of focus, different for each seed.

import { mulberry32 } from '@atelier/kit';
import type { Backdrop } from './look.ts';
import { mixed } from './portrait.ts';

const TINTS: Record<Backdrop, readonly [top: string, bottom: string, light: string]> = {
  studio: ['#3d4f66', '#1d2633', '#8fb0d0'],
  office: ['#b9a58c', '#5c4d40', '#ffe9c4'],
  outdoors: ['#9cc7e6', '#5d8f5b', '#fff6d8'],
  night: ['#141a33', '#0a0c18', '#f6d58a'],
};

export function drawBackdrop(
  backdrop: Backdrop,
  { width, height }: { width: number; height: number },
  seed: number,
): string {
  const random = mulberry32(seed ^ 0xbac0);
  const [top, bottom, light] = TINTS[backdrop];
  const spots = Array.from({ length: 14 }, () => {
    const radius = height * (0.03 + 0.09 * random());
    const fill = mixed(light, top, random() * 0.5);
    return `<circle cx="${random() * width}" cy="${random() * height * 0.85}" r="${radius}" fill="${fill}" opacity="${0.1 + 0.25 * random()}"/>`;
  });
  const blur = height * 0.018;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>
      <radialGradient id="glow" cx="0.5" cy="0.4" r="0.6"><stop offset="0" stop-color="${light}" stop-opacity="0.4"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>
      <filter id="far" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${blur}"/></filter>
    </defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <g filter="url(#far)">${backdrop === 'office' ? shelves(width, height, random) : ''}${backdrop === 'outdoors' ? hills(width, height) : ''}${spots.join('')}</g>
    <rect width="${width}" height="${height}" fill="url(#glow)"/>
  </svg>`;
}

function shelves(width: number, height: number, random: () => number): string {
  const colours = ['#7a3e34', '#394d5f', '#8c7a4c', '#4f6350', '#a88f74'];
  const books: string[] = [];
  for (let row = 0; row < 4; row += 1) {
    const floor = height * (0.24 + row * 0.22);
    books.push(`<rect x="0" y="${floor}" width="${width}" height="${height * 0.02}" fill="#3c2e24"/>`);
    for (let x = 0; x < width; ) {
      const thick = height * (0.02 + 0.03 * random());
      const tall = height * (0.1 + 0.08 * random());
      const colour = colours[Math.floor(random() * colours.length)] ?? '#7a3e34';
      if (random() < 0.8)
        books.push(`<rect x="${x}" y="${floor - tall}" width="${thick}" height="${tall}" fill="${colour}"/>`);
      x += thick;
    }
  }
  return books.join('');
}

function hills(width: number, height: number): string {
  return `<path d="M0 ${height * 0.62} C${width * 0.2} ${height * 0.48} ${width * 0.35} ${height * 0.5} ${width * 0.5} ${height * 0.6} S${width * 0.85} ${height * 0.5} ${width} ${height * 0.58} V${height} H0 Z" fill="#6f9f68"/>
    <path d="M0 ${height * 0.78} C${width * 0.3} ${height * 0.66} ${width * 0.6} ${height * 0.74} ${width} ${height * 0.68} V${height} H0 Z" fill="#4c7a4a"/>`;
}
