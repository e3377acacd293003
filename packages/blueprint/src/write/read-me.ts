// Writes the README of a generated app.
import type { Blueprint, Framework } from '../blueprint.ts';

const COMMANDS: Record<Framework, string[]> = {
  react: ['npm install', 'npm run dev      # work on it', 'npm run build    # build it into dist/', 'npm test'],
  vue: ['npm install', 'npm run dev      # work on it', 'npm run build    # build it into dist/', 'npm test'],
  nextjs: ['npm install', 'npm run dev      # work on it', 'npm run build && npm start', 'npm test'],
  nodejs: ['npm start        # http://localhost:3000, nothing to install', 'npm test'],
  python: ['python3 app.py   # http://localhost:8000, nothing to install', 'python3 -m unittest'],
};

const KEEPING: Record<Framework, string> = {
  react: 'Records are kept in the browser (`src/lib/browser-storage.js`).',
  vue: 'Records are kept in the browser (`src/lib/browser-storage.js`).',
  nextjs: 'Records are kept in the browser (`lib/browser-storage.js`).',
  nodejs: 'Records are kept in `data/records.json` (another place: `DATA_FILE`). The port is `PORT`.',
  python: 'Records are kept in the SQLite file `data/records.db` (another place: `DATA_FILE`). The port is `PORT`.',
};

export function printReadMe(blueprint: Blueprint, framework: Framework): string {
  const entities = blueprint.entities.map(
    (entity) => `- **${entity.plural}**: ${entity.fields.map((field) => field.label.toLowerCase()).join(', ')}`,
  );
  const pages = blueprint.pages.filter((each) => each.inNav).map((each) => `- \`${each.path}\` ${each.title}`);
  const weather =
    blueprint.kind === 'weather'
      ? '\nThe weather shown is typical for the season (`lib/climate.js`), not live: replace `typicalDay` by a call of your weather service.\n'
      : '';
  const accounts =
    blueprint.hasAccounts && !['nodejs', 'python'].includes(framework)
      ? '\nAccounts live on the visitor’s device only and protect nothing: connect `data/auth.js` to your server before you rely on them.\n'
      : '';
  return `# ${blueprint.name}

${blueprint.tagline}

## Run it
\`\`\`sh
${COMMANDS[framework].join('\n')}
\`\`\`

## What it keeps
${entities.join('\n')}

${KEEPING[framework]}
${weather}${accounts}
## Pages
${pages.join('\n')}

## Where things are
- \`data/\`: the app's words and navigation, its schema and its examples
- \`controllers/\`: the state behind each page, plain JavaScript without a framework
- \`views/\`: what each page looks like
- \`lib/\`: the rules (validation, storage, formats${blueprint.kind === 'snake' || blueprint.kind === '2048' ? ', the game' : ''})
- \`styles/\`: the design; \`theme.css\` holds every colour
`;
}
