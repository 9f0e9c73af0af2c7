import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { drawn, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

let browser: Browser;
let product: Product;
let leader: Visitor;
let hr: Visitor;

const TODO = '/taskCenter/toDoList';
const dialogOf = (who: Visitor) => who.page.getByRole('dialog').last();

async function openFirstSeal(who: Visitor): Promise<string> {
  const row = who.page.locator('tr[data-row]').filter({ hasText: '用印' }).first();
  const id = (await row.getAttribute('data-record')) ?? '';
  await row.locator('[data-action="handle"]').click();
  await who.page.locator('[data-action="hand-on"]').waitFor();
  return id;
}

async function pick(who: Visitor, name: string): Promise<void> {
  await who.page.locator('[data-act] [data-field="people"] input').click();
  const dialog = who.page.getByRole('dialog', { name: '选择数据' });
  await dialog.getByLabel('输入姓名查找').fill(name);
  await dialog.locator('.sf-pick-row').filter({ hasText: name }).first().click();
  await dialog.locator('[data-action="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Has the list load anew, and waits until it has. */
async function refresh(who: Visitor): Promise<void> {
  await Promise.all([
    who.page.waitForResponse((response) => response.url().includes('/listMyTodo')),
    who.page.locator('[data-action="refresh"]').first().click(),
  ]);
  await drawn(who.page);
}

/** Notes of every menu and dialog, when it begins to open, whether it is drawn away from where it will stay. */
const noteOpening = (who: Visitor) =>
  who.page.addInitScript(() => {
    const notes: [string, boolean][] = [];
    Object.assign(window, { openings: notes });
    document.addEventListener('animationstart', ({ target }) => {
      if (
        !(target instanceof HTMLElement) ||
        !target.matches('.ant-modal, .ant-dropdown') ||
        target.className.includes('-leave')
      )
        return;
      const { width, height } = target.getBoundingClientRect();
      notes.push([
        target.className.split(' ')[0],
        Math.abs(width - target.offsetWidth) > 1 || Math.abs(height - target.offsetHeight) > 1,
      ]);
    });
  });

type Openings = [string, boolean][];
const openingsOf = (who: Visitor): Promise<Openings> =>
  who.page.evaluate(() => (window as unknown as { openings: Openings }).openings);

/** Waits until a menu or dialog was seen to open: a busy machine may take the press on what is in it before its first frame. */
const sawOpening = (who: Visitor, what: string) =>
  expect.poll(async () => (await openingsOf(who)).some(([name]) => name === what)).toBe(true);

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  [leader, hr] = await Promise.all([visitor(browser, { motion: 'no-preference' }), visitor(browser)]);
  await noteOpening(leader);
  await signIn(leader.page, product.url, 'leader', TODO);
  await signIn(hr.page, product.url, 'hr', TODO);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ leader, hr })));

describe('a task in the browser', () => {
  it('asks somebody to sign first, comes back with their opinion, and is handed on to somebody else', async () => {
    const id = await openFirstSeal(leader);
    await leader.page.locator('[data-action="hand-on"]').click();
    await sawOpening(leader, 'ant-dropdown');
    await leader.page.locator('.ant-dropdown [data-action="addSign"]').click();
    await sawOpening(leader, 'ant-modal');
    await pick(leader, '何静怡');
    await dialogOf(leader)
      .getByRole('button', { name: /确\s*定/ })
      .click();
    await leader.page.getByText('已加签').first().waitFor();
    await leader.page.waitForURL(/toDoList/);

    await refresh(hr);
    await hr.page.locator(`tr[data-record="${id}"] [data-action="handle"]`).click();
    await hr.page.locator('[data-action="approve"]').click();
    await hr.page.locator('[data-opinion] textarea').fill('材料齐全');
    await dialogOf(hr)
      .getByRole('button', { name: /确\s*定/ })
      .click();
    await hr.page.getByText('办理成功').first().waitFor();

    await refresh(leader);
    await leader.page.locator(`tr[data-record="${id}"] [data-action="handle"]`).click();
    await leader.page.getByText('材料齐全').first().waitFor();
    await leader.page.locator('[data-action="hand-on"]').click();
    await leader.page.locator('.ant-dropdown [data-action="transfer"]').click();
    await pick(leader, '何静怡');
    await dialogOf(leader)
      .getByRole('button', { name: /确\s*定/ })
      .click();
    await leader.page.getByText('已转办').first().waitFor();
    await hr.page.goto(`${product.url}/#${TODO}`);
    await refresh(hr);
    await hr.page.locator(`tr[data-record="${id}"]`).first().waitFor();
    expect([...leader.faults(), ...hr.faults()]).toEqual([]);
  });

  it('opens menus and dialogs where they stay: a press that begins on them ends on them', async () => {
    const openings = await openingsOf(leader);
    expect([...new Set(openings.map(([what]) => what))].sort()).toEqual(['ant-dropdown', 'ant-modal']);
    expect(openings.filter(([, isElsewhere]) => isElsewhere)).toEqual([]);
  });
});
