import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { signIn, startProduct, type Product } from '../support.ts';
import { canvasOf, partsOf } from './hand.ts';

/** How long a finger rests before it carries something, and a little more. */
const HOLD = 300;

interface Point {
  x: number;
  y: number;
}

/** A tablet: a finger carries what a mouse would, and a screen reader hears the same names. */
describe('the designer by touch', () => {
  let browser: Browser;
  let product: Product;
  let page: Page;
  let session: CDPSession;
  const faults: string[] = [];

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      hasTouch: true,
      locale: 'zh-CN',
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', ({ message }) => faults.push(message));
    session = await context.newCDPSession(page);
    await signIn(page, product.url, 'admin', '/system/formManager?form=followRecord');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  const middle = async (what: Locator): Promise<Point> => {
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    if (!box) throw new Error('not to be seen');
    return { x: box.x + Math.min(30, box.width / 2), y: box.y + box.height / 2 };
  };
  const carry = async (from: Point, to: Point): Promise<void> => {
    await touch('touchStart', from);
    await page.waitForTimeout(HOLD);
    for (let step = 1; step <= 6; step += 1)
      await touch('touchMove', {
        x: from.x + ((to.x - from.x) * step) / 6,
        y: from.y + ((to.y - from.y) * step) / 6,
      });
    await touch('touchEnd');
  };
  /** Names of the elements on the canvas, in order; groups within a control have none. */
  const names = (): Promise<string[]> =>
    partsOf(page).evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')?.trim() ?? '').filter((name) => name !== ''),
    );
  const paletteButton = (palette: string, name: string): Locator =>
    page.getByRole('region', { name: palette }).getByRole('button', { name, exact: true });

  it('carries a field of the palette onto the canvas, and a field of the canvas before another', async () => {
    await partsOf(page).first().waitFor();
    const before = await names();
    const target = await middle(canvasOf(page).getByRole('group', { name: /跟进方式/ }));
    await carry(await middle(paletteButton('字段', '数字')), target);
    await expect.poll(async () => (await names()).length).toBe(before.length + 1);
    const moved = await middle(canvasOf(page).getByRole('group', { name: /客户诉求/ }));
    const first = await middle(canvasOf(page).getByRole('group', { name: /沟通内容/ }));
    await carry(moved, { x: first.x - 20, y: first.y - 24 });
    const after = await names();
    expect(after.findIndex((one) => one.includes('客户诉求'))).toBeLessThan(
      after.findIndex((one) => one.includes('沟通内容')),
    );
    expect(faults).toEqual([]);
  });

  it('carries a part of the frame into an area, whose name is heard', async () => {
    await page.goto(`${product.url}/#/system/screenManager?screen=platform/shell`);
    await partsOf(page).first().waitFor();
    const areas = canvasOf(page).getByRole('heading', { level: 4 });
    expect(await areas.allInnerTexts()).toEqual(['顶部', '顶部之下的横条', '左侧', '主区']);
    const before = await names();
    expect(await partsOf(page).count()).toBe(before.length);
    await carry(
      await middle(paletteButton('部件', '空白')),
      await middle(canvasOf(page).getByRole('group', { name: '搜索' })),
    );
    await expect.poll(async () => (await names()).filter((name) => name === '空白').length).toBe(2);
    expect((await names()).filter((name) => name !== '空白')).toEqual(before.filter((name) => name !== '空白'));
    expect(faults).toEqual([]);
  });

  it('reads the rules of a form on a phone, with a name for each control', async () => {
    // a page of its own: those before hold what was not saved
    const phone = await page.context().newPage();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(`${product.url}/#/system/formManager?form=contractSeal&view=rules`);
    const rules = phone.getByRole('region', { name: '联动', exact: true });
    await rules.locator('[aria-expanded]').first().tap();
    await rules.getByRole('combobox', { name: '什么时候' }).waitFor();
    const tree = await rules.ariaSnapshot();
    expect(
      tree.split('\n').filter((line) => /^\s*- (button|combobox|textbox|spinbutton|switch)( \[|:|$)/.test(line)),
    ).toEqual([]);
    await expect
      .poll(() => phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0);
    await phone.close();
  });
});
