// Checks the import rules, and that the checker read every file: a checker that reads no files reports no violations.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'packages', 'dashboard/src', 'client/src', 'client/generate', 'cli/src'];
process.chdir(ROOT);
const require = createRequire(import.meta.url);

// swc's visitor fails at `using` declarations, so we visit them as variables. Remove this when swc supports them.
const { Visitor } = require('@swc/core/Visitor.js');
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

// dependency-cruiser does not enable JSX for .tsx files in swc, so we do. Remove this when it does.
const swc = require('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (file, settings) => parseFileSync(file, { ...settings, tsx: file.endsWith('.tsx') });

const { cruise } = await import('dependency-cruiser');
const { options, ...ruleSet } = require('../.dependency-cruiser.cjs');

const { output } = await cruise(FOLDERS, { ...options, ruleSet, validate: true });
const existing = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file)),
);
const seen = new Set(output.modules.map((module) => module.source));
const unread = existing.filter((file) => !seen.has(file));

for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
if (unread.length > 0) console.error(`not read by dependency-cruiser: ${unread.join(', ')}`);
console.log(
  `${existing.length} files, ${output.summary.totalDependenciesCruised} imports, ${output.summary.violations.length} violations`,
);
const isIncomplete = unread.length > 0 || output.summary.totalDependenciesCruised === 0;
process.exitCode = isIncomplete || output.summary.violations.length > 0 ? 1 : 0;
