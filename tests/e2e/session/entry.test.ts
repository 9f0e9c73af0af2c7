import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong } from '../../support/tier.ts';
import {
  field,
  picturesOnFailure,
  signInByHand,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

const NEW = '/commonEntry/detail?formKey=businessSealApply&isEdit=1';
interface Envelope {
  data: unknown;
}

/** Lets a served answer through changed, as another installation would give it. */
async function change<T>(page: Page, path: string, edit: (data: T) => T): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as Envelope;
    await route.fulfill({ response, json: { ...body, data: edit(body.data as T) } });
  });
}
const withModules = (items: { id: string }[]) => [
  ...items,
  {
    id: 'm-crane',
    code: 'm-crane',
    name: '起重机检验',
    url: 'crane',
    component: 'Layout',
    children: [
      { id: 'm-crane-1', code: 'm-crane-1', name: '检验任务', path: '/craneTask', component: 'platform/home' },
    ],
  },
];
const withUrl = (user: { unitList: { url: string }[] }) => ({
  ...user,
  unitList: user.unitList.map((unit, index) => (index === 0 ? { ...unit, url: '#/taskCenter/launch' } : unit)),
});

let browser: Browser;
let product: Product;
let own: Visitor;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(async () => {
  await browser?.close();
});
afterEach(picturesOnFailure(() => ({ own })));

/** Comes in through the sign-in page, to an installation with a further module and with units that have addresses. */
async function enter(): Promise<Page> {
  own = await visitor(browser);
  const { page } = own;
  await change(page, '**/getCurrentUserMenus*', withModules);
  await change(page, '**/getCurrentUser', withUrl);
  await page.goto(`${product.url}/#/`);
  await page.locator('#username, input[name="username"]').first().fill('admin');
  await page.locator('input[type="password"]').first().fill('Demo@2026');
  await page.locator('#validateCode, input[name="validateCode"]').first().fill('1234');
  await page.locator('[data-action="sign-in"]').click();
  await page.locator('.sf-module').first().waitFor();
  return page;
}
const modules = (page: Page) => page.locator('.sf-module').allInnerTexts();

/** Where a person comes in, by the second generation of routes, and what is there. */
describe('who comes in by units', () => {
  beforeAll(async () => {
    product = await startProduct({ ROUTE_ENTRY: 'unit' });
  });
  afterAll(async () => {
    await own?.close();
    await product?.close();
  });

  it('goes to the address of the first unit where routes go by units, which becomes the current one, with every module (RG-010, UN-008)', async () => {
    const page = await enter();
    await page.locator('[data-screen="platform/taskCenter/launch"]').waitFor();
    await expect.poll(() => new URL(page.url()).hash).toBe('#/taskCenter/launch');
    const first = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { unitList: { id: string }[] }).unitList[0]?.id ?? '',
    );
    expect(first).not.toBe('');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('currentUnit'))).toBe(first);
    await expect.poll(() => modules(page)).toContain('起重机检验');
  });

  it('gives themselves a picture, cut to a square, that the top bar shows and the next start brings back (TB-006)', async () => {
    const { page } = own;
    await page.locator('[data-action="user-menu"]').click();
    await page.locator('[data-action="change-photo"]').click();
    await expect.poll(() => page.locator('[data-action="save-photo"]').isDisabled()).toBe(true);
    const drawn = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 20 });
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      ['#f00', '#0f0', '#00f'].forEach((color, index) => {
        pen.fillStyle = color;
        pen.fillRect(index * 20, 0, 20, 20);
      });
      return canvas.toDataURL('image/png').split(',')[1] as string;
    });
    await page
      .locator('[data-photo-file]')
      .setInputFiles({ name: '证件照.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') });
    await page.getByLabel('左右').fill('1');
    await page.locator('[data-action="save-photo"]').click();
    const picture = page.locator('.sf-avatar img');
    await picture.waitFor();
    const look = () =>
      picture.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), {
          width: image.naturalWidth,
          height: image.naturalHeight,
        });
        const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
        pen.drawImage(image, 0, 0);
        const [red = 0, green = 0, blue = 0] = pen.getImageData(128, 128, 1, 1).data;
        return { width: canvas.width, height: canvas.height, isBlue: blue > 200 && red < 50 && green < 50 };
      });
    expect(await look()).toEqual({ width: 256, height: 256, isBlue: true });
    await page.reload();
    await picture.waitFor();
    expect(await look()).toEqual({ width: 256, height: 256, isBlue: true });
    expect(own.faults()).toEqual([]);
  });

  it('sees a parent view lead to its child, says that a page is loading, and finds 4 px beside a tab that is scrolled to (SH-007, CO-002, TA-012)', async () => {
    const { page } = own;
    let isHeld = true;
    await page.route('**/getLastVersionScreenDef*', async (route) => {
      while (isHeld)
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      await route.continue().catch(() => undefined);
    });
    await page.evaluate(() => {
      window.location.hash = '/bidding';
    });
    await page.locator('[aria-label^="正在加载"]:visible').first().waitFor();
    isHeld = false;
    await page.locator('[data-screen^="bidding/"]').first().waitFor();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/bidding\/./);
    await expect
      .poll(() =>
        page
          .locator('.sf-tab')
          .last()
          .evaluate((element) => getComputedStyle(element).scrollMarginInlineEnd),
      )
      .toBe('4px');
  });
});

describe('who comes in by the menu', () => {
  afterEach(async () => {
    await own?.close();
    await product?.close();
  });

  it.runIf(isLong)(
    'goes to the first page of the menu where routes go by the menu, without the modules of other systems (RG-009, UN-007)',
    async () => {
      product = await startProduct({ ROUTE_ENTRY: 'menu' });
      const page = await enter();
      await page.locator('[data-screen="platform/home"]').waitFor();
      await expect.poll(() => modules(page)).toContain('系统管理');
      expect(await modules(page)).not.toContain('起重机检验');
    },
  );

  it.runIf(isLong)('and types /login again finds what was typed before, undrafted, where it was (RG-005)', async () => {
    product = await startProduct();
    own = await visitor(browser);
    const { page } = own;
    await signInByHand(page, product.url, 'admin', '/index');
    await page.locator('.sf-sidebar').waitFor();
    await page.evaluate((to) => {
      window.location.hash = to;
    }, NEW);
    const title = field(page, 'sealTitle').locator('textarea, input').first();
    await title.fill('尚未保存的标题');
    await page.evaluate(() => {
      window.location.hash = '/login';
    });
    await page.locator('[data-screen="platform/home"]').waitFor();
    expect(await page.locator('[data-action="sign-in"]').count()).toBe(0);
    await page.locator('[data-tab^="/commonEntry/detail"] a').click();
    await expect.poll(() => title.inputValue()).toBe('尚未保存的标题');
    expect(own.faults()).toEqual([]);
  });
});
