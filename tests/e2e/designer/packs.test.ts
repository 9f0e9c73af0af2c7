import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** A change is made on one installation, carried to another in a file, taken in there and taken back. */
describe('a configuration pack', () => {
  let browser: Browser;
  let test: Product;
  let production: Product;
  let maker: Visitor;
  let keeper: Visitor;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pack-'));
    [browser, test, production] = await Promise.all([sharedBrowser(), startProduct(), startProduct()]);
    [maker, keeper] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(maker.page, test.url, 'admin');
    await signIn(keeper.page, production.url, 'admin');
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([test?.close(), production?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(picturesOnFailure(() => ({ maker, keeper })));

  /** A call of the person who is signed in on the page. */
  const call = <T>({ page }: Visitor, path: string, body?: object): Promise<T> =>
    page.evaluate(
      async ([address, sent]) => {
        const token = JSON.stringify(localStorage).match(/access_token\\*":\\*"([^"\\]+)/)?.[1] ?? '';
        const answer = await fetch(address as string, {
          method: sent ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(sent ? { body: JSON.stringify(sent) } : {}),
        });
        return ((await answer.json()) as { data: T }).data;
      },
      [path, body] as const,
    ) as Promise<T>;
  type Form = { version: number; formName: string; fields: { __vModel__?: string }[] };
  const formOf = (who: Visitor): Promise<Form> =>
    call(who, '/api/system/frmDef/getLastVersionFrmDef?formKey=businessSealApply');
  const file = (): string => join(folder, 'pack.json');

  it('is exported with what belongs to the form', async () => {
    const { version: _version, ...form } = await formOf(maker);
    const definition = {
      ...form,
      fields: [...form.fields, { tag: 'el-input', __vModel__: 'extraNote', label: '补充说明' }],
    };
    const about = { formKey: 'businessSealApply', formName: form.formName };
    await call(maker, '/api/system/frmDef/saveDraft', { ...about, definition });
    await call(maker, '/api/system/frmDef/publish', { formKey: 'businessSealApply', note: '加补充说明' });
    const { page } = maker;
    await page.goto(`${test.url}/#/system/packManager`);
    await page.getByLabel('名称或键').fill('businessSealApply');
    await page.getByLabel('选择业务用印申请').check();
    await page.locator('[data-action="export-pack"]').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('seals/businessSealApply/list', { exact: true }).waitFor();
    expect(await dialog.getByLabel('一并导出业务用印审批').isChecked()).toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-action="save-pack"]').click(),
    ]);
    await download.saveAs(file());
    const { items } = JSON.parse(readFileSync(file(), 'utf8')) as { items: { kind: string; key: string }[] };
    expect(items.map(({ kind, key }) => `${kind} ${key}`)).toEqual(
      expect.arrayContaining([
        'form businessSealApply',
        'flow businessSealApply',
        'dictionary urgency',
        'menu businessSealApply',
      ]),
    );
    expect(maker.faults()).toEqual([]);
  });

  it('shows on the other installation what it would change, and changes it after a question', async () => {
    const { page } = keeper;
    await page.goto(`${production.url}/#/system/packManager?tab=import`);
    await page.locator('input[type=file]').setInputFiles(file());
    await page.locator('[data-state="changed"]').waitFor();
    expect(await page.locator('[data-state="conflict"], [data-state="new"]').count()).toBe(0);
    await page.locator('[data-action="compare"]').click();
    await page.getByText('"label": "补充说明"').waitFor();
    await page.keyboard.press('Escape');
    expect((await formOf(keeper)).version).toBe(1);
    await page.locator('[data-action="import-pack"]').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^导\s?入$/ })
      .click();
    await page.locator('[data-action="undo-import"]').waitFor();
    const now = await formOf(keeper);
    expect([now.version, now.fields.at(-1)?.__vModel__]).toEqual([2, 'extraNote']);
    expect(keeper.faults()).toEqual([]);
  });

  it('is taken back as one', async () => {
    const { page } = keeper;
    await page.locator('[data-action="undo-import"]').click();
    await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click();
    await page.getByText('已撤销', { exact: true }).first().waitFor();
    const now = await formOf(keeper);
    expect([now.version, now.fields.some(({ __vModel__: key }) => key === 'extraNote')]).toEqual([3, false]);
    expect(keeper.faults()).toEqual([]);
  });

  it('that is damaged is refused with the place', async () => {
    const { page } = keeper;
    await page.goto(`${production.url}/#/system/packManager?tab=import`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'damaged.json',
      mimeType: 'application/json',
      buffer: Buffer.from(readFileSync(file(), 'utf8').replace('补充说明', '补充说朋')),
    });
    await page.getByText('表单“业务用印申请”（businessSealApply）的内容与校验值不符').waitFor();
  });
});
