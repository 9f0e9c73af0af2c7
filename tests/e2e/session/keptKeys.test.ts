import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signInByHand, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** What the browser keeps of a person, under names that other products of the family read. */
describe('local storage', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;
  let page: Page;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
    page = staff.page;
    await signInByHand(page, product.url, 'staff', '/index');
    await page.locator('[data-screen="platform/home"]').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
  const json = async (key: string): Promise<unknown> => JSON.parse((await kept(key)) ?? 'null');

  it('has name, person and units after sign-in, and both tokens (LS-003, LS-004, LS-005, EN-001, EN-002, EN-007)', async () => {
    expect(await kept('username')).toBe('staff');
    const unit = {
      id: expect.any(String),
      name: expect.any(String),
      url: expect.any(String),
      mainOrgId: expect.any(String),
    };
    const user = (await json('userInfo')) as { unitList: unknown[] };
    expect(user).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      mainDept: { name: expect.any(String), unitName: expect.any(String) },
    });
    expect(user.unitList[0]).toMatchObject(unit);
    await expect.poll(() => json('jcjtUnitList')).toEqual(user.unitList);
    await expect
      .poll(() => json('tokens'))
      .toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
  });

  it('has the module and the state of the sidebar once they were chosen (LS-001, LS-009)', async () => {
    await page.locator('[data-action="toggle-menu"]').click();
    await expect.poll(() => kept('sidebarStatus')).toBe('0');
    await page.locator('[data-action="toggle-menu"]').click();
    await expect.poll(() => kept('sidebarStatus')).toBe('1');
    await page.goto(`${product.url}/#/seals/businessSealApply`);
    await page.locator('[data-list]').first().waitFor();
    const [seals] = await page.evaluate(async () => {
      const { access_token: token } = JSON.parse(localStorage.getItem('tokens') ?? '{}') as { access_token: string };
      const { data } = (await (
        await fetch('/api/system/sys/menu/getCurrentUserMenus', { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { data: { id: string }[] };
      return data.filter((module) => JSON.stringify(module).includes('/seals')).map(({ id }) => id);
    });
    await expect.poll(() => kept('activeModule')).toBe(seals);
  });

  it('has size and appearance after they were set (LS-002, LS-010, EN-011, SD-002…006)', async () => {
    await page.locator('[data-action="layout-settings"]').click();
    await page.locator('.sf-settings .ant-segmented-item', { hasText: '较小' }).click();
    await page.locator('[data-setting="fixedHeader"]').click();
    await page.locator('[data-action="save-settings"]').click();
    await expect.poll(() => kept('size')).toBe('small');
    await expect
      .poll(() => json('layout-setting'))
      .toMatchObject({
        topNav: true,
        tagsView: true,
        fixedHeader: false,
        sidebarLogo: true,
        dynamicTitle: true,
        sideTheme: 'dark',
        theme: '#005bec',
      });
    await page.locator('[data-action="reset-settings"]').click();
    await expect.poll(() => kept('size')).toBeNull();
    await page.keyboard.press('Escape');
  });

  it('has the people who were searched as options, each once (LS-006, EN-005, EN-006)', async () => {
    await page.goto(`${product.url}/#/mail/writeLetters`);
    await page.locator('[data-field="toIds"] input').first().click();
    await page.locator('.ant-modal .sf-pick-row').first().waitFor();
    await expect.poll(() => kept('init_userList')).not.toBeNull();
    const people = (await json('init_userList')) as { label: string; value: string }[];
    expect(people[0]).toEqual({ label: expect.any(String), value: expect.any(String) });
    expect(new Set(people.map(({ value }) => value)).size).toBe(people.length);
    await page.keyboard.press('Escape');
  });

  it('has the unit that was chosen, and no module of the one before (LS-008, UN-001, UN-002)', async () => {
    const units = (await json('jcjtUnitList')) as { id: string; name: string; url: string }[];
    const [own, other] = [units[0], units.find(({ url }, index) => index > 0 && url !== '')];
    if (!own || !other) throw new Error('the demo account has one unit only');
    await page.locator('.ant-select.sf-unit').first().click();
    await page
      .locator(`.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option[title="${other.name}"]`)
      .click();
    await expect.poll(() => kept('currentUnit')).toBe(other.id);
    expect(staff.faults()).toEqual([]);
  });
});
