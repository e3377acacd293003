// The layout of every documentation page: header with search, navigation, the page, its contents.
import { escapeHtml } from '../../core/html-page.ts';
import type { Heading } from './markdown.ts';
import { type LinkStyle, linkFrom, SERVICE_NAME } from './site.ts';

export interface NavigationGroup {
  title: string;
  links: readonly { path: string; label: string }[];
}

export interface Frame {
  groups: readonly NavigationGroup[];
  linkStyle: LinkStyle;
  style: string;
  script: string;
  icon: string | undefined;
  index: string;
}

export interface DocsPage {
  path: string;
  title: string;
  html: string;
  headings: readonly Heading[];
}

export function framePage({ path, title, html, headings }: DocsPage, frame: Frame): string {
  const link = linkFrom(path, frame.linkStyle);
  const isServed = frame.linkStyle === 'served';
  const icon = frame.icon ? `<link rel="icon" href="${link(`assets/${frame.icon}`)}" type="image/svg+xml">` : '';
  // Its examples take the place of the list of headings, which is below the page's own link at the left.
  const isReference = path.startsWith('reference/');
  const shownTitle = escapeHtml(title === '' ? 'Documentation' : title);
  return `<!doctype html><html lang="en" data-root="${link('assets/x').slice(0, -'assets/x'.length)}" data-links="${frame.linkStyle}" data-index="${link(`assets/${frame.index}`)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${shownTitle} · ${SERVICE_NAME}</title>
${icon}<link rel="stylesheet" href="${link(`assets/${frame.style}`)}"><script src="${link(`assets/${frame.script}`)}"></script></head><body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="name" href="${link('')}">${SERVICE_NAME} <span>Docs</span></a><div id="search"></div><div id="tools"></div>${isServed ? '<a class="out" href="/pricing">Prices</a><a class="out" href="/">Dashboard</a>' : ''}</header>
<details class="menu"><summary>All pages</summary>${navigation(path, frame, { name: 'All pages, short' })}</details>
<div class="columns${isReference ? ' two' : ''}"><aside class="side">${navigation(path, frame, { name: 'All pages', ...(isReference ? { headings } : {}) })}</aside>
<main id="content"><article>${html}</article>${neighbours(path, frame)}</main>
${isReference ? '' : contentsOf(headings)}</div></body></html>`;
}

interface Navigation {
  name: string;
  /** Of the page, listed below its link. */
  headings?: readonly Heading[];
}

function navigation(path: string, { groups, linkStyle }: Frame, { name, headings = [] }: Navigation): string {
  const link = linkFrom(path, linkStyle);
  const lists = groups.map(({ title, links }) => {
    const items = links.map(
      (one) =>
        `<li><a href="${link(one.path)}"${one.path === path ? ' aria-current="page"' : ''}>${escapeHtml(one.label)}</a>${one.path === path ? within(headings) : ''}</li>`,
    );
    return `<p>${escapeHtml(title)}</p><ul>${items.join('')}</ul>`;
  });
  return `<nav aria-label="${name}">${lists.join('')}</nav>`;
}

function within(headings: readonly Heading[]): string {
  const items = headings
    .filter(({ level }) => level === 2)
    .map(({ text, id }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`);
  return items.length === 0 ? '' : `<ul class="here">${items.join('')}</ul>`;
}

function neighbours(path: string, { groups, linkStyle }: Frame): string {
  const all = groups.flatMap(({ links }) => links);
  const at = all.findIndex((one) => one.path === path);
  if (at < 0) return '';
  const link = linkFrom(path, linkStyle);
  const show = (one: { path: string; label: string } | undefined, words: string) =>
    one ? `<a href="${link(one.path)}"><span>${words}</span>${escapeHtml(one.label)}</a>` : '<span></span>';
  return `<nav class="neighbours" aria-label="Neighbouring pages">${show(all[at - 1], 'Previous')}${show(all[at + 1], 'Next')}</nav>`;
}

const FEWEST_HEADINGS = 3;

function contentsOf(headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < FEWEST_HEADINGS) return '<aside class="contents"></aside>';
  const items = shown.map(
    ({ level, text, id }) => `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<aside class="contents"><nav aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav></aside>`;
}
