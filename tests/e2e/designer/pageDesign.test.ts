import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong } from '../../support/tier.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';
import { canvasOf, partsOf } from './hand.ts';

const PATH = '/kanban/generalBoard';

/** Where the first figures of a page stand, from the first one, and how large they are. */
const layoutOf = (figures: Locator): Promise<number[][]> =>
  figures.evaluateAll((all) => {
    const boxes = all.slice(0, 10).map((one) => one.getBoundingClientRect());
    const { left = 0, top = 0 } = boxes[0] ?? {};
    return boxes.map((box) => [box.left - left, box.top - top, box.width, box.height].map(Math.round));
  });

/** Drags the middle of an element with the mouse. */
async function dragBy(page: Page, what: Locator, dx: number, dy: number): Promise<void> {
  const box = await what.boundingBox();
  if (!box) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

/** An administrator changes a page that stands in the menu, with the mouse, and staff see it. */
describe('a page designed in place', () => {
  let admin: Visitor;
  let leader: Visitor;

  beforeAll(async () => {
    [admin, leader] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(admin.page, product.url, 'admin', PATH);
  });
  afterAll(() => Promise.all([admin, leader].map((each) => each?.close())));
  afterEach(picturesOnFailure(() => ({ admin, leader })));

  const canvas = () => admin.page.locator('[data-designer="canvas"]');
  const property = (key: string) => admin.page.locator(`[data-designer="properties"] [data-property="${key}"]`);

  it('opens from its own head with its real figures', async () => {
    await admin.page.getByRole('link', { name: '编辑此页' }).click();
    await canvas().getByText('新签合同额').first().waitFor();
    await expect.poll(() => canvas().locator('[data-tag="statCard"]').first().innerText()).toMatch(/\d/);
  });

  it('is changed in the panel, gets a block from the palette with a measure chosen, and goes back and forth', async () => {
    await canvas().locator('[data-tag="statCard"]').first().click();
    await property('title').locator('input').fill('本年新签合同额');
    await canvas().getByText('本年新签合同额').waitFor();
    const before = await canvas().locator('[data-node-path]').count();
    await admin.page.locator('[data-designer="palette"]').getByRole('button', { name: '指标卡' }).click();
    await expect.poll(() => canvas().locator('[data-node-path]').count()).toBe(before + 1);
    await property('dataset').locator('.ant-select').click();
    await admin.page.keyboard.type('经营合同额');
    await admin.page.locator('.ant-select-item-option', { hasText: '经营合同额' }).first().click();
    await property('value').locator('.ant-select').click();
    await admin.page.locator('.ant-select-item-option[title^="合同额"]:visible').first().click();
    await property('title').locator('input').fill('合同额合计');
    await canvas().getByText('合同额合计').waitFor();
    await admin.page.locator('[data-action="undo"]').click();
    await expect.poll(() => canvas().getByText('合同额合计').count()).toBe(0);
    await admin.page.locator('[data-action="redo"]').click();
    await canvas().getByText('合同额合计').waitFor();
  });

  it.runIf(isLong)('gives a chart its height by hand', async () => {
    const { page } = admin;
    const chart = canvas().locator('[data-tag="chart"]').first();
    await chart.scrollIntoViewIfNeeded();
    await chart.click({ position: { x: 40, y: 16 } });
    const handle = chart.getByRole('separator', { name: '高度' });
    const height = async () => Number(await handle.getAttribute('aria-valuenow'));
    await handle.scrollIntoViewIfNeeded();
    const [box, before] = [await handle.boundingBox(), await height()];
    if (!box) throw new Error('no handle');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 35, { steps: 5 });
    await page.mouse.up();
    // the canvas is drawn at seven tenths: 35 pixels are 50, in steps of 8
    await expect.poll(height).toBe(Math.round((before - 50) / 8) * 8);
  });

  it('is published with a note, and the page that was left shows it', async () => {
    await admin.page.locator('[data-checking="false"]').waitFor();
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.locator('#publish-note').fill('增加合同额合计');
    await admin.page.locator('.ant-modal-footer .ant-btn-primary').click();
    await admin.page.getByText('已发布第 2 版').first().waitFor();
    await admin.page.locator('.ds-head [data-action="back"]').click();
    await admin.page.waitForURL((address) => address.hash === `#${PATH}`);
    await admin.page.locator(`[data-screen="platform${PATH}"]`).getByText('合同额合计').waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('is what others see, who have no way to change it', async () => {
    await signIn(leader.page, product.url, 'manager', PATH);
    await leader.page.locator(`[data-screen="platform${PATH}"]`).getByText('合同额合计').waitFor();
    expect(await leader.page.getByText('编辑此页').count()).toBe(0);
    expect(leader.faults()).toEqual([]);
  });

  it.runIf(isLong)('is designed in the layout of a phone with the mouse, and phones show it so', async () => {
    const { page } = admin;
    const phone = await visitor(browser, { width: 390, height: 844 });
    await signIn(phone.page, product.url, 'admin', PATH);
    const figures = ':is(.sc-figure-filters, .sc-stat-figure, .sc-figure)';
    const chart = () => canvas().locator('[data-tag="chart"]').first();
    const onPhone = phone.page.locator(`[data-screen="platform${PATH}"] ${figures}`);
    /** What stands elsewhere, or is of another size, on the canvas and on the phone. */
    const differences = async () => {
      const [drawn, real] = await Promise.all([layoutOf(canvas().locator(figures)), layoutOf(onPhone)]);
      return real.length < 10 ? 'not loaded' : real.filter((box, index) => `${box}` !== `${drawn[index]}`);
    };

    await page.goto(`${product.url}/#${PATH}`);
    await page.getByRole('link', { name: '编辑此页' }).click();
    await chart().locator('canvas').waitFor();
    await chart().click();
    const wide = (await chart().boundingBox())?.width ?? 0;
    await dragBy(page, chart().locator('.ds-resize'), -wide / 2, 0);
    await expect.poll(() => property('span').locator('.ant-input-number input').inputValue()).toBe('4');
    await page.locator('[data-action="undo"]').click();
    await page.getByRole('radiogroup', { name: '画布的设备' }).getByText('手机').click();
    await expect.poll(differences).toEqual([]);

    await chart().click();
    const edge = page.getByRole('separator', { name: '高度' });
    await edge.scrollIntoViewIfNeeded();
    const before = Number(await edge.getAttribute('aria-valuenow'));
    await dragBy(page, edge, 0, 82);
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(String(before + 80));
    await page.locator('[data-action="undo"]').click();
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(String(before));
    await page.locator('[data-action="redo"]').click();
    await edge.press('ArrowDown');
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(String(before + 88));

    const cards = canvas().locator('[data-tag="statCard"]');
    const [first, second] = [await cards.nth(0).innerText(), await cards.nth(1).innerText()];
    await cards.nth(0).scrollIntoViewIfNeeded();
    const [from, to] = [await cards.nth(1).boundingBox(), await cards.nth(0).boundingBox()];
    if (!from || !to) throw new Error('nothing to drag');
    await dragBy(page, cards.nth(1), to.x + 10 - (from.x + from.width / 2), 0);
    await expect
      .poll(async () => [await cards.nth(0).locator('.sc-stat').innerText(), await cards.nth(1).innerText()])
      .toEqual([second, expect.stringContaining(first)]);

    await page.locator('[data-checking="false"]').waitFor();
    await page.locator('[data-action="publish"]').click();
    await page.locator('#publish-note').fill('按手机版面调整');
    await page.locator('.ant-modal-footer .ant-btn-primary').click();
    await page.getByText('已发布第 3 版').first().waitFor();
    await phone.page.reload();
    await expect.poll(differences).toEqual([]);
    expect([admin.faults(), phone.faults()]).toEqual([[], []]);
    await phone.page.context().close();
  });

  it.runIf(isLong)('opens a closed tab under a block that is dragged over it, and takes the block', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/system/recycleBin`);
    await page.getByRole('link', { name: '编辑此页' }).click();
    const tab = canvas().getByRole('tab').nth(1);
    const block = page.locator('[data-designer="palette"]').getByRole('button', { name: '文字' });
    await canvas().getByText('回收站是空的').waitFor();
    await block.scrollIntoViewIfNeeded();
    const [from, to] = [await block.boundingBox(), await tab.boundingBox()];
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    await page.mouse.move(to.x + to.width / 2, to.y + 120, { steps: 5 });
    await page.mouse.up();
    const paths = () =>
      canvas()
        .locator('[data-tag="text"]')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.nodePath));
    await expect.poll(paths).toEqual([expect.stringMatching(/^fields\.0\.items\.1\.children\.\d$/)]);
    expect(admin.faults()).toEqual([]);
  });
});

/** How long a finger rests before it carries something, and a little more. */
const HOLD = 300;

interface Point {
  x: number;
  y: number;
}

/** A tablet: a finger carries what a mouse would, and a screen reader hears the same names. */
describe('the designer by touch', () => {
  let page: Page;
  let session: CDPSession;
  const faults: string[] = [];

  beforeAll(async () => {
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
