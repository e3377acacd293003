// Writes a template of the source as the SQL text that is sent: values become $1, $2, …; fragments are replaced by their own text.
import * as ast from 'typescript/unstable/ast';
import type { Checker, Project } from 'typescript/unstable/sync';

export interface StatementText {
  sql: string;
  /** The expression behind each parameter. */
  values: ast.Expression[];
}

const MAX_ALTERNATIVES = 20;

/** One text for every alternative: the first uses the first branch of each optional part, the second the second one. */
export function writeTexts(project: Project, template: ast.Expression): StatementText[] {
  const texts: StatementText[] = [];
  for (let alternative = 0; alternative < MAX_ALTERNATIVES; alternative += 1) {
    const writer = new TextWriter(project, alternative);
    writer.write(template);
    texts.push({ sql: writer.sql, values: writer.values });
    if (alternative + 1 >= writer.alternatives) break;
  }
  return texts;
}

class TextWriter {
  sql = '';
  readonly values: ast.Expression[] = [];
  alternatives = 1;
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #alternative: number;

  constructor(project: Project, alternative: number) {
    this.#project = project;
    this.#checker = project.checker;
    this.#alternative = alternative;
  }

  write(node: ast.Expression): void {
    if (ast.isTaggedTemplateExpression(node)) this.#writeTemplate(node.template);
    else if (ast.isNoSubstitutionTemplateLiteral(node) || ast.isTemplateExpression(node)) this.#writeTemplate(node);
    else if (ast.isStringLiteral(node) || ast.isNumericLiteral(node)) this.sql += node.text;
    else this.write(this.#sourceOf(node));
  }

  /** The expression that gives this one its text. */
  #sourceOf(node: ast.Expression): ast.Expression {
    if (ast.isParenthesizedExpression(node)) return node.expression;
    if (ast.isConditionalExpression(node)) return this.#choose([node.whenTrue, node.whenFalse]);
    if (ast.isIdentifier(node)) return this.#choose(this.#givenFor(node) ?? [this.#initializerOf(node)]);
    if (ast.isElementAccessExpression(node)) return this.#choose(this.#propertiesOf(node.expression));
    if (ast.isCallExpression(node)) return this.#choose(this.#resultsOf(node.expression));
    throw new Error(`the text of ${node.getText()} cannot be read from the source`);
  }

  #writeTemplate(template: ast.TemplateLiteral): void {
    if (ast.isNoSubstitutionTemplateLiteral(template)) {
      this.sql += template.text;
      return;
    }
    this.sql += template.head.text;
    for (const { expression, literal } of template.templateSpans) {
      if (this.#isText(template, expression)) this.write(expression);
      else this.sql += `$${this.values.push(expression)}`;
      this.sql += literal.text;
    }
  }

  /** In a tagged template only fragments are text, in a plain one everything is. */
  #isText(template: ast.TemplateExpression, expression: ast.Expression): boolean {
    if (!ast.isTaggedTemplateExpression(template.parent)) return true;
    const type = this.#checker.getTypeAtLocation(expression);
    return type?.getSymbol()?.name === 'RawBuilder';
  }

  #choose(branches: readonly ast.Expression[]): ast.Expression {
    this.alternatives = Math.max(this.alternatives, branches.length);
    const branch = branches[Math.min(this.#alternative, branches.length - 1)];
    if (!branch) throw new Error('an optional part has no text');
    return branch;
  }

  #declarationOf(node: ast.Node): ast.Node | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node);
    const isImport = symbol?.declarations.some((handle) => handle.kind === ast.SyntaxKind.ImportSpecifier);
    const original = symbol && isImport ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return original?.valueDeclaration?.resolve(this.#project);
  }

  #initializerOf(name: ast.Node): ast.Expression {
    const declaration = this.#declarationOf(name);
    if (declaration && ast.isVariableDeclaration(declaration) && declaration.initializer)
      return declaration.initializer;
    throw new Error(`${name.getText()} is not a constant with a text`);
  }

  /** What the callers in the same file pass for a parameter. */
  #givenFor(name: ast.Identifier): ast.Expression[] | undefined {
    const parameter = this.#declarationOf(name);
    if (!parameter || !ast.isParameterDeclaration(parameter)) return undefined;
    const called = parameter.parent;
    if (!ast.isFunctionDeclaration(called) || !called.name) return [];
    const { text } = called.name;
    const place = called.parameters.indexOf(parameter);
    return callsIn(called.getSourceFile(), text).flatMap((call) => call.arguments[place] ?? []);
  }

  #propertiesOf(object: ast.Expression): ast.Expression[] {
    const literal = this.#initializerOf(object);
    if (!ast.isObjectLiteralExpression(literal)) throw new Error(`${object.getText()} is not an object literal`);
    return literal.properties.flatMap((property) => (ast.isPropertyAssignment(property) ? [property.initializer] : []));
  }

  #resultsOf(called: ast.Expression): ast.Expression[] {
    const declaration = this.#declarationOf(called);
    if (!declaration || !ast.isFunctionDeclaration(declaration))
      throw new Error(`${called.getText()} is not a function`);
    const results: ast.Expression[] = [];
    const visit = (node: ast.Node): void => {
      if (ast.isReturnStatement(node) && node.expression) results.push(node.expression);
      node.forEachChild(visit);
    };
    visit(declaration);
    return results;
  }
}

function callsIn(file: ast.Node, name: string): ast.CallExpression[] {
  const calls: ast.CallExpression[] = [];
  const visit = (node: ast.Node): void => {
    if (ast.isCallExpression(node) && node.expression.getText() === name) calls.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return calls;
}
