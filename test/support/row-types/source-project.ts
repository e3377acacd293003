// The service's source as the compiler sees it.
import { readFileSync } from 'node:fs';
import * as ast from 'typescript/unstable/ast';
import { API, type Project, type Type } from 'typescript/unstable/sync';

export interface SourceProject extends Disposable {
  project: Project;
  /** The files of the service that may contain statements. */
  files: readonly string[];
}

const ROOT = new URL('../../../', import.meta.url).pathname;
const ASKS_DATABASE = /\bsql[<`]|\.query[<(]/;

export function openSource(): SourceProject {
  const api = new API({ cwd: ROOT });
  const [project] = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`] }).getProjects();
  if (!project) throw new Error('tsconfig.json is no project');
  const files = project.rootFiles.filter(
    (file) => file.startsWith(`${ROOT}src/`) && ASKS_DATABASE.test(readFileSync(file, 'utf8')),
  );
  return { project, files, [Symbol.dispose]: () => api.close() };
}

/** The members of JsonColumns, with what the features add to it. */
export function readJsonTypes(project: Project): Map<string, Type> {
  const source = project.program.getSourceFile(`${ROOT}src/store/json-columns.ts`);
  const declaration = source?.statements.find(ast.isInterfaceDeclaration);
  const symbol = declaration && project.checker.getSymbolAtLocation(declaration.name);
  if (!symbol) throw new Error('src/store/json-columns.ts declares no interface');
  const columns = project.checker.getPropertiesOfType(project.checker.getDeclaredTypeOfSymbol(symbol));
  return new Map(
    columns.flatMap((column) => {
      const type = project.checker.getTypeOfSymbol(column);
      return type ? [[column.name, type]] : [];
    }),
  );
}
