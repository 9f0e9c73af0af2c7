import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MenuItem } from '../../../src/grammar/documents.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** Entries that an administrator might add to the menu; `site` is the page of another host. */
const entries = (site: string): MenuItem[] => [
  {
    id: 'extra',
    code: 'extra',
    name: '扩展',
    component: 'Layout',
    sn: 9,
    children: [
      {
        id: 'group',
        code: 'group',
        name: '分组',
        path: '/extra',
        component: 'ParentView',
        children: [
          {
            id: 'map',
            code: 'map',
            name: '区域地图',
            path: 'map',
            component: 'InnerLink',
            meta: { title: '区域地图', link: `${site}/map` },
          },
          {
            id: 'other',
            code: 'other',
            name: '未许可网站',
            path: 'other',
            component: 'InnerLink',
            meta: { title: '未许可网站', link: 'https://not-allowed.example/' },
          },
          {
            id: 'blank',
            code: 'blank',
            name: '没有地址',
            path: 'blank',
            component: 'InnerLink',
            meta: { title: '没有地址' },
          },
          {
            id: 'gone',
            code: 'gone',
            name: '用印统计',
            path: 'gone',
            component: 'seals/gone/list',
            meta: { title: '用印统计' },
          },
          { id: 'site', code: 'site', name: '外部网站', path: 'https://site.example/', component: '' },
          {
            id: 'whole',
            code: 'whole',
            name: '整段地址',
            url: '/whole/place',
            urlType: '1',
            path: 'ignored',
            component: 'platform/taskCenter/launch',
          },
          {
            id: 'unseen',
            code: 'unseen',
            name: '不显示',
            path: 'unseen',
            component: 'platform/taskCenter/launch',
            ifAppear: '1',
          },
        ],
      },
    ],
  },
];

/** Where addresses lead: embedded pages, views that are gone, pages without the layout. */
describe('routes', () => {
  let browser: Browser;
  let product: Product;
  let embedded: Server;
  let admin: Visitor;
  let staff: Visitor;

  const withEntries = (page: Page, site: string) =>
    page.context().route('**/sys/menu/getCurrentUserMenus', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { code: string; data: MenuItem[] };
      await route.fulfill({ json: body.code === '1' ? { ...body, data: [...body.data, ...entries(site)] } : body });
    });

  beforeAll(async () => {
    embedded = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end('<h1>来自另一个网站的地图</h1>');
    });
    await new Promise<void>((ready) => {
      embedded.listen(0, '127.0.0.1', ready);
    });
    const site = `http://127.0.0.1:${(embedded.address() as AddressInfo).port}`;
    [browser, product] = await Promise.all([sharedBrowser(), startProduct({ FRAME_ORIGINS: site })]);
    [admin, staff] = await Promise.all([visitor(browser), visitor(browser, { width: 390, height: 844 })]);
    await withEntries(admin.page, site);
    await withEntries(staff.page, site);
    await signIn(admin.page, product.url, 'admin', '/index');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    embedded?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff })));

  const go = (path: string) => admin.page.goto(`${product.url}/#${path}`);
  const hash = (page: Page) => new URL(page.url()).hash;

  it('embeds the page of an allowed site across the width, 94.5 px lower than the window (SH-005, SH-006)', async () => {
    await go('/extra/map');
    await admin.page.frameLocator('iframe[title="区域地图"]').getByText('来自另一个网站的地图').waitFor();
    await expect
      .poll(() => admin.page.locator('.sf-frame').boundingBox())
      .toMatchObject({ height: 900 - 94.5, x: 250, width: 1440 - 250 });
    // beside the scrollbar of the embedded page there is none of the product, and the frame begins below the tabs
    const { overflow, top, bars } = await admin.page.evaluate(() => ({
      overflow: getComputedStyle(document.querySelector('.sf-main') as Element).overflowY,
      top: document.querySelector('.sf-frame')?.getBoundingClientRect().top,
      bars: document.querySelector('.sf-main')?.getBoundingClientRect().top,
    }));
    expect([overflow, top]).toEqual(['hidden', bars]);
    expect(admin.faults()).toEqual([]);
  });

  it('explains a site that is not allowed, and a link that is missing is a page not found (ER-013)', async () => {
    await go('/extra/other');
    await admin.page.getByText('“未许可网站”不能在平台内打开').waitFor();
    await admin.page.getByText(/FRAME_ORIGINS/).waitFor();
    await go('/extra/blank');
    await admin.page.getByText('页面不存在').first().waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('leads a group to its first child, uses a whole url, and skips outside addresses and items that do not appear (RG-012…017, SB-006, SB-013)', async () => {
    await go('/extra');
    await admin.page.waitForURL((address) => address.hash === '#/extra/map');
    await admin.page.locator('.sf-sidebar a[href="https://site.example/"][target="_blank"]').waitFor();
    expect(await admin.page.locator('[data-menu="unseen"]').count()).toBe(0);
    await go('/whole/place');
    await admin.page.locator('[data-screen="platform/taskCenter/launch"]').waitFor();
  });

  it('names a view that is gone to an administrator, and makes a page anew by /redirect (RG-012, FR-005, FR-006)', async () => {
    await go('/extra/gone');
    await admin.page.getByText('菜单指定的界面不存在').waitFor();
    await admin.page.getByText('seals/gone/list').waitFor();
    await go('/redirect/taskCenter/launch');
    await admin.page.waitForURL((address) => address.hash === '#/taskCenter/launch');
    await go('/no/such/page');
    await admin.page.getByText('页面不存在').first().waitFor();
  });

  it('shows sign-in free pages to anybody, and leads on from /auth-redirect (FR-028…030, RG-007)', async () => {
    const { page } = staff;
    await page.goto(`${product.url}/#/register`);
    await page.getByText('账号由单位统一开通').waitFor();
    await page.goto(`${product.url}/#/bind`);
    await page.getByText('无需绑定账号').waitFor();
    await page.goto(`${product.url}/#/auth-redirect?redirect=${encodeURIComponent('/winning/satisfactionSurvey')}`);
    await page.locator('[data-action="sign-in"]').waitFor();
    await expect.poll(() => hash(page)).toBe('#/login?redirect=%2Fwinning%2FsatisfactionSurvey');
  });

  it('opens a survey on a phone after sign-in, without the layout, and thanks for it (FR-017, FR-011, RG-008)', async () => {
    const { page } = staff;
    await signIn(page, product.url, 'staff', '/winning/satisfactionSurvey');
    await page.locator('[data-field="customerName"] input').fill('市建设局');
    expect(await page.locator('.sf-sidebar, .sf-header').count()).toBe(0);
    await page.locator('[data-field="projectName"] input').fill('滨江花园二期');
    for (const key of ['attitude', 'speed', 'quality', 'price']) {
      await page.locator(`[data-field="${key}"]`).scrollIntoViewIfNeeded();
      await page.locator(`[data-field="${key}"] .ant-rate-star`).nth(4).click();
    }
    await page.locator('[data-action="save"]').click();
    await page.waitForURL((address) => address.hash === '#/submit');
    await page.getByText('内容已经收到').waitFor();
  });

  it('takes files from a phone, and prints a code that leads back to the record (FR-009, FR-010, FR-013)', async () => {
    const { page } = staff;
    await page.goto(`${product.url}/#/commonUpload?busId=demo-1&busType=siteVisit`);
    await page.locator('input[type="file"]').setInputFiles({
      name: '现场.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    await page.getByText('现场.png').first().waitFor();
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=sampleInfo&isEdit=1`);
    await page.locator('[data-field="sampleNo"] input').fill('YP-2026-001');
    await page.locator('[data-field="sampleName"] input').fill('混凝土试块');
    await page.locator('[data-action="save"]').click();
    await page.waitForURL((address) => address.hash.includes('id='));
    const id = new URLSearchParams(hash(page).split('?')[1]).get('id') ?? '';
    await page.goto(`${product.url}/#/sampleCardH5?id=${id}`);
    await page.locator('[data-code-card]').getByText('混凝土试块').first().waitFor();
    await expect
      .poll(() => page.locator('[data-code-text]').getAttribute('data-code-text'))
      .toBe(`${product.url}/#/sampleCardH5?id=${id}`);
    expect(staff.faults()).toEqual([]);
  });
});
