import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MenuItem } from '../../../src/grammar/documents.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const NEW = '/commonEntry/detail?formKey=businessSealApply&isEdit=1';

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

const siteOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const withEntries = (page: Page, site: string) =>
  page.context().route('**/sys/menu/getCurrentUserMenus', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { code: string; data: MenuItem[] };
    await route.fulfill({ json: body.code === '1' ? { ...body, data: [...body.data, ...entries(site)] } : body });
  });

let browser: Browser;
let product: Product;
let embedded: Server;
let admin: Visitor;
beforeAll(async () => {
  embedded = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end('<h1>来自另一个网站的地图</h1>');
  });
  await new Promise<void>((ready) => {
    embedded.listen(0, '127.0.0.1', ready);
  });
  [browser, product] = await Promise.all([sharedBrowser(), startProduct({ FRAME_ORIGINS: siteOf(embedded) })]);
  admin = await visitor(browser);
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
  embedded?.close();
});

/** The frame around every page: menu, modules, tabs, search, settings, units. */
describe('the layout', () => {
  let page: Page;

  beforeAll(async () => {
    page = admin.page;
    await signIn(page, product.url, 'admin', '/');
  });
  afterEach(picturesOnFailure(() => ({ admin })));

  const go = (path: string) => page.goto(`${product.url}/#${path}`);
  const hash = () => new URL(page.url()).hash;
  const left = async (selector: string): Promise<number> =>
    Math.round((await page.locator(selector).first().boundingBox())?.x ?? -1);
  const tab = (path: string) => page.locator(`[data-tab="${path}"]`);
  const command = async (path: string, name: string): Promise<void> => {
    await tab(path).click({ button: 'right' });
    await page.locator(`.ant-dropdown:not(.ant-dropdown-hidden) [data-action="tab-${name}"]`).click();
    await expect.poll(() => page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').count()).toBe(0);
  };

  it('lands on the first page of the menu, titled after it (RG-009, RG-001, RG-003, SH-003, PR-002)', async () => {
    await page.locator('[data-screen="platform/home"]').waitFor();
    await expect.poll(hash).toBe('#/index');
    // in front of it stands how much waits, once that is known
    await expect.poll(() => page.title()).toMatch(/^(\(\d+\) )?首页 - 建设工程检测协同平台$/);
  });

  it('folds the sidebar, moves the bars with it, and keeps the choice (SB-001…005, SB-014, TB-001, SH-010, SH-011)', async () => {
    await go(NEW);
    await page.locator('.sc-record-header').waitFor();
    await expect.poll(async () => [await left('.sf-tabs'), await left('.sc-record-header')]).toEqual([250, 261]);
    await page.locator('[data-action="toggle-menu"]').click();
    await expect.poll(() => left('.sf-tabs')).toBe(54);
    await expect
      .poll(async () => [
        await left('.sc-record-header'),
        await page.evaluate(() => localStorage.getItem('sidebarStatus')),
      ])
      .toEqual([65, '0']);
    await page.reload();
    await page.locator('.sf-tabs').waitFor();
    await expect.poll(() => left('.sf-tabs')).toBe(54);
    await page.locator('.sf-sidebar .ant-menu-submenu').first().hover();
    await page.locator('.ant-menu-submenu-popup:visible').first().waitFor();
    await page.locator('[data-action="toggle-menu"]').click();
    await expect.poll(() => left('.sf-tabs')).toBe(250);
  });

  it('switches modules by their names, and the menu and the crumbs follow (TB-002, UN-005)', async () => {
    await page.locator('.sf-module', { hasText: '系统管理' }).click();
    await page.locator('[data-menu="setup"]').first().waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('activeModule'))).toBe('system');
    await page.getByLabel('当前位置').getByText('系统管理').waitFor();
    await page.locator('.sf-module', { hasText: '协同办公' }).click();
    await page.waitForURL((address) => address.hash === '#/index');
    await go('/taskCenter/toDoList');
    await page.getByLabel('当前位置').getByText('我的待办').waitFor();
    await expect
      .poll(() => page.getByLabel('当前位置').innerText())
      .toMatch(/协同办公\s*\/\s*任务中心\s*\/\s*我的待办/);
  });

  it('keeps what was typed and how far one scrolled while another tab is shown (TA-011)', async () => {
    await go(NEW);
    await field(page, 'sealTitle').locator('textarea, input').first().fill('切换页签不丢失');
    const scroll = () =>
      page.locator('.sf-main').evaluate((element) => {
        element.scrollTop = 120;
        return element.scrollTop;
      });
    await expect.poll(scroll).toBeGreaterThan(0);
    const scrolled = await scroll();
    await page.locator('[data-menu="launch"]').click();
    await page.locator('[data-screen="platform/taskCenter/launch"]').waitFor();
    await expect.poll(() => page.locator('[data-field="sealTitle"]').count()).toBe(0);
    await page.locator('[data-tab^="/commonEntry/detail"] a').click();
    await expect
      .poll(() => field(page, 'sealTitle').locator('textarea, input').first().inputValue())
      .toBe('切换页签不丢失');
    await expect.poll(() => page.locator('.sf-main').evaluate((element) => element.scrollTop)).toBe(scrolled);
    await page.locator('[data-tab^="/commonEntry/detail"] [data-action="close-tab"]').click();
    await page.locator('[data-action="discard-and-leave"]').first().click();
    await expect.poll(() => page.locator('[data-tab^="/commonEntry/detail"]').count()).toBe(0);
  });

  it('closes tabs by its menu and the middle button, never the pinned one, and opens no path twice (TA-001…008)', async () => {
    const paths = ['/taskCenter/toDoList', '/taskCenter/launch', '/taskCenter/alreadyDone', '/taskCenter/remindList'];
    for (const path of [...paths, paths[0]]) {
      await go(path);
      await page.locator(`[data-screen="platform${path}"]`).waitFor();
    }
    const open = () =>
      page.locator('[data-tab]').evaluateAll((tabs) => tabs.map((item) => item.getAttribute('data-tab')));
    await command('/taskCenter/alreadyDone', 'others');
    await expect.poll(open).toEqual(['/index', '/taskCenter/alreadyDone']);
    await page.waitForURL((address) => address.hash === '#/taskCenter/alreadyDone');
    // the address changes first, and the page that was closed is seen until the next one is drawn
    await page.locator('[data-screen="platform/taskCenter/alreadyDone"]').waitFor();
    for (const path of paths) {
      await go(path);
      await page.locator(`[data-screen="platform${path}"]`).waitFor();
    }
    await command('/taskCenter/toDoList', 'left');
    await expect.poll(open).toEqual(['/index', '/taskCenter/toDoList', '/taskCenter/launch', '/taskCenter/remindList']);
    await command('/taskCenter/launch', 'right');
    await expect.poll(open).toEqual(['/index', '/taskCenter/toDoList', '/taskCenter/launch']);
    await tab('/taskCenter/toDoList').locator('a').click({ button: 'middle' });
    await expect.poll(open).toEqual(['/index', '/taskCenter/launch']);
    await tab('/index').locator('a').click({ button: 'middle' });
    await command('/taskCenter/launch', 'all');
    await expect.poll(open).toEqual(['/index']);
    await expect.poll(hash).toBe('#/index');
  });

  it('finds a page by its name and by the first letters of its sound, from the keyboard alone', async () => {
    await page.keyboard.press('Control+k');
    await page.locator('[data-menu-search]').fill('ywyysq');
    await page.locator('[data-found="业务用印申请"]').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.hash === '#/seals/businessSealApply');
    expect(admin.faults()).toEqual([]);
  });

  it('switches to another unit by its address, keeps its id, and forgets module and session storage (TB-004, UN-001…003)', async () => {
    await page.locator('.sf-unit').first().waitFor();
    await page.evaluate(() => sessionStorage.setItem('marker', '1'));
    const before = await page.evaluate(() => localStorage.getItem('currentUnit'));
    await page.locator('.sf-unit .ant-select-selector, .ant-select.sf-unit').first().click();
    await page
      .locator(
        '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option:not(.ant-select-item-option-selected)',
      )
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('currentUnit'))).not.toBe(before);
    await page.locator('[data-screen="platform/home"]').waitFor();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('marker'))).toBeNull();
  });
});

/** Where addresses lead: embedded pages, views that are gone, pages without the layout. */
describe('routes', () => {
  let staff: Visitor;

  beforeAll(async () => {
    staff = await visitor(browser, { width: 390, height: 844 });
    await withEntries(admin.page, siteOf(embedded));
    await withEntries(staff.page, siteOf(embedded));
    // the menu is asked for anew
    await admin.page.reload();
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
