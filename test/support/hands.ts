// Three ways to use a page: with a mouse, by touch on a phone, and by keyboard alone, which fails where the focus is lost or unseen.
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { untilInPage } from './browser.ts';

export interface Hands {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  choose(target: Locator, value: string): Promise<void>;
}

export interface Way {
  name: string;
  isPhone: boolean;
  isKeyboard: boolean;
  look: BrowserContextOptions;
  hands(page: Page): Hands;
}

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const WAYS: readonly Way[] = [
  { name: 'on a desktop', isPhone: false, isKeyboard: false, look: DESKTOP, hands: mouse },
  { name: 'on a phone', isPhone: true, isKeyboard: false, look: PHONE, hands: touch },
  { name: 'by keyboard alone', isPhone: false, isKeyboard: true, look: DESKTOP, hands: keyboard },
];

function mouse(page: Page): Hands {
  return {
    press: (target) => target.click(),
    write: async (target, text) => {
      await target.click();
      await seeFocused(page, target);
      await replaceText(page, text);
    },
    choose: async (target, value) => void (await target.selectOption(value)),
  };
}

function touch(page: Page): Hands {
  return {
    press: (target) => target.tap(),
    write: async (target, text) => {
      await target.tap();
      await seeFocused(page, target);
      await replaceText(page, text);
    },
    // A phone opens its own list, which is no part of the page.
    choose: async (target, value) => void (await target.selectOption(value)),
  };
}

/** Uses nothing but keys: no call here moves the focus or the pointer by program. */
function keyboard(page: Page): Hands {
  return {
    press: async (target) => {
      const role = await target.getAttribute('role');
      if (role === 'menuitem') await arrowDownTo(page, target);
      else if (role === 'tab' || role === 'radio') await arrowTo(page, target);
      else await tabTo(page, target);
      await page.keyboard.press(role === 'radio' || role === 'switch' ? 'Space' : 'Enter');
    },
    write: async (target, text) => {
      await tabTo(page, target);
      await replaceText(page, text);
    },
    choose: async (target, value) => {
      await tabTo(page, target);
      await page.keyboard.press('Home');
      const most = await target.locator('option').count();
      for (let presses = 0; presses < most; presses += 1) {
        if ((await target.inputValue()) === value) return;
        await page.keyboard.press('ArrowDown');
      }
      assert.equal(await target.inputValue(), value, `${target} is not set by arrow keys`);
    },
  };
}

async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** More than the controls of the longest page, twice. */
const MAX_PRESSES = 300;
/** Whether the focused element, or the box that it fills, has an outline. */
const HAS_RING = `(() => {
  for (let at = document.activeElement, up = 0; at && up < 4; at = at.parentElement, up += 1) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return true;
  }
  return false;
})()`;
/** Some controls, such as the code editor, draw their outline a moment after they got the focus. */
export async function seeFocus(page: Page, target: Locator): Promise<void> {
  await untilInPage(page, HAS_RING).catch(() => assert.fail(`the focus on ${target} is not visible`));
}

/** A page that was just loaded has no focus yet; one that was used has it somewhere, also when a dialog closed or a form was sent. */
const KEPT_FOCUS = '!globalThis.wasWalked || document.activeElement !== document.body';

const focused = (page: Page, target: Locator) => target.and(page.locator(':focus'));
const hasFocus = async (page: Page, target: Locator) => (await focused(page, target).count()) > 0;

/** Text that is sent before a tap gave the focus goes nowhere: a stalled page gives it later than the tap returns. */
export async function seeFocused(page: Page, target: Locator): Promise<void> {
  await focused(page, target).waitFor();
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  await untilInPage(page, KEPT_FOCUS).catch(() => assert.fail(`the focus was lost before ${target}`));
  await page.evaluate('globalThis.wasWalked = true');
  for (let presses = 0; presses <= MAX_PRESSES; presses += 1) {
    if (await hasFocus(page, target)) return seeFocus(page, target);
    await page.keyboard.press('Tab');
  }
  assert.fail(`${target} is not reached by Tab`);
}

/** In a menu that is open; the item that has the focus has a background of its own. */
async function arrowDownTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses <= MAX_PRESSES; presses += 1) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`${target} is not reached by ArrowDown`);
}

/** Tab goes to a group as a whole, arrows go within it. */
async function arrowTo(page: Page, target: Locator): Promise<void> {
  const group = target.locator('xpath=..');
  const members = group.locator('[role]');
  await tabTo(page, members);
  const most = await members.count();
  for (let presses = 0; presses < most; presses += 1) {
    if (await hasFocus(page, target)) return;
    await page.evaluate('globalThis.focusedBefore = document.activeElement');
    await page.keyboard.press('ArrowRight');
    await untilInPage(page, 'document.activeElement !== globalThis.focusedBefore');
  }
  assert.ok(await hasFocus(page, target), `${target} is not reached by arrow keys`);
}
