// German texts of a project's settings in the builder.
import type { workspaceWords as EnglishWords } from './workspace-strings.ts';

export const workspaceWords: typeof EnglishWords = {
  settings: 'Einstellungen',
  variables: 'Umgebungsvariablen',
  variablesOfServer:
    'Der Server der Anwendung bekommt sie. Hier hat er kein Netz; nach dem Export kann er eines haben.',
  variablesOfPage: (prefix) =>
    `Diese Anwendung läuft im Browser: Nur Namen, die mit ${prefix} beginnen, erreichen sie, und alle Besucher können die Werte lesen. Geheimnisse gehören nie hierher.`,
  noVariables: 'Noch keine Variablen.',
  name: 'Name',
  nameHint: 'Großbuchstaben, Ziffern und Unterstriche.',
  value: 'Wert',
  valueHint: 'Wird verschlüsselt gespeichert und nie wieder angezeigt.',
  setVariable: 'Variable setzen',
  variableSet: (name) => `${name} ist gesetzt. Die Anwendung startet damit neu.`,
  deleteVariable: (name) => `${name} löschen`,
  deleteVariableTitle: (name) => `${name} löschen?`,
  deleteVariableText:
    'Die Anwendung startet ohne diese Variable neu. Der Wert kann weder angezeigt noch wiederhergestellt werden.',
  variableDeleted: (name) => `${name} ist gelöscht.`,
  givenTo: {
    server: 'Für den Server',
    page: 'Öffentlich: in der Seite',
    export: 'Nur als Name in .env.example des Archivs',
  },
  git: 'Git-Remote',
  gitHint: 'Alle Versionen als Commits, in einen Branch des eigenen Repositorys. Dort wird nie etwas überschrieben.',
  gitUrl: 'Adresse des Repositorys',
  gitUrlHint: 'Zum Beispiel https://github.com/you/app.git',
  branch: 'Branch',
  token: 'Zugriffstoken',
  tokenHint: 'Mit Schreibrecht. Es wird nur für diesen Push verwendet und nicht gespeichert.',
  push: 'Pushen',
  pushed: (commits, commit) =>
    commits === 1 ? `1 Commit wurde gepusht (${commit}).` : `${commits} Commits wurden gepusht (${commit}).`,
  upToDate: 'Das Remote hat bereits alle Versionen.',
  data: 'Daten',
  dataOfPage:
    'Diese Anwendung läuft im Browser. Eingaben in der Vorschau werden beim Projekt gespeichert, und Freigabelinks zeigen sie. Eingaben von Besuchern sind weg, sobald sie die Seite verlassen.',
  dataOfServer:
    'Der Server der Anwendung behält, was er unter data/ schreibt. Vorschau und veröffentlichte Version haben getrennte Daten.',
  exportData: 'Daten exportieren',
  importData: 'Daten importieren',
  importTitle: 'Daten ersetzen?',
  importText: (name) =>
    `Die Daten der Anwendung werden durch die aus ${name} ersetzt. Das lässt sich nicht rückgängig machen.`,
  replace: 'Ersetzen',
  imported: 'Die Daten sind importiert.',
  noDataFile: 'Diese Datei ist kein Export der Daten einer Anwendung.',
  deleteData: 'Daten löschen',
  deleteDataTitle: 'Alle Daten löschen?',
  deleteDataText: 'Die Anwendung beginnt wieder mit ihren Beispielen. Das lässt sich nicht rückgängig machen.',
  dataDeleted: 'Die Daten sind gelöscht.',
};
