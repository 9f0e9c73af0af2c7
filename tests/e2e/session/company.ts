import { utils, write } from '@e965/xlsx';
import type { Page } from 'playwright-core';

/** The first password of `admin` in an empty company, and the one that people give themselves. */
export const START = 'Start@2026x';
export const OWN = 'Mine@2026x';
/** Two units and five departments, as an administrator types them. */
export const COMPANY = `江城检测有限公司
  综合部
  检测部
  财务部
江城二分公司（单位）
  市场部
  外检部`;
const PLACES = [
  ['江城检测有限公司', '综合部', '行政专员'],
  ['江城检测有限公司', '检测部', '试验员'],
  ['江城检测有限公司', '检测部', '试验组长'],
  ['江城检测有限公司', '财务部', '会计'],
  ['江城二分公司', '市场部', '商务专员'],
  ['江城二分公司', '外检部', '外检员'],
] as const;

/** Thirty people in five departments, six posts among them, as an administrator fills in the template. */
export function peopleSheet(): Buffer {
  const rows = Array.from({ length: 30 }, (_none, index) => {
    const [unit, dept, post] = PLACES[index % PLACES.length] as (typeof PLACES)[number];
    return [`user${index + 1}`, `员工${index + 1}`, unit, dept, post];
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['用户名', '姓名', '单位', '部门', '岗位'], ...rows]), '用户');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

/** With SHOTS set to a folder, keeps the page there as it is at a desk and on a phone. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  const to = process.env.SHOTS;
  if (!to) return;
  for (const [suffix, width, height] of [
    ['phone', 390, 844],
    ['desk', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(600);
    await page.screenshot({ path: `${to}/${name}-${suffix}.png` });
  }
}

/** Fills in the page of sign-in and sends it. */
export async function enter(page: Page, url: string, username: string, password: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.locator('input[name="username"], #username').first().fill(username);
  await page.locator('input[type="password"]').first().fill(password);
  await page.locator('input[name="validateCode"], #validateCode').first().fill('1234');
  await page.locator('[data-action="sign-in"]').click();
}

/** Signs in for the first time with the password that the administrator told, and changes it. */
export async function enterFirst(page: Page, url: string, username: string, told: string): Promise<void> {
  await enter(page, url, username, told);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('请先修改密码').waitFor();
  await dialog.getByLabel('现在的密码').fill(told);
  await dialog.getByLabel('新密码', { exact: true }).fill(OWN);
  await dialog.getByLabel('确认密码').fill(OWN);
  await page.locator('[data-action="save-password"]').click();
  await page.waitForURL((address) => address.hash.startsWith('#/login'));
  await enter(page, url, username, OWN);
  await page.locator('[data-screen="platform/home"]').waitFor();
}

/** What a call answers to the person who is signed in on the page. */
export const answerOf = (
  page: Page,
  path: string,
  body: unknown = {},
  method: 'GET' | 'POST' = 'POST',
): Promise<{ code: string; data: unknown; msg: string }> =>
  page.evaluate(
    async ([address, text, way]) => {
      const token = JSON.stringify(localStorage).match(/access_token\\*":\\*"([^"\\]+)/)?.[1] ?? '';
      const answer = await fetch(address, {
        method: way,
        headers: {
          authorization: `Bearer ${token}`,
          ...(way === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(way === 'POST' ? { body: text } : {}),
      });
      return (await answer.json()) as { code: string; data: unknown; msg: string };
    },
    [path, JSON.stringify(body), method] as const,
  );
