import { join } from 'node:path';
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';

/** What an administrator does with the designer by mouse and keyboard, found by what is written on the page. */

export const canvasOf = (page: Page): Locator => page.getByRole('application');
export const partsOf = (page: Page): Locator => canvasOf(page).getByRole('group');
export const propertiesOf = (page: Page): Locator => page.getByRole('region', { name: '属性' });

/**
 * A film: with PICTURES_TO set to a folder, every `shot` keeps the page there as it is, numbered in the order of the
 * story; without it nothing is waited for.
 */
export function film(title: string): (page: Page, scene: string) => Promise<void> {
  let scenes = 0;
  return async (page, scene) => {
    const to = process.env['PICTURES_TO'];
    if (!to) return;
    scenes += 1;
    // what appears and goes is seen as a person sees it, at rest
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(to, `${title}-${String(scenes).padStart(2, '0')}-${scene}.png`) });
  };
}

const boxOf = async (what: Locator, name: string): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await what.boundingBox();
  if (!box) throw new Error(`“${name}” is not to be seen`);
  return box;
};

/** Presses, moves and lets go, as a hand does. */
export async function carry(page: Page, what: Locator, name: string, to: { x: number; y: number }): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  const from = await boxOf(what, name);
  await page.mouse.move(from.x + Math.min(40, from.width / 2), from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

const paletteItem = (page: Page, name: string, palette = '字段'): Locator =>
  page.getByRole('region', { name: palette }).getByRole('button', { name, exact: true });

/** Carries an item of the palette to a point of the window. */
export const dragTo = (page: Page, name: string, to: { x: number; y: number }, palette = '字段'): Promise<void> =>
  carry(page, paletteItem(page, name, palette), name, to);

/** Carries an item of the palette below everything that stands on the canvas; it is chosen then. */
export async function drag(page: Page, name: string, palette = '字段'): Promise<void> {
  // the list of problems below the canvas takes its place while it is there
  await page.getByText('正在检查').waitFor({ state: 'hidden' });
  const parts = partsOf(page);
  const before = await parts.count();
  if (before > 0) await parts.last().scrollIntoViewIfNeeded();
  const around = await boxOf(canvasOf(page), '画布');
  const ends = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  const y = before === 0 ? around.y + 120 : Math.max(...ends) + 12;
  await dragTo(page, name, { x: around.x + around.width / 2, y }, palette);
  await expect.poll(() => partsOf(page).count()).toBeGreaterThan(before);
}

/** Adds an item of the palette behind what is chosen, by the keyboard. */
export async function add(page: Page, name: string, palette = '字段'): Promise<void> {
  const before = await partsOf(page).count();
  await paletteItem(page, name, palette).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => partsOf(page).count()).toBeGreaterThan(before);
}

export const name = (page: Page, label: string): Promise<void> => propertiesOf(page).getByLabel(/^名称/).fill(label);

/** Picks an option of a select by its label; of a long list after typing a part of it. */
export async function pickIn(
  page: Page,
  around: Locator,
  label: string | RegExp,
  option: string | RegExp,
  typed = '',
): Promise<void> {
  await around.getByRole('combobox', { name: label, ...(typeof label === 'string' ? { exact: true } : {}) }).click();
  if (typed !== '') await page.keyboard.type(typed);
  await page
    .getByTitle(option, typeof option === 'string' ? { exact: true } : {})
    .last()
    .click();
}

/** Publishes what is open and waits until its version is told. */
export async function publish(page: Page, version: number): Promise<void> {
  await page.getByRole('button', { name: /^发\s*布$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^发\s*布$/ })
    .click();
  await page.getByText(`已发布第 ${version} 版`).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Puts what is open into the menu below a group. */
export async function putInMenu(page: Page, title: string, group: string): Promise<void> {
  await page.getByRole('button', { name: '放进菜单' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('上级').fill(group);
  await page.getByText(group, { exact: true }).last().click();
  await dialog.getByRole('button', { name: '放进菜单' }).click();
  await page.getByText(`“${title}”已放进菜单`).waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

/** Opens an entry of the menu as a person does; the group above it is opened first where it is closed. */
export async function openEntry(page: Page, group: string, entry: string): Promise<void> {
  const menu = page.getByRole('navigation').first();
  const line = menu.getByText(entry, { exact: true });
  const head = menu.getByText(group, { exact: true }).first();
  await line.or(head).first().waitFor();
  if (!(await line.isVisible())) await head.click();
  await line.click();
}
