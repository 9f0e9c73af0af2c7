import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../support/axe.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { PASSWORD, picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

const FORM = 'businessSealApply';

/** A call of the product as the person whose page it is. */
const call = <T>(page: Page, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([url, data]) => {
      const { access_token: token } = JSON.parse(localStorage.getItem('tokens') ?? '{}') as { access_token: string };
      const answer = await fetch(url as string, {
        method: data === null ? 'GET' : 'POST',
        // the unit that these people's pages stand in
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Unit-Id': 'unit-jc' },
        ...(data === null ? {} : { body: JSON.stringify(data) }),
      });
      return (await answer.json()) as unknown;
    },
    [path, body ?? null] as [string, unknown],
  ) as Promise<T>;

/** What begins to run where a text becomes elements; each would set `hit`. */
const VECTORS = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '<svg onload="window.hit=1">',
  '<svg><animate onbegin="window.hit=1" attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  '<a href="javascript:window.hit=1">点</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;">',
  '<details open ontoggle="window.hit=1">',
  '<body onload="window.hit=1">',
  '<input autofocus onfocus="window.hit=1">',
  '<video><source onerror="window.hit=1">',
  '<style>@import "//evil.example/x.css"</style>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<object data="javascript:window.hit=1">',
  '<form action="//evil.example"><button>去</button></form>',
  '"><script>window.hit=1</script>',
  "';window.hit=1;//",
  '{{constructor.constructor("window.hit=1")()}}',
  '${window.hit=1}',
  '<link rel=stylesheet href="//evil.example/x.css">',
  '<img src="//evil.example/p.png">',
];

/** One of them that is words alone. */
const TEXT = "';window.hit=1;//";
/** Faults but for what the policy refused. */
const real = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !/violates the following Content Security Policy directive/.test(fault));

describe('what a company must be able to trust', () => {
  let product: Product;
  let browser: Browser;
  let admin: Visitor;
  let manager: Visitor;
  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [admin, manager] = await Promise.all([visitor(browser), visitor(browser)]);
    await admin.page.addInitScript(() => {
      if (!localStorage.getItem('layout-setting'))
        localStorage.setItem('layout-setting', JSON.stringify({ mode: 'auto' }));
    });
    await signIn(admin.page, product.url, 'admin', '/system/roleScopeManager');
    await signIn(manager.page, product.url, 'manager', `/commonEntry/list?formKey=${FORM}`);
  });
  afterEach(picturesOnFailure(() => ({ admin, manager })));
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  interface Rows {
    data: { data: { id: string; title: string }[]; page: { total: number } };
  }
  const list = (page: Page) =>
    call<Rows>(page, `/api/system/frmCrud/list/${FORM}`, { page: { pageNum: 1, pageSize: 100 } });
  const total = async (page: Page): Promise<number> =>
    Number(/共 (\d+) 条/.exec(await page.locator('.sf-pager').innerText())?.[1] ?? -1);

  it('an administrator narrows a role after a warning: a colleague’s list shrinks at once, and the link to a hidden record says that it is not there', async () => {
    const before = await list(manager.page);
    await expect.poll(() => total(manager.page)).toBe(before.data.page.total);
    const { page } = admin;
    await page.locator('[data-role-line="manager"]').click();
    await page.locator('[data-role="manager"] input[value="self"]').check();
    await page.locator('[data-role="manager"] [data-action="save"]').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('本单位 → 仅本人').waitFor();
    await dialog.getByText(/影响属于此角色的 \d+ 人/).waitFor();
    await dialog.getByRole('button', { name: '确定修改' }).click();
    await page.getByText('已保存，马上生效').waitFor();

    const after = await list(manager.page);
    expect(after.data.page.total).toBeLessThan(before.data.page.total);
    await manager.page.reload();
    await expect.poll(() => total(manager.page)).toBe(after.data.page.total);
    const left = new Set(after.data.data.map(({ id }) => id));
    const hidden = before.data.data.find(({ id }) => !left.has(id));
    await manager.page.goto(`${product.url}/#/commonEntry/detail?formKey=${FORM}&id=${hidden?.id}`);
    await manager.page.getByText('不存在').first().waitFor();
    expect(await manager.page.locator('[data-field]').count()).toBe(0);
    expect(manager.faults()).toEqual([]);
    expect(admin.faults()).toEqual([]);
  });

  it('the log tells the change in words; it opens to before and after, is found by object and saved as a table', async () => {
    const { page } = admin;
    await page.goto(`${product.url}/#/system/auditLog`);
    const line = page.locator('tr[data-row]').filter({ hasText: '分管领导' }).first();
    await line.getByText('数据范围：本单位 → 仅本人').waitFor();
    expect(await line.innerText()).toContain('罗志斌');
    await line.click();
    const change = page.locator('[data-change="数据范围"]');
    await change.waitFor();
    expect([await change.locator('del').innerText(), await change.locator('ins').innerText()]).toEqual([
      '本单位',
      '仅本人',
    ]);
    await page.locator('[data-action="only-object"]').click();
    await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1);
    const coming = page.waitForEvent('download');
    await page.locator('[data-action="export"]').click();
    expect((await coming).suggestedFilename()).toMatch(/^审计日志-\d{8}\.xlsx$/);
    await page.getByText('业务单据', { exact: true }).click();
    await page.locator('tr[data-row]').first().waitFor();
    expect(admin.faults()).toEqual([]);
    expect(
      await manager.page.evaluate(() =>
        fetch('/api/system/sysAudit/getList', { method: 'POST' }).then(({ status }) => status),
      ),
    ).not.toBe(200);
  });

  it.each([
    ['light', 1440, 900],
    ['dark', 1440, 900],
    ['light', 390, 844],
    ['dark', 390, 844],
  ] as const)('both pages are readable to everybody: %s, %i wide', async (appearance, width, height) => {
    const { page } = admin;
    await page.emulateMedia({ colorScheme: appearance, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    for (const [path, ready] of [
      ['/system/roleScopeManager', '[data-role]'],
      ['/system/auditLog', '[data-row]'],
    ] as const) {
      await page.goto(`${product.url}/#/index`);
      await page.goto(`${product.url}/#${path}`);
      await page.locator(ready).first().waitFor();
      if (path.endsWith('auditLog'))
        await page
          .locator(ready)
          .first()
          .locator(width < 768 ? 'summary' : 'td')
          .nth(width < 768 ? 0 : 1)
          .click();
      await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, appearance);
      expect(await seriousFindings(page), `${path} ${appearance} ${width}`).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
        .toBe(true);
      if (process.env['E2E_PICTURES'])
        await page.screenshot({
          path: join(process.env['E2E_PICTURES'], `trust-${path.split('/').at(-1)}-${width}-${appearance}.png`),
        });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(admin.faults()).toEqual([]);
  });

  it('markup in notices, mails, fields and templates runs nowhere and loads nothing: people read it as they wrote it', async () => {
    const { page } = admin;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url) && /^https?:/.test(request.url())) asked.push(request.url());
    });
    const clean = async (where: string): Promise<void> => {
      await page.waitForTimeout(300);
      expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit), where).toBeUndefined();
      expect(page.url().startsWith(product.url), where).toBe(true);
    };
    const all = VECTORS.join('\n');
    const notice = await call<{ data: { id: string } }>(page, '/api/system/sysNotice/saveOrUpdate', {
      title: VECTORS[1],
      content: all,
    });
    await call(page, '/api/system/sysNotice/release', { id: notice.data.id });
    await page.goto(`${product.url}/#/notice/list`);
    await page
      .locator('[data-action="open"]')
      .filter({ hasText: VECTORS[1] as string })
      .first()
      .click();
    await page.locator('[data-notice]').waitFor();
    expect(await page.locator('[data-notice] .sc-mail-body').innerText()).toContain(TEXT);
    expect(await page.locator('[data-notice] .sc-mail-body *').count()).toBe(0);
    await clean('notice');

    const sent = await call<{ code: string }>(page, '/api/system/sendEmails/sendEmail', {
      subject: VECTORS[2],
      content: all,
      toIds: ['u-admin'],
    });
    expect(sent.code).toBe('1');
    await page.goto(`${product.url}/#/mail/collectionLetters`);
    await page
      .locator('[data-action="open"]')
      .filter({ hasText: VECTORS[2] as string })
      .first()
      .click();
    await page.locator('[data-mail]').waitFor();
    expect(await page.locator('[data-mail]').innerText()).toContain(TEXT);
    expect(await page.locator('[data-mail] .sc-mail-body *').count()).toBe(0);
    await clean('mail');
    // what is written as HTML is read for its words in a document that runs nothing; the browser tells what its policy would have refused there
    expect(real(admin.faults())).toEqual([]);

    const fields = VECTORS.map((_text, index) => ({
      tag: 'el-input',
      __vModel__: `f${index}`,
      label: VECTORS[index]?.slice(0, 20),
      isList: index < 6 ? '1' : '0',
      type: index % 2 ? 'textarea' : 'text',
    }));
    await call(page, '/api/system/frmDef/saveDraft', {
      formKey: 'markupForm',
      formName: VECTORS[0],
      definition: { access: { createRoles: ['*'] }, fields },
    });
    expect(
      (await call<{ code: string }>(page, '/api/system/frmDef/publish', { formKey: 'markupForm', note: VECTORS[1] }))
        .code,
    ).toBe('1');
    const saved = await call<{ data: { id: string } }>(page, '/api/system/frmCrud/saveOrUpdate/markupForm', {
      fieldsMap: Object.fromEntries(VECTORS.map((text, index) => [`f${index}`, text])),
      childTables: {},
    });
    const { id } = saved.data;
    for (const [path, place] of [
      ['list?formKey=markupForm', '[data-list]'],
      [`detail?formKey=markupForm&id=${id}`, '.sf-form[data-mode="view"]'],
      [`detail?formKey=markupForm&id=${id}&isEdit=1`, '.sf-form[data-mode="edit"]'],
      [`print?formKey=markupForm&id=${id}`, '[data-print]'],
    ] as const) {
      await page.goto(`${product.url}/#/commonEntry/${path}`);
      await page.locator(place).getByText('window.hit=1').first().waitFor({ state: 'attached' });
      await clean(path);
    }
    await page.goto(`${product.url}/#/system/auditLog`);
    await page.locator('tr[data-row]').first().waitFor();
    await clean('log');

    // the tabs of the mail and the notice stay alive behind, and read their words again when they are drawn again
    expect(real(admin.faults())).toEqual([]);
    await page.evaluate(
      (html) => {
        localStorage.setItem('templateInfo', JSON.stringify({ name: '模板', html }));
      },
      `<p>看得到</p><div style="position:fixed;inset:0;z-index:99999;background:red">请重新登录</div>${VECTORS.join('')}`,
    );
    await page.goto(`${product.url}/#/productionReport/reportHtml`);
    await page.getByText('看得到').waitFor();
    await clean('template');
    expect(
      await page
        .locator('.tp-html')
        .evaluate((host) =>
          [...(host.shadowRoot?.querySelectorAll('*') ?? [])]
            .filter(
              (element) =>
                /^(script|iframe|object|embed|form|input|button|style|link|meta|base|animate)$/i.test(
                  element.tagName,
                ) ||
                [...element.attributes].some(
                  ({ name, value }) => /^on/i.test(name) || /javascript:|\/\/evil/i.test(value),
                ),
            )
            .map(({ outerHTML }) => outerHTML),
        ),
    ).toEqual([]);
    // nor does it lie over the page around it
    expect(await page.evaluate(() => document.elementFromPoint(20, 20)?.closest('.tp-html') ?? null)).toBeNull();
    await page.evaluate(() => localStorage.removeItem('templateInfo'));
    expect(asked).toEqual([]);
    // so does the sanitiser
    expect(real(admin.faults())).toEqual([]);
  });

  it('an uploaded picture that holds a page runs nothing, opened directly or as a script', async () => {
    const { page } = admin;
    const url = await page.evaluate(async () => {
      const { access_token: token } = JSON.parse(localStorage.getItem('tokens') ?? '{}') as { access_token: string };
      const form = new FormData();
      form.append('file', new Blob(['GIF89a/*<html><script>window.hit=1</script>*/=1;window.hit=1;//']), 'a.gif');
      const { data } = (await (
        await fetch('/api/file/sys/file/upload', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
          body: form,
        })
      ).json()) as { data: { id: string } };
      const link = (await (
        await fetch('/api/file/att/outsideUrl', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ id: data.id }),
        })
      ).json()) as { data: { url: string } };
      return link.data.url;
    });
    const ran = await page.evaluate(async (address) => {
      const script = document.createElement('script');
      const ended = new Promise<string>((done) => {
        script.onload = () => done('ran');
        script.onerror = () => done('refused');
      });
      script.src = address;
      document.head.append(script);
      return ended;
    }, url);
    expect(ran).toBe('refused');
    expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined();
    admin.faults();
    const direct = await visitor(browser);
    await direct.page.goto(product.url + url);
    expect(
      await direct.page.evaluate(() => [
        (window as unknown as { hit?: number }).hit ?? null,
        document.querySelectorAll('script').length,
      ]),
    ).toEqual([null, 0]);
    await direct.close();
  });
});

describe('the built product', () => {
  const files = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  const web = readdirSync('dist')
    .filter((name) => name !== 'server')
    .flatMap((name) => (/\.[a-z0-9]+$/.test(name) ? [join('dist', name)] : files(join('dist', name))));

  it('holds no password, key, hash or map of its sources in what a browser gets', () => {
    expect(web.length).toBeGreaterThan(20);
    const told: string[] = [];
    const SECRETS = [
      new RegExp(PASSWORD),
      /-----BEGIN [A-Z ]*PRIVATE KEY/,
      /AKIA[0-9A-Z]{16}/,
      /scrypt\$\d/,
      /postgres(?:ql)?:\/\/\w+:/,
      /DATABASE_URL|ADMIN_PASSWORD|METRICS_TOKEN|CAPTCHA_CODE/,
      /sourceMappingURL=(?!data:)/,
      /xox[bp]-|ghp_[A-Za-z0-9]{20}|eyJhbGciOi/,
      /\/tmp\/|\/work\/|\/home\/\w+\//,
    ];
    for (const path of web) {
      if (path.endsWith('.map')) told.push(path);
      if (!/\.(js|mjs|css|html|json|svg)$/.test(path)) continue;
      const text = readFileSync(path, 'utf8');
      for (const secret of SECRETS)
        if (secret.test(text))
          told.push(
            `${path}: ${secret.source} ${text.slice(Math.max(0, text.search(secret) - 40), text.search(secret) + 60)}`,
          );
    }
    expect(told).toEqual([]);
  });
});
