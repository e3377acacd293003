// The way to a page of the dashboard, its section first, and what the title bars of its workspaces offer.
import type { Locator, Page } from 'playwright-core';

/** The section that a page stands in; a section without pages is its own. */
const SECTIONS: Record<string, string> = {
  Home: 'Make',
  Chat: 'Make',
  Image: 'Make',
  Music: 'Make',
  Video: 'Make',
  Audio: 'Make',
  Code: 'Make',
  Builder: 'Make',
  'API keys': 'Developers',
  Webhooks: 'Developers',
  Usage: 'Developers',
  Account: 'Settings',
  Team: 'Settings',
  Billing: 'Settings',
};

/** As far as it is not open already. */
export async function goToPage(
  page: Page,
  name: string,
  press: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<void> {
  const section = SECTIONS[name];
  const sections = page.getByRole('navigation', { name: 'Main' });
  if (!section) return press(sections.getByRole('link', { name, exact: true }));
  const pages = page.getByRole('navigation', { name: section, exact: true });
  if (!(await pages.isVisible())) {
    await press(sections.getByRole('link', { name: section, exact: true }));
    await pages.waitFor();
  }
  await press(pages.getByRole('link', { name, exact: true }));
}

/** The call that was made last, as programs make it. */
export async function seeSameCall(page: Page, part: string): Promise<void> {
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByRole('region', { name: 'The call in curl' }).getByText(part).waitFor();
  await page.keyboard.press('Escape');
}
