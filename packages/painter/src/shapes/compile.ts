// Compiles a subject's parts into two specialised functions: its distance field, and the part at a point of its surface.
import type { Part } from './part.ts';
import { inverseOf } from './turn.ts';

export type Distance = (x: number, y: number, z: number) => number;

export interface Solid {
  distance: Distance;
  /** Index of the part nearest to a point on the surface. */
  partAt: Distance;
}

const cache = new Map<string, Solid>();
const CACHE_LIMIT = 400;

export function compileSolid(parts: readonly Part[]): Solid {
  const joins: string[] = [];
  const picks: string[] = [];
  for (const [index, part] of parts.entries()) {
    const code = `{${placed(part)}${fieldOf(part)}`;
    joins.push(code + joinOf(part, index === 0));
    picks.push(`${code}${part.carve ? 'if(-q>best){best=-q;at=' : 'if(q<best){best=q;at='}${index};}}`);
  }
  const source = `'use strict';const {sqrt,abs,sin,cos,atan2,min,max,PI}=Math;
return {distance(x,y,z){let d=1e9,q=0;${joins.join('')}return d;},partAt(x,y,z){let best=1e9,at=0,q=0;${picks.join('')}return at;}};`;
  const known = cache.get(source);
  if (known) return known;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  // The code consists of numbers and fixed shape formulas only: no word of a prompt reaches it.
  const solid = new Function(source)() as Solid;
  cache.set(source, solid);
  return solid;
}

function num(value: number): string {
  return Number.isFinite(value) ? `(${Number(value.toFixed(5))})` : '(0)';
}

function placed(part: Part): string {
  const [x, y, z] = part.at;
  const shift = `const ox=x-${num(x)},oy=y-${num(y)},oz=z-${num(z)};`;
  if (!part.turn) return `${shift}const X=ox,Y=oy,Z=oz;`;
  const rows = inverseOf(part.turn).map((row) => `${num(row[0])}*ox+${num(row[1])}*oy+${num(row[2])}*oz`);
  return `${shift}const X=${rows[0]},Y=${rows[1]},Z=${rows[2]};`;
}

function joinOf(part: Part, first: boolean): string {
  if (first) return 'd=q;}';
  const k = part.blend ?? 0;
  if (part.carve)
    return k > 0 ? `const h=max(${num(k)}-abs(d+q),0)/${num(k)};d=max(d,-q)+h*h*${num(k / 4)};}` : 'if(-q>d)d=-q;}';
  if (k <= 0) return 'if(q<d)d=q;}';
  return `const h=${num(k)}-abs(d-q);d=q<d?q:d;if(h>0)d-=h*h*${num(0.25 / k)};}`;
}

function fieldOf(part: Part): string {
  const [a, b, c] = part.size;
  const [e, f] = part.extra;
  switch (part.shape) {
    case 'ball':
      return ballField(a, b, c);
    case 'tuft':
      return tuftField(part);
    case 'dome':
      return `${ballField(a, b, c)}if(-Y>q)q=-Y;`;
    case 'limb':
      return limbField(part);
    case 'box':
      return boxField(part);
    case 'drum':
      return `const u=sqrt(X*X+Z*Z)-${num(a - e)},v=abs(Y)-${num(b - e)},U=max(u,0),V=max(v,0);q=min(max(u,v),0)+sqrt(U*U+V*V)-${num(e)};`;
    case 'cone':
      return coneField(e, f, b);
    case 'ring':
      return `const u=sqrt(X*X+Z*Z)-${num(e)};q=sqrt(u*u+Y*Y)-${num(f)};`;
    case 'wedge':
      return wedgeField(a, b, c);
    case 'star':
      return starField(a, c);
    case 'heart':
      return heartField(a, c);
  }
}

function ballField(a: number, b: number, c: number): string {
  if (a === b && b === c) return `q=sqrt(X*X+Y*Y+Z*Z)-${num(a)};`;
  const scaled = `const u=X*${num(1 / a)},v=Y*${num(1 / b)},w=Z*${num(1 / c)},n=sqrt(u*u+v*v+w*w);`;
  const grad = `const g=sqrt(u*u*${num(1 / (a * a))}+v*v*${num(1 / (b * b))}+w*w*${num(1 / (c * c))});`;
  return `${scaled}${grad}q=g>0?n*(n-1)/g:-${num(Math.min(a, b, c))};`;
}

function tuftField(part: Part): string {
  const [a, b, c] = part.size;
  const mean = (a + b + c) / 3;
  const amp = mean * 0.09;
  const fq = num(7 / mean);
  const fine = num(19 / mean);
  return `${ballField(a, b, c)}if(q<${num(amp * 4)})q+=${num(amp)}*(sin(x*${fq})*sin(y*${fq}+1.3)*sin(z*${fq}+2.1)+0.5*sin(x*${fine}+y*${fine})*sin(z*${fine}-y*${fine}));`;
}

function limbField(part: Part): string {
  const [ax, ay, az] = part.at;
  const [bx, by, bz] = part.size;
  const [ra, rb] = part.extra;
  const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
  const inverse = 1 / Math.max(dx * dx + dy * dy + dz * dz, 1e-9);
  const share = `let t=(ox*${num(dx)}+oy*${num(dy)}+oz*${num(dz)})*${inverse.toPrecision(7)};t=t<0?0:t>1?1:t;`;
  return `${share}const u=ox-t*${num(dx)},v=oy-t*${num(dy)},w=oz-t*${num(dz)};q=sqrt(u*u+v*v+w*w)-${num(ra)}-t*${num(rb - ra)};`;
}

function boxField(part: Part): string {
  const round = Math.min(part.extra[0], ...part.size);
  const [a, b, c] = part.size.map((half) => num(half - round));
  return `const u=abs(X)-${a},v=abs(Y)-${b},w=abs(Z)-${c},U=max(u,0),V=max(v,0),W=max(w,0);q=sqrt(U*U+V*V+W*W)+min(max(u,v,w),0)-${num(round)};`;
}

/** A truncated cone: the slanted side as a plane in (radius, height), capped above and below. */
function coneField(low: number, high: number, half: number): string {
  const slope = (low - high) / (2 * half);
  const norm = 1 / Math.sqrt(1 + slope * slope);
  return `const s=sqrt(X*X+Z*Z),u=(s-${num((low + high) / 2)}+Y*${num(slope)})*${num(norm)},v=abs(Y)-${num(half)},U=max(u,0),V=max(v,0);q=min(max(u,v),0)+sqrt(U*U+V*V);`;
}

function wedgeField(a: number, b: number, c: number): string {
  const length = Math.hypot(2 * b, a);
  const side = `(abs(X)*${num((2 * b) / length)}+(Y-${num(b)})*${num(a / length)})`;
  return `const u=${side},v=-Y-${num(b)},w=abs(Z)-${num(c)};q=max(u,v,w);`;
}

function starField(radius: number, half: number): string {
  // Fold the angle into one tenth of a turn; the edge runs from the tip to the inner corner.
  const inner = radius * 0.42;
  const [tx, ty] = [radius, 0];
  const [ix, iy] = [inner * Math.cos(Math.PI / 5), inner * Math.sin(Math.PI / 5)];
  const length = Math.hypot(ix - tx, iy - ty);
  const [nx, ny] = [(iy - ty) / length, (tx - ix) / length];
  return `let g=atan2(X,Y);g=abs(g-${num((2 * Math.PI) / 5)}*Math.round(g/${num((2 * Math.PI) / 5)}));const s=sqrt(X*X+Y*Y),u=(s*cos(g)-${num(tx)})*${num(nx)}+s*sin(g)*${num(ny)},w=abs(Z)-${num(half)};q=max(u,w);`;
}

function heartField(radius: number, half: number): string {
  const [lobe, across, up] = [num(radius * 0.5), num(radius * 0.44), num(radius * 0.35)];
  const lobes = `const hx=abs(X),lx=hx-${across},ly=Y-${up};const l=sqrt(lx*lx+ly*ly)-${lobe};`;
  // The point below: a rotated square whose upper corner hides between the lobes.
  const tip = `const s=(hx-(Y+${num(radius)})*0.93)*0.72,v=Y-${num(radius * 0.62)};const p=max(s,v);`;
  return `${lobes}${tip}const m=Y>${num(radius * 0.35)}?l:min(l,p);const w=abs(Z)-${num(half * 0.7)};q=max(m,w)*0.85-${num(half * 0.22)};`;
}
