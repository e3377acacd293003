// Writes a blueprint in the requested framework.
import type { AppFile, Blueprint, Framework } from '../blueprint.ts';
import { writeNext } from './nextjs.ts';
import { writeNode } from './nodejs.ts';
import { writePython } from './python.ts';
import { writeReact } from './react.ts';
import { writeVue } from './vue.ts';

const WRITERS: Record<Framework, (blueprint: Blueprint) => AppFile[]> = {
  react: writeReact,
  vue: writeVue,
  nextjs: writeNext,
  nodejs: writeNode,
  python: writePython,
};

export function writeApp(blueprint: Blueprint, framework: Framework): AppFile[] {
  return WRITERS[framework](blueprint).sort((a, b) => a.path.localeCompare(b.path));
}
