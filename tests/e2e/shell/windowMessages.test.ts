import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { docFile, docxFile, sheetFile } from '../../support/officeFiles.ts';
import { field, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A web server of somebody else that answers every path with one page. */
function site(page: () => string): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page()),
  );
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () =>
      done({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    );
  });
}

/** Another system embeds the product and sends it messages; people open what is attached; files go up. */
describe('beside other systems, and with files', () => {
  let browser: Browser;
  let product: Product;
  let staff: Visitor;
  let page: Page;
  const sites: Server[] = [];
  let partner = '';
  let stranger = '';

  beforeAll(async () => {
    browser = await sharedBrowser();
    // the stranger posts to its sibling, the product, through the page that holds both
    const foreign = await site(
      () => '<script>onmessage = (event) => parent.frames[0].postMessage(event.data, "*")</script>',
    );
    const allowed = await site(
      () =>
        `<title>partner</title><iframe id="product" src="${product.url}/#/index" style="width:1200px;height:700px"></iframe><iframe id="stranger" src="${foreign.url}"></iframe>`,
    );
    sites.push(foreign.server, allowed.server);
    [stranger, partner] = [foreign.url, allowed.url];
    product = await startProduct({ MESSAGE_ORIGINS: partner });
    staff = await visitor(browser);
    page = staff.page;
    await signIn(page, product.url, 'leader');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    for (const server of sites) server.close();
  });
  afterEach(picturesOnFailure(() => ({ staff })));

  const inside = (): Frame =>
    page.frames().find((frame) => frame.url().startsWith(product.url) && frame !== page.mainFrame()) as Frame;
  const post = (body: object, from: 'partner' | 'stranger' = 'partner'): Promise<void> =>
    page.evaluate(
      ([text, who]) => {
        if (who === 'partner')
          (document.getElementById('product') as HTMLIFrameElement).contentWindow?.postMessage(text, '*');
        else (document.getElementById('stranger') as HTMLIFrameElement).contentWindow?.postMessage(text, '*');
      },
      [JSON.stringify(body), from] as const,
    );
  const hash = (): string => new URL(inside().url()).hash;

  it('follows the route that an allowed embedding page sends, and nothing that a stranger sends (WM-005, WM-010)', async () => {
    await page.goto(partner);
    await page.frameLocator('#product').locator('[data-screen]').first().waitFor();
    await post({ message: 'pmsRoute', route: '/taskCenter/launch' }, 'stranger');
    await post({ type: 'pmsRoute', route: '/commonEntry/list', query: { formKey: 'businessSealApply' } });
    await page.frameLocator('#product').locator('[data-list]').getByText('业务用印申请').first().waitFor();
    await expect.poll(hash).toBe('#/commonEntry/list?formKey=businessSealApply');
    await post({ type: 'pmsRoute', route: '//evil.example/x' });
    await post({ type: 'pmsRoute', route: '/taskCenter/launch', query: { refresh: 1, keyword: '甲' } });
    await expect.poll(hash).toBe('#/taskCenter/launch?keyword=%E7%94%B2');
    await page.frameLocator('#product').locator('[data-task-list="done"]').waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('shows and hides a dialog that is a screen of its business, over whatever page is open (WM-007…009)', async () => {
    await post({ message: 'reportModificationInfoDialog', visible: true });
    const frame = page.frameLocator('#product');
    await frame.locator('.ant-modal').getByText('报告修改信息').waitFor();
    await frame.locator('.ant-modal [data-screen="entrustManagement/reportModify/list"]').waitFor();
    await post({ message: 'reportModificationInfoDialog', visible: false });
    await frame.locator('.ant-modal').waitFor({ state: 'detached' });
    expect(staff.faults()).toEqual([]);
  });

  it('opens the report page with what the message brought, without its script (WM-003, FE-004)', async () => {
    const html =
      '<h1 onclick="window.ran = 1">水泥检测报告</h1><img src="x" onerror="window.ran = 1"><script>window.ran = 1</script><iframe srcdoc="x"></iframe><a href="javascript:window.ran=1">a</a>';
    await post({ message: 'templateInfo', tid: 'none-such', templateInfo: { fileName: '水泥报告', html } });
    await expect.poll(hash).toBe('#/productionReport/reportHtml');
    const paper = page.frameLocator('#product').getByRole('heading', { name: '水泥检测报告' });
    await paper.click();
    const left = await page
      .frameLocator('#product')
      .locator('.tp-html')
      .evaluate((host) =>
        [...(host.shadowRoot?.querySelectorAll('*') ?? [])].map((element) => element.outerHTML).join(''),
      );
    expect(left).not.toMatch(/onclick|onerror|script|iframe/i);
    expect(await inside().evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
    await post({
      message: '模板id',
      type: 2,
      id: '9',
      formKey: 'businessSealApply',
      fileName: '原始记录',
      mode: 'edit',
    });
    await page.frameLocator('#product').locator('[data-action="create-template"]').waitFor();
    await expect.poll(() => new URLSearchParams(hash().split('?')[1]).get('fileName')).toBe('原始记录');
    // that the browser refused the handlers while they were read is what it should say
    expect(staff.faults().filter((fault) => !fault.includes('inline event handler'))).toEqual([]);
  });

  it('cannot be embedded by a stranger', async () => {
    const trap = await site(() => `<iframe id="product" src="${product.url}/#/index"></iframe>`);
    sites.push(trap.server);
    const other = await page.context().newPage();
    await other.goto(trap.url);
    await expect.poll(() => other.frames().some((frame) => frame.url().startsWith('chrome-error://'))).toBe(true);
    await other.close();
    expect(stranger).not.toBe(partner);
  });

  const upload = async (name: string, content: Buffer): Promise<string> => {
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('tokens') ?? '{}') as { access_token?: string }).access_token,
    );
    const answer = await page.request.post(`${product.url}/api/file/sys/file/upload`, {
      headers: { authorization: `Bearer ${token}` },
      multipart: { file: { name, mimeType: 'application/octet-stream', buffer: content } },
    });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const preview = (id: string, fileType: string) =>
    page.goto(`${product.url}/#/taskCenter/commonOffice?fileType=${fileType}&fileName=x&id=${id}&isEdit=0`);

  it('previews a Word document with its text and harmless links (FE-001, PV-002)', async () => {
    await page.goto(`${product.url}/#/index`);
    await page.locator('[data-screen]').first().waitFor();
    await preview(
      await upload('检测方案.docx', docxFile(['一、工程概况', '本工程位于南京市。'], 'https://example.com/basis')),
      'docx',
    );
    await page.getByText('一、工程概况').waitFor();
    await expect.poll(() => page.locator('[data-preview="docx"] a').getAttribute('rel')).toBe('noopener noreferrer');
    await preview(await upload('恶意.docx', docxFile(['正文'], 'javascript:window.ran=1')), 'docx');
    await page.getByText('正文').waitFor();
    expect(await page.locator('[data-preview="docx"] a').getAttribute('href')).toBeNull();
    expect(staff.faults()).toEqual([]);
  });

  it('previews a workbook with its sheets, and the text of an old Word document', async () => {
    const rows = [['名称', '数量'], ...Array.from({ length: 2000 }, (_none, index) => [`材料${index + 1}`, index])];
    await preview(await upload('清单.xlsx', sheetFile({ 材料: rows, 汇总: [['合计', 42]] })), 'xlsx');
    await page.getByRole('cell', { name: '材料3', exact: true }).waitFor();
    expect(await page.locator('.pv-row').count()).toBeLessThan(80);
    await page.getByRole('tab', { name: '汇总' }).click();
    await page.getByRole('cell', { name: '合计' }).waitFor();
    await preview(await upload('旧表.xls', sheetFile({ 甲: [['旧格式']] }, 'biff8')), 'xls');
    await page.getByRole('cell', { name: '旧格式' }).waitFor();
    await preview(await upload('旧方案.doc', docFile(['检测方案', '一、概况'])), 'doc');
    await page.getByText('一、概况').waitFor();
    expect(staff.faults()).toEqual([]);
  });

  it('says what it cannot open and offers the download under the file’s own name (CL-089)', async () => {
    await preview(await upload('损坏的方案.docx', docxFile(['x']).subarray(0, 300)), 'docx');
    await page.getByText('不能在线预览').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('下载文件').click()]);
    expect(download.suggestedFilename()).toBe('损坏的方案.docx');
    expect(staff.faults()).toEqual([]);
  });

  it('shows how far an upload is, lets it be cancelled, keeps the others, and opens a picture in a window of its own (FL-006, FL-007, PV-001)', async () => {
    await page.goto(`${product.url}/#/commonEntry/detail?formKey=businessSealApply&isEdit=1`);
    let isHeld = true;
    await page.route('**/sys/file/upload', async (route) => {
      while (isHeld)
        await new Promise((done) => {
          setTimeout(done, 50);
        });
      await route.continue().catch(() => undefined);
    });
    const materials = field(page, 'materials');
    await materials.locator('input[type="file"]').setInputFiles([
      { name: '留下.png', mimeType: 'image/png', buffer: PNG },
      { name: '不要.png', mimeType: 'image/png', buffer: PNG },
    ]);
    await expect.poll(() => materials.getByText('正在上传文件，请稍候').count()).toBe(2);
    await page.locator('[data-action="save"]').click();
    await page.getByText('附件正在上传，请在上传完成后再操作').waitFor();
    await materials.getByRole('button', { name: '取消上传 不要.png' }).click();
    isHeld = false;
    await page.getByText('上传成功').first().waitFor();
    await page.unroute('**/sys/file/upload');
    await expect.poll(() => materials.locator('li[data-file]').count()).toBe(1);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      materials.getByRole('button', { name: '留下.png', exact: true }).click(),
    ]);
    await opened.waitForURL(/\/api\/file\/outside\//);
    await expect.poll(() => opened.evaluate(() => document.images[0]?.naturalWidth)).toBe(1);
    await opened.close();
    await materials.getByRole('button', { name: '删除 留下.png' }).click();
    await page.locator('[data-action="confirm-remove-file"]').click();
    await expect.poll(() => materials.locator('li[data-file]').count()).toBe(0);
    expect(staff.faults()).toEqual([]);
  });
});
