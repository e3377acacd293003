// Texts of a project's settings in the builder: variables, data and the Git remote.
import { inLanguage } from '../../words.ts';

export const workspaceWords = inLanguage('workspaceWords', {
  settings: 'Settings',
  variables: 'Environment variables',
  variablesOfServer: 'The server of this application gets them. It has no network here; exported, it may have one.',
  variablesOfPage: (prefix: string) =>
    `This application runs in the browser: only names that start with ${prefix} reach it, and every visitor can read their values. Never put a secret there.`,
  noVariables: 'No variables yet.',
  name: 'Name',
  nameHint: 'Capital letters, digits and underscores.',
  value: 'Value',
  valueHint: 'Stored encrypted and never shown again.',
  setVariable: 'Set variable',
  variableSet: (name: string) => `${name} is set. The application starts again with it.`,
  deleteVariable: (name: string) => `Delete ${name}`,
  deleteVariableTitle: (name: string) => `Delete ${name}?`,
  deleteVariableText: 'The application starts again without it. Its value cannot be shown or restored.',
  variableDeleted: (name: string) => `${name} is deleted.`,
  givenTo: {
    server: 'For the server',
    page: 'Public: in the page',
    export: 'Only named in .env.example of the archive',
  },
  git: 'Git remote',
  gitHint: 'All versions as commits, to a branch of your own repository. Nothing there is ever overwritten.',
  gitUrl: 'Address of the repository',
  gitUrlHint: 'Such as https://github.com/you/app.git',
  branch: 'Branch',
  token: 'Access token',
  tokenHint: 'With write access. It is used for this push only and not stored.',
  push: 'Push',
  pushed: (commits: number, commit: string) =>
    commits === 1 ? `1 commit was pushed (${commit}).` : `${commits} commits were pushed (${commit}).`,
  upToDate: 'The remote already has all versions.',
  data: 'Data',
  dataOfPage:
    'This application runs in the browser. What you enter in its preview is kept with the project, and share links show it. What visitors enter is gone when they leave the page.',
  dataOfServer:
    'The server of this application keeps what it writes below data/. The preview and the published version have separate data.',
  exportData: 'Export data',
  importData: 'Import data',
  importTitle: 'Replace the data?',
  importText: (name: string) => `The data of this application is replaced by that of ${name}. This cannot be undone.`,
  replace: 'Replace',
  imported: 'The data is imported.',
  noDataFile: 'This file is not an export of an application’s data.',
  deleteData: 'Delete data',
  deleteDataTitle: 'Delete all data?',
  deleteDataText: 'The application starts with its examples again. This cannot be undone.',
  dataDeleted: 'The data is deleted.',
});
