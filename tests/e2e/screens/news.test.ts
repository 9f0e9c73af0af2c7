import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import {
  drawn,
  field,
  pickPerson,
  picturesOnFailure,
  signIn,
  startProduct,
  visitor,
  WAIT,
  type Product,
  type Visitor,
} from '../support.ts';

/** Longer than the second in which the server looks, on a busy machine. */
const SOON = { timeout: WAIT };

/** The number that the title, the bell and the menu say; -1 where they do not say one. */
const inTitle = async (page: Page): Promise<number> => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
const inBell = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-action="notice-push"]').getAttribute('data-waiting'));
const menuText = (page: Page, code: string): Promise<string> => page.locator(`[data-menu="${code}"]`).innerText();
/** The number in brackets behind an entry of the menu. */
const inMenu = async (page: Page, code: string): Promise<number> =>
  Number(/\((\d+)\)/.exec(await menuText(page, code))?.[1] ?? -1);
const total = async (page: Page): Promise<number> =>
  Number(/共 (\d+) 条/.exec(await page.locator('.sf-pager').innerText())?.[1] ?? -1);

/** What the bell adds up comes in several answers: loads the page anew and waits for all of them. */
async function counted(page: Page): Promise<void> {
  const answers = ['/countMyTodo', '/unreadCount', '/receiveEmails/getCountTotalMap'].map((path) =>
    page.waitForResponse((response) => response.url().includes(path)),
  );
  await Promise.all([...answers, page.reload()]);
  await drawn(page);
}

/** One person acts; the page that another has open follows, and nobody presses refresh. */
describe('what is new', () => {
  let product: Product;
  let browser: Browser;
  let staff: Visitor;
  let leader: Visitor;
  let hr: Visitor;
  let sealer: Visitor;
  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [staff, leader, hr, sealer] = await Promise.all([
      visitor(browser),
      visitor(browser),
      visitor(browser),
      visitor(browser),
    ]);
    await signIn(staff.page, product.url, 'staff', '/taskCenter/toDoList');
    await signIn(leader.page, product.url, 'leader', '/taskCenter/toDoList');
    await signIn(sealer.page, product.url, 'sealer', '/taskCenter/toDoList');
    await signIn(hr.page, product.url, 'hr', '/notice/release');
  });
  afterEach(picturesOnFailure(() => ({ staff, leader, hr, sealer })));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  it('a to-do that comes stands in the open list, the menu, the bell and the title, and is gone from those of who handled it (TC-011)', async () => {
    const { page } = sealer;
    await counted(page);
    await counted(leader.page);
    await expect.poll(() => total(page), SOON).toBeGreaterThan(-1);
    await expect.poll(() => inBell(page), SOON).toBeGreaterThan(0);
    const before = { list: await total(page), bell: await inBell(page) };
    await expect.poll(() => inTitle(page)).toBe(before.bell);
    await expect.poll(() => inBell(leader.page), SOON).toBeGreaterThan(0);
    const own = await inBell(leader.page);
    await leader.page.goto(`${product.url}/#/taskCenter/toDoList?keyword=${encodeURIComponent('用印')}`);
    await leader.page
      .locator('tr[data-row]')
      .filter({ hasText: '业务用印申请' })
      .first()
      .locator('[data-action="handle"]')
      .click();
    const opinion = field(leader.page, 'deptOpinion').locator('textarea, input').first();
    await opinion.waitFor();
    await opinion.fill('同意用印');
    await leader.page.locator('[data-action="approve"]').click();
    await leader.page.locator('.ant-modal .ant-btn-primary').last().click();
    // what is done leads back to the list, a moment after the server has told everybody else
    await leader.page.waitForURL((address) => address.hash.startsWith('#/taskCenter/toDoList'));

    await expect.poll(() => total(page), SOON).toBe(before.list + 1);
    await expect.poll(() => menuText(page, 'toDoList'), SOON).toContain(String(before.list + 1));
    await expect.poll(() => inBell(page), SOON).toBe(before.bell + 1);
    await expect.poll(() => inTitle(page), SOON).toBe(before.bell + 1);
    await expect.poll(() => inBell(leader.page), SOON).toBe(own - 1);
    expect(sealer.faults()).toEqual([]);
    expect(leader.faults()).toEqual([]);
  });

  it('a mail is counted in brackets by who wrote it and who gets it, in every tab of theirs (SB-010, SB-011, SB-012, ML-004, ML-005)', async () => {
    const asked: { pageNum: number; pageSize: number }[] = [];
    leader.page.on('request', (request) => {
      if (/(receiveEmails\/getList|receiveEmails\/getDelList|sendEmails\/getList)$/.test(request.url()))
        asked.push((request.postDataJSON() as { page: { pageNum: number; pageSize: number } }).page);
    });
    await leader.page.goto(`${product.url}/#/mail/sendLetters`);
    await counted(leader.page);
    await leader.page.locator('[data-menu="collectionLetters"]').waitFor();
    // three for the counts, one for the open list
    await expect.poll(() => asked.filter(({ pageNum, pageSize }) => pageNum === 1 && pageSize === 8).length).toBe(3);
    await expect.poll(() => inMenu(leader.page, 'collectionLetters'), SOON).toBeGreaterThan(0);
    await expect.poll(() => inMenu(leader.page, 'delLetters'), SOON).toBeGreaterThan(-1);
    const held = {
      inbox: await inMenu(leader.page, 'collectionLetters'),
      deleted: await inMenu(leader.page, 'delLetters'),
    };
    await expect.poll(() => inMenu(leader.page, 'collectionLetters')).toBe(held.inbox);
    const second = await leader.page.context().newPage();
    await second.goto(`${product.url}/#/mail/collectionLetters`);
    await expect.poll(() => total(second), SOON).toBe(held.inbox);

    await staff.page.goto(`${product.url}/#/mail/writeLetters`);
    await pickPerson(staff.page, 'toIds', '陈立群');
    await expect.poll(() => inMenu(staff.page, 'sendLetters'), SOON).toBeGreaterThan(-1);
    const sent = await inMenu(staff.page, 'sendLetters');
    const before = await inBell(leader.page);
    await field(staff.page, 'subject').locator('input').fill('现场检测安排');
    await staff.page.locator('[data-action="send"]').click();
    await expect.poll(() => menuText(staff.page, 'sendLetters'), SOON).toBe(`已发送(${sent + 1})`);

    for (const page of [leader.page, second])
      await expect.poll(() => inMenu(page, 'collectionLetters'), SOON).toBe(held.inbox + 1);
    await expect.poll(() => inBell(leader.page), SOON).toBe(before + 1);
    // read in one tab: the other one's bell and the writer's list follow
    const own = staff.page.locator('tr[data-row]').filter({ hasText: '现场检测安排' });
    await own.getByText('尚未全读').waitFor();
    await second.getByText('现场检测安排').first().click();
    await second.locator('[data-mail]').waitFor();
    await expect.poll(() => inBell(leader.page), SOON).toBe(before);
    await own.getByText('全部已读').waitFor();
    await second.locator('[data-action="delete"]').click();
    for (const page of [leader.page, second]) {
      await expect.poll(() => inMenu(page, 'collectionLetters'), SOON).toBe(held.inbox);
      await expect.poll(() => menuText(page, 'delLetters'), SOON).toBe(`已删除(${held.deleted + 1})`);
    }
    await second.close();
    expect(leader.faults()).toEqual([]);
  });

  it('a notice appears in the open panel of the bell, opens in the page around it, and is then read (TB-008, TB-009, TB-010)', async () => {
    const { page } = staff;
    await page.goto(`${product.url}/#/index`);
    await page.locator('[data-action="notice-push"]').click();
    const frame = page.locator('[data-panel="notice-push"] iframe');
    await expect
      .poll(() => frame.evaluate((element: HTMLIFrameElement) => [element.clientWidth, element.clientHeight]))
      .toEqual([300, 450]);
    const address = new URL((await frame.getAttribute('src')) ?? '', product.url).hash;
    expect(address).toMatch(/^#\/noticePush\?userId=u-staff&type=all$/);
    const inside = page.frameLocator('[data-panel="notice-push"] iframe');
    await inside.getByText('关于开展 2026 年度检测人员能力确认的通知').waitFor();
    const before = await inBell(page);

    await hr.page.locator('[data-action="create"]').click();
    await field(hr.page, 'title').locator('input').fill('元旦放假安排');
    await field(hr.page, 'content').locator('textarea').fill('1 月 1 日放假。');
    await hr.page.getByRole('button', { name: '保存' }).click();
    await hr.page.locator('[data-row]').filter({ hasText: '元旦放假安排' }).locator('[data-action="release"]').click();
    await hr.page.getByRole('dialog').getByRole('button', { name: '发布' }).click();

    await inside.getByText('元旦放假安排').waitFor();
    await page.locator('[data-panel], .sc-panel').getByText('元旦放假安排').first().waitFor();
    await expect.poll(() => inBell(page), SOON).toBe(before + 1);
    await expect.poll(() => inTitle(page), SOON).toBe(before + 1);
    await inside.getByText('元旦放假安排').click();
    await page.getByText('1 月 1 日放假。').waitFor();
    await expect.poll(() => inBell(page), SOON).toBe(before);
    await inside.getByText('元旦放假安排').waitFor({ state: 'detached' });
    expect(staff.faults()).toEqual([]);
    expect(hr.faults()).toEqual([]);
  });

  it('the bell is dragged and stays where it was put', async () => {
    const { page } = staff;
    await page.keyboard.press('Escape');
    await page.locator('[data-action="close-notice-push"]').click();
    const bell = page.locator('[data-action="notice-push"]');
    // it may come out of the margin on the way
    await bell.hover({ position: { x: 10, y: 20 } });
    await page.mouse.down();
    await page.mouse.move(700, 400, { steps: 5 });
    await page.mouse.up();
    // wherever it was taken hold of, the pointer is still on it
    const holds = async (): Promise<boolean> => {
      const box = await bell.boundingBox();
      return box !== null && box.x <= 700 && 700 <= box.x + box.width && box.y <= 400 && 400 <= box.y + box.height;
    };
    await expect.poll(holds).toBe(true);
    expect(await page.locator('[data-panel="notice-push"]').count()).toBe(0);
    const put = await bell.boundingBox();
    await page.reload();
    await bell.waitFor();
    await expect.poll(() => bell.boundingBox()).toEqual(put);
  });
});
