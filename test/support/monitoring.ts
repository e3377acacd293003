// The shipped alert rules and dashboard, and the series that their expressions name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const MONITORING = join(import.meta.dirname, '../../deploy/monitoring');

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export interface Panel {
  id: number;
  title: string;
  type: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { refId: string; expr: string }[];
}

export interface Dashboard {
  title: string;
  uid: string;
  panels: Panel[];
  templating: { list: { name: string; type: string; query: unknown }[] };
}

export function readRules(): Rule[] {
  const { groups } = parse(readFileSync(join(MONITORING, 'alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8')) as Dashboard;
}

/** As Grafana fills them in. */
export function withoutVariables(expression: string): string {
  return expression.replaceAll('$__rate_interval', '1m');
}

export interface Expression {
  /** The alert or the panel. */
  of: string;
  expr: string;
}

export function allExpressions(): Expression[] {
  return [
    ...readRules().map(({ alert, expr }) => ({ of: alert, expr })),
    ...readDashboard().panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ of: title, expr: withoutVariables(expr) })),
    ),
  ];
}

/**
 * The selectors of an expression, one for each alternative of a list such as `status=~"a|b"`, because each of them must
 * exist. Only our own names are found, and `up`: whether the expression is valid, Prometheus says.
 */
export function selectorsOf(expression: string): string[] {
  const found = [...expression.matchAll(/\b(atelier_\w+|up)\b(?:\{([^}]*)\})?/g)];
  return found.flatMap(([, name = '', matchers = '']) => {
    const list = /^(.*?)(\w+)=~"([\w /]+(?:\|[\w /]+)+)"(.*)$/.exec(matchers);
    if (!list) return [`${name}{${matchers}}`];
    const [, before, label, alternatives = '', after] = list;
    return alternatives.split('|').map((one) => `${name}{${before}${label}="${one}"${after}}`);
  });
}

/** The labels that an expression groups by. */
export function groupLabelsOf(expression: string): string[] {
  const found = [...expression.matchAll(/\bby \(([^)]*)\)/g)];
  return [...new Set(found.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())))];
}
