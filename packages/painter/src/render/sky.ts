// The sky seen along a direction: gradient, sun or moon, clouds, stars, aurora, rainbow.
import type { Vec } from '../shapes/part.ts';
import { added, mix, scaled, smooth } from './colour.ts';
import { cloudNoise, hash2, noise2 } from './noise.ts';
import type { SkyLook, World } from './world.ts';

export function skyColour(world: World, direction: Vec): Vec {
  const y = direction[1];
  const { sky, light } = world;
  if (sky.kind === 'studio') return studioColour(world, y);
  if (sky.kind === 'space') return spaceColour(world, direction);
  if (sky.kind === 'underwater') return depthsColour(world, direction);
  const up = Math.max(0, y);
  const toSun = cosineToSun(sky, direction);
  const flat = world.style === 'anime' || world.style === '3d';
  let colour = mix(light.horizon, light.zenith, flat ? smooth(0, 0.62, up) : 1 - Math.exp(-up * 4.2));
  const glow = Math.max(0, toSun);
  const low = Math.exp(-up * 3.5);
  colour = added(colour, scaled(light.glow, 0.55 * glow ** 6 * low + 0.35 * glow ** 32 + 0.16 * glow * low));
  if (sky.stars > 0) colour = added(colour, starLight(sky, direction));
  if (sky.aurora > 0) colour = added(colour, auroraLight(world, direction));
  if (sky.disc !== 'none') colour = withDisc(world, colour, direction);
  if (sky.rainbow > 0) colour = added(colour, rainbowLight(sky, direction));
  const cloud = sky.clouds > 0.01 && y > 0.005 ? cloudAt(world, direction, toSun) : undefined;
  return cloud ? mix(colour, cloud.colour, cloud.cover) : colour;
}

function cosineToSun({ sun }: SkyLook, direction: Vec): number {
  return direction[0] * sun[0] + direction[1] * sun[1] + direction[2] * sun[2];
}

function withDisc(world: World, colour: Vec, direction: Vec): Vec {
  const { sky } = world;
  const [x, y, z] = direction;
  const radius = sky.discSize;
  const angle = Math.acos(Math.min(1, cosineToSun(sky, direction)));
  const edge = smooth(radius * 1.04, radius * 0.97, angle);
  if (sky.disc === 'sun') {
    const heat = added(colour, scaled(world.light.glow, 0.6 * Math.exp(-angle / (radius * 2.2))));
    return mix(heat, added(scaled(world.light.glow, 1.2), [1.25, 1.1, 0.82]), edge);
  }
  const halo = added(colour, scaled([0.5, 0.6, 0.8], 0.11 * Math.exp(-angle / (radius * 1.2))));
  const mottle = 0.8 + 0.3 * cloudNoise((x - sky.sun[0]) * 28 + 3, (y - sky.sun[1]) * 28 + z, 3);
  return mix(halo, scaled([1.02, 1, 0.9], mottle), edge);
}

/** The cloud alone, with how much of the sky behind it hides. */
export function cloudAlong(world: World, direction: Vec): { colour: Vec; cover: number } | undefined {
  const { sky } = world;
  if (sky.kind !== 'air' || sky.clouds <= 0.01 || direction[1] <= 0.005) return undefined;
  return cloudAt(world, direction, cosineToSun(sky, direction));
}

function cloudAt(world: World, [x, y, z]: Vec, toSun: number): { colour: Vec; cover: number } | undefined {
  const { sky } = world;
  const anime = world.style === 'anime';
  const lift = 1 / (y + 0.16);
  const px = x * lift * 1.5 + sky.seed + world.time * 0.02;
  const py = z * lift * 1.5 + sky.seed * 0.37;
  const bend = anime ? 0.25 : 0.9;
  const warp = noise2(px * 0.9 + 7, py * 0.9) * bend;
  const density = cloudNoise(px + warp, py * 1.6 - warp, anime || world.style === '3d' ? 4 : 6);
  const floor = 0.72 - sky.clouds * 0.46;
  const crisp = anime ? 0.025 : 0.05 + 0.2 * (1 - sky.clouds * 0.3);
  const cover = smooth(floor, floor + crisp, density) * smooth(0.005, 0.09, y);
  if (cover <= 0.002) return undefined;
  // A second sample a little towards the sun distinguishes lit rims from shaded undersides.
  const towards = cloudNoise(px + warp + sky.sun[0] * 0.22, py * 1.6 - warp + sky.sun[2] * 0.22 - 0.12, anime ? 3 : 4);
  let lit = smooth(-0.12, 0.16, density - towards + 0.05);
  if (anime) lit = lit > 0.5 ? 1 : 0.25;
  const thick = smooth(floor, floor + 0.42, density);
  let colour = mix(sky.cloudShade, sky.cloudColour, lit * (1 - 0.45 * thick));
  const rim = Math.max(0, toSun) ** 5;
  colour = added(colour, scaled(world.light.glow, 0.5 * rim * (1 - thick * 0.75)));
  const haze = smooth(0.3, 0.02, y) * 0.6;
  colour = mix(colour, world.light.horizon, haze);
  return { colour, cover: cover * (anime ? 0.97 : 0.92) };
}

function starLight(sky: SkyLook, [x, y, z]: Vec): Vec {
  const cells = 90;
  const u = Math.atan2(x, -z) * cells;
  const v = Math.asin(Math.max(-1, Math.min(1, y))) * cells;
  const iu = Math.floor(u);
  const iv = Math.floor(v);
  const pick = hash2(iu + 917, iv + 131);
  if (pick > 0.1 * sky.stars) return [0, 0, 0];
  const cx = iu + 0.25 + 0.5 * hash2(iu, iv + 77);
  const cy = iv + 0.25 + 0.5 * hash2(iu + 55, iv);
  const reach = (u - cx) ** 2 + (v - cy) ** 2;
  const size = hash2(iu + 3, iv + 9) ** 4;
  const power = Math.exp(-reach * (60 - 44 * size)) * (0.35 + 1.6 * size) * smooth(-0.02, 0.2, y);
  const warm = hash2(iu + 21, iv + 63);
  return [power * (0.85 + 0.3 * warm), power * 0.95, power * (1.2 - 0.3 * warm)];
}

function auroraLight(world: World, [x, y, z]: Vec): Vec {
  const azimuth = Math.atan2(x, -z);
  const fold = cloudNoise(azimuth * 2.2 + world.sky.seed, 3.1 + world.time * 0.04, 3);
  const base = 0.1 + 0.22 * fold;
  const rise = (y - base) / 0.4;
  if (rise < -0.15) return [0, 0, 0];
  const rays = 0.45 + 0.75 * noise2(azimuth * 26 + fold * 12, 0.5 + world.time * 0.1);
  const body = rise < 0 ? Math.exp(-((rise / 0.05) ** 2)) : Math.exp(-rise * 2.6);
  const power = world.sky.aurora * body * rays * smooth(0.25, 0.6, cloudNoise(azimuth * 1.3 + 9, 7, 2) + 0.12) * 0.75;
  const tint = mix([0.1, 0.95, 0.45], [0.55, 0.2, 0.85], smooth(0.15, 0.9, rise));
  return scaled(tint, power);
}

function rainbowLight(sky: SkyLook, [x, y, z]: Vec): Vec {
  const away = Math.acos(Math.min(1, Math.max(-1, (x * 0.12 + y * -0.16 - z) / 1.02)));
  const band = (away - 0.46) / 0.07;
  if (band < 0 || band > 1) return [0, 0, 0];
  const hue = 1 - band;
  const arc = Math.sin(band * Math.PI) * 0.5 * sky.rainbow;
  const wave = (centre: number) => Math.exp(-(((hue - centre) / 0.22) ** 2));
  return [
    arc * (wave(0.05) + 0.8 * wave(0.28) + 0.5 * wave(0.95)),
    arc * (wave(0.36) + 0.75 * wave(0.55)),
    arc * (wave(0.75) + 0.7 * wave(0.95)),
  ];
}

function studioColour(world: World, y: number): Vec {
  return mix(world.light.horizon, world.light.zenith, smooth(-0.1, 0.55, y));
}

function spaceColour(world: World, [x, y, z]: Vec): Vec {
  const { sky } = world;
  const band = Math.exp(-(((y - x * 0.5 - 0.1) / 0.22) ** 2));
  const gas = cloudNoise(x * 4 + sky.seed, y * 4 + z, 5);
  const wisp = cloudNoise(x * 9 + gas * 3, y * 9 + sky.seed, 4);
  const base: Vec = added(
    [0.004, 0.005, 0.014],
    scaled(sky.nebula, 0.5 * (0.08 + 0.9 * band) * smooth(0.35, 0.8, gas) * (0.35 + wisp)),
  );
  const cool = scaled([0.05, 0.09, 0.22], band * smooth(0.4, 0.8, wisp));
  return added(added(base, cool), starLight({ ...sky, stars: 1 + band }, [x, Math.abs(y) + 0.3, z]));
}

function depthsColour(world: World, [x, y, z]: Vec): Vec {
  const { light } = world;
  const base = mix(light.horizon, light.zenith, smooth(-0.35, 0.6, y));
  const slant = x / Math.max(0.25, 1.1 - y) + z * 0.05;
  const shaft =
    smooth(0.5, 0.8, cloudNoise(slant * 7 + world.sky.seed + world.time * 0.1, 1.7, 2)) * smooth(-0.25, 0.6, y);
  return added(base, scaled(light.glow, 0.35 * shaft));
}
