import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const SIZE = 30 * 1024 ** 2;
/** Lines, so that it is a text by its content, too. */
const large = Buffer.alloc(SIZE, '第一批检测数据 0123456789\n');
const NAME = '检测数据.txt';

/** Files go up and come down in sight of the person, who may end it. */
describe('large files', () => {
  let product: Product;
  let browser: Browser;
  let staff: Visitor;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'transfers-'));
  beforeAll(async () => {
    for (const name of [NAME, '不要.txt']) writeFileSync(join(folder, name), large);
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    staff = await visitor(browser);
    page = staff.page;
    await signIn(page, product.url, 'staff', '/mail/writeLetters');
  });
  afterEach(picturesOnFailure(() => ({ staff })));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const overlay = () => page.locator('[data-downloading]');
  const percent = async (): Promise<number> =>
    Number.parseInt(await overlay().locator('.ant-progress-text').innerText(), 10);
  /** Bytes a second, both ways; 0 for as fast as it goes. */
  const speed = async (bytes: number): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: bytes || -1,
      uploadThroughput: bytes || -1,
    });
  };

  it('one of 30 MB goes up with its progress, as form data, and can be cancelled before it is there (DU-003, DU-004)', async () => {
    const files = field(page, 'fileIds');
    await files.locator('input[type="file"]').waitFor({ state: 'attached' });
    let isHeld = true;
    const types: string[] = [];
    await page.route('**/sys/file/upload', async (route) => {
      types.push(route.request().headers()['content-type'] ?? '');
      while (isHeld)
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      await route.continue().catch(() => undefined);
    });
    await files.locator('input[type="file"]').setInputFiles(join(folder, '不要.txt'));
    await files.getByRole('progressbar', { name: '不要.txt 上传进度' }).waitFor();
    await files.locator('[data-action="cancel-upload"]').click();
    await expect.poll(() => files.locator('li').count()).toBe(0);
    isHeld = false;
    await page.unroute('**/sys/file/upload');
    expect(types[0]).toMatch(/^multipart\/form-data/);

    await files.locator('input[type="file"]').setInputFiles(join(folder, NAME));
    await page.getByText('上传成功').first().waitFor({ timeout: 60_000 });
    await files.getByText('30.0 MB').waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('one that is too large is refused before it is sent, with the limit', async () => {
    let isSent = false;
    await page.route('**/sys/file/upload', (route) => {
      isSent = true;
      return route.continue();
    });
    await field(page, 'fileIds')
      .locator('input[type="file"]')
      .evaluate((input: HTMLInputElement) => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(51 * 1024 ** 2)], '过大.txt', { type: 'text/plain' }));
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
    await page.getByText('“过大.txt”过大，上传文件大小不能超过 50 MB').waitFor();
    await page.unroute('**/sys/file/upload');
    expect(isSent).toBe(false);
  });

  it('one that comes down blocks the page behind a bar that follows what came, and ends when it is cancelled (DU-001)', async () => {
    // slow enough to be cancelled by a slow hand
    await speed(2 * 1024 ** 2);
    const saved: string[] = [];
    page.on('download', (download) => saved.push(download.suggestedFilename()));
    await page.locator('[data-action="download-file"]').click();
    await overlay().getByText(NAME).waitFor();
    await expect.poll(percent).toBeGreaterThan(10);
    const behind = await page.evaluate(() => {
      const { x, y, width, height } = document.querySelector('[data-action="send"]')!.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-action="send"]') !== null;
    });
    expect(behind).toBe(false);
    await page.locator('[data-action="cancel-download"]').click();
    await overlay().waitFor({ state: 'detached' });
    expect(saved).toEqual([]);
    expect(await page.locator('.ant-message-error, [data-notice]').count()).toBe(0);
    expect(staff.faults()).toEqual([]);
  });

  it('one that comes down is saved whole under its name', async () => {
    await speed(0);
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.locator('[data-action="download-file"]').click(),
    ]);
    expect(download.suggestedFilename()).toBe(NAME);
    const content = readFileSync(await download.path());
    expect([content.length, content.equals(large)]).toEqual([SIZE, true]);
    await overlay().waitFor({ state: 'detached' });
  });

  it('while its size is not known the bar rises by itself, and a failure says whom to ask (DU-002, ER-014)', async () => {
    let isHeld = true;
    await page.route('**/sys/file/download/**', async (route) => {
      while (isHeld)
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      await route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'SERVER', msg: '系统错误', data: null }),
      });
    });
    await page.locator('[data-action="download-file"]').click();
    await expect.poll(percent).toBeGreaterThan(5);
    expect(await percent()).toBeLessThan(100);
    isHeld = false;
    await page.getByText('下载文件出现错误，请联系管理员！').waitFor();
    await overlay().waitFor({ state: 'detached' });
    await page.unroute('**/sys/file/download/**');
    expect(staff.faults()).toEqual([]);
  });
});
