// Prints the theme's tokens: one hue becomes a whole palette, light and dark, in a perceptual colour space.
import type { Theme } from '../blueprint.ts';

const FONTS: Record<Theme['font'], [string, string]> = {
  sans: [
    'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
    'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  ],
  serif: ['Georgia, "Iowan Old Style", "Times New Roman", serif', '"Iowan Old Style", Georgia, serif'],
  rounded: [
    'ui-rounded, "Nunito", "Varela Round", system-ui, sans-serif',
    'ui-rounded, "Nunito", system-ui, sans-serif',
  ],
  mono: ['system-ui, -apple-system, "Segoe UI", sans-serif', 'ui-monospace, "SF Mono", Menlo, monospace'],
};

export function printTheme({ hue, chroma, font }: Theme): string {
  const [body, display] = FONTS[font];
  const second = (hue + 35) % 360;
  const tint = (lightness: number, share: number, angle = hue) =>
    `oklch(${lightness}% ${(chroma * share).toFixed(3)} ${angle})`;
  return `/* The look of this app: change --accent and the rest follows. */
:root {
  --font: ${body};
  --font-display: ${display};
  --radius: 1rem;
  --accent: ${tint(54, 1)};
  --accent-2: ${tint(62, 1, second)};
  --accent-ink: ${tint(46, 1)};
  --on-accent: white;
  --paper: ${tint(98.2, 0.04)};
  --card: white;
  --tint: ${tint(95, 0.12)};
  --wash: ${tint(92, 0.3)};
  --wash-2: ${tint(95, 0.25, second)};
  --line: ${tint(90, 0.1)};
  --ink: ${tint(24, 0.18)};
  --soft: ${tint(40, 0.15)};
  --faint: ${tint(52, 0.12)};
  --good: oklch(50% 0.13 150);
  --warn: oklch(56% 0.13 70);
  --alert: oklch(54% 0.19 25);
  --shadow: 0 1px 2px rgb(0 0 0 / 0.05), 0 6px 18px rgb(0 0 0 / 0.04);
  --shadow-far: 0 20px 50px rgb(0 0 0 / 0.14);
}
html[data-theme="dark"] {
  --accent: ${tint(66, 0.95)};
  --accent-2: ${tint(72, 0.9, second)};
  --accent-ink: ${tint(80, 0.7)};
  --on-accent: ${tint(16, 0.2)};
  --paper: ${tint(17, 0.14)};
  --card: ${tint(21, 0.16)};
  --tint: ${tint(26, 0.2)};
  --wash: ${tint(30, 0.4)};
  --wash-2: ${tint(26, 0.35, second)};
  --line: ${tint(31, 0.18)};
  --ink: ${tint(95, 0.06)};
  --soft: ${tint(82, 0.08)};
  --faint: ${tint(70, 0.1)};
  --good: oklch(78% 0.14 150);
  --warn: oklch(82% 0.13 80);
  --alert: oklch(74% 0.15 25);
  --shadow: 0 1px 2px rgb(0 0 0 / 0.4);
  --shadow-far: 0 20px 50px rgb(0 0 0 / 0.5);
}
`;
}
