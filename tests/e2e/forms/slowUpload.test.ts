import { createHash, randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { slowLine, type SlowLine } from '../../support/slowLine.ts';
import { usualOrLong } from '../../support/tier.ts';
import {
  choose,
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  type Product,
  type Visitor,
} from '../support.ts';

const MEGA = 1024 ** 2;
const NAME = '检测现场照片汇编.pdf';
/** As large as a shipped form takes; nothing in it can be packed smaller. */
const large = randomFillSync(Buffer.alloc(50 * MEGA - 1000));
large.write('%PDF-1.4\n');
const SPEED = usualOrLong(16, 2) * MEGA;

/** FL-006, FL-007: one file of 50 MB over a line that is slow and breaks. */
describe('a file of 50 MB on a slow line', () => {
  let product: Product;
  let browser: Browser;
  let line: SlowLine;
  let staff: Visitor;
  let page: Page;
  const title = `现场照片 ${Date.now()}`;
  const folder = mkdtempSync(join(tmpdir(), 'slow-'));
  beforeAll(async () => {
    writeFileSync(join(folder, NAME), large);
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    line = await slowLine(product.url);
    staff = await visitor(browser);
    page = staff.page;
    await signIn(page, line.url, 'staff', '/commonEntry/detail?formKey=knowledgeBase&isEdit=1');
  });
  afterEach(picturesOnFailure(() => ({ staff })));
  afterAll(async () => {
    await browser?.close();
    await line?.close();
    await product?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const files = () => field(page, 'attachments');
  const pick = (): Promise<void> => files().locator('input[type="file"]').setInputFiles(join(folder, NAME));
  const percent = async (): Promise<number> =>
    Number((await files().getByRole('progressbar').getAttribute('aria-valuenow')) ?? -1);
  const isSent = (share: number) => expect.poll(percent, { timeout: 60_000, interval: 20 }).toBeGreaterThan(share);

  it('shows how far it is, and nothing is saved meanwhile', async () => {
    await field(page, 'title').locator('input').fill(title);
    await choose(page, 'category', '检测方法');
    await choose(page, 'domain', '建筑材料');
    await field(page, 'keywords').locator('input').fill('照片');
    await field(page, 'content').locator('textarea').fill('现场照片见附件');
    line.setSpeed(SPEED);
    await pick();
    await isSent(5);
    const early = await percent();
    await page.locator('[data-action="save"]').click();
    await page.getByText('附件正在上传，请在上传完成后再操作').waitFor();
    await isSent(early + 10);
    expect(await percent()).toBeLessThan(100);
  });

  it('says that the line broke, keeps what was typed, and asks to try again before a save', async () => {
    line.cut();
    await files()
      .getByRole('alert')
      .filter({ hasText: `${NAME}：上传文件失败` })
      .waitFor();
    line.mend();
    line.setSpeed(Number.POSITIVE_INFINITY);
    await page.locator('[data-action="save"]').click();
    await page.getByText('有附件上传失败，请重试或移除后再操作').waitFor();
    expect(await field(page, 'title').locator('input').inputValue()).toBe(title);
  });

  it('goes up whole at the next try and is there after the save, byte for byte', async () => {
    await page.locator('[data-action="retry-upload"]').click();
    await files().locator('[data-file]', { hasText: NAME }).waitFor();
    await saveRecord(page);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      files().locator('[data-file]', { hasText: NAME }).locator('[data-action="download-file"]').click(),
    ]);
    const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    const chunks: Buffer[] = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer);
    expect(hash(Buffer.concat(chunks))).toBe(hash(large));
    expect(staff.faults()).toEqual([]);
  });

  it('keeps the dialog of an opinion open until its attachment is up or taken out', async () => {
    const leader = await visitor(browser);
    const { page: desk } = leader;
    await signIn(desk, line.url, 'leader', '/taskCenter/toDoList');
    await desk.locator('[data-row="0"] [data-action="handle"]').click();
    await desk.locator('[data-action="return"]').first().click();
    const dialog = desk.getByRole('dialog');
    await dialog.locator('[data-opinion] textarea').fill('请补充照片');
    line.setSpeed(SPEED / 16);
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: NAME, mimeType: 'application/pdf', buffer: large.subarray(0, 4 * MEGA) });
    const confirm = dialog.getByRole('button', { name: /确\s*定/ });
    await confirm.click();
    await desk.getByText('附件正在上传，请在上传完成后再操作').waitFor();
    line.cut();
    await dialog.getByRole('alert').waitFor();
    line.mend();
    line.setSpeed(Number.POSITIVE_INFINITY);
    await confirm.click();
    await desk.getByText('有附件上传失败，请重试或移除后再操作').waitFor();
    await dialog.locator('[data-action="retry-upload"]').click();
    await dialog.locator('[data-file]', { hasText: NAME }).waitFor();
    await confirm.click();
    await desk.getByText('已退回').first().waitFor();
    await leader.close();
  });
});
