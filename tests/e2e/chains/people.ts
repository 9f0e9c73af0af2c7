import type { Browser, Locator, Page } from 'playwright-core';
import { signIn, tokensOf, visitor, type Product, type Visitor } from '../support.ts';

export type Values = Record<string, unknown>;

export interface Person {
  page: Page;
  faults(): readonly string[];
  /** The field of the page that is shown; pages that stay alive behind it have fields of the same keys. */
  field(key: string): Locator;
  write(key: string, text: string): Promise<void>;
  choose(key: string, option: string): Promise<void>;
  date(key: string, day: string): Promise<void>;
  check(key: string, option: string): Promise<void>;
  pickPerson(key: string, name: string): Promise<void>;
  /** Finds a record by its name and takes it. */
  relate(key: string, name: string): Promise<void>;
  upload(key: string, name: string): Promise<void>;
  /** Adds a row to a sub-table and types into its cells. */
  addRow(table: string, cells: Readonly<Record<string, string>>): Promise<void>;
  /** Clicks into a cell of a sub-table, whose rows count from 0, and takes options there; of a cascade one after the other. */
  chooseCell(table: string, row: number, column: string, ...options: readonly string[]): Promise<void>;
  pickPersonCell(table: string, row: number, column: string, name: string): Promise<void>;
  /** Finds a record by its name in a cell and takes it. */
  relateCell(table: string, row: number, column: string, name: string): Promise<void>;
  writeCell(table: string, row: number, column: string, text: string): Promise<void>;
  /** Opens a record by its address, as a link in a message does. */
  open(formKey: string, id: string): Promise<void>;
  /** Begins a new record from the list of a screen. */
  begin(path: string, first: string): Promise<void>;
  /** Presses what leads on from the open record, e.g. 新增报价, and waits for a field of the new record. */
  goOn(label: string, first: string): Promise<void>;
  /** 保存 or 提交, answers the id that the server gave. */
  send(action: 'save' | 'submit'): Promise<string>;
  /** Opens the record as a to-do and agrees. `fill` writes what the node asks for. */
  agree(formKey: string, id: string, fill?: () => Promise<void>): Promise<void>;
  picture(name: string): Promise<void>;
}

/** A person at a desk, signed in, who fills in forms by what stands beside the fields. */
export async function personAt(browser: Browser, product: Product, account: string): Promise<Person> {
  const visit: Visitor = await visitor(browser);
  const { page } = visit;
  await signIn(page, product.url, account, '/index');
  const shown = (selector: string): Locator => page.locator(selector).locator('visible=true').first();
  const field = (key: string): Locator => shown(`[data-field="${key}"]`);
  const option = (text: string): Locator =>
    page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: text })
      .first();
  const pickInDialog = async (name: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('输入姓名查找').fill(name);
    await dialog.locator('.sf-pick-row').filter({ hasText: name }).first().click();
    await dialog.getByRole('button', { name: '确定' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const cell = (table: string, row: number, column: string): Locator =>
    shown(`[data-sub-table="${table}"]`)
      .locator(`[data-row="${row}"] [data-column="${column}"], [data-row="${row}"][data-column="${column}"]`)
      .first();
  const person: Person = {
    page,
    faults: () => visit.faults(),
    field,
    write: (key, text) => field(key).locator('input, textarea').first().fill(text),
    async choose(key, text) {
      await field(key).locator('.ant-select').first().click();
      await option(text).click();
    },
    async date(key, day) {
      const input = field(key).locator('input').first();
      // far down in a long form the picker is drawn when it gets the focus
      await input.focus();
      await input.fill(day);
      await input.press('Enter');
    },
    check: (key, text) => field(key).getByText(text, { exact: true }).click(),
    async pickPerson(key, name) {
      await field(key).locator('input').click();
      await pickInDialog(name);
    },
    async relate(key, name) {
      await field(key).locator('input').first().fill(name);
      await option(name).click();
    },
    async upload(key, name) {
      await field(key)
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
      await field(key).locator('[data-file]', { hasText: name }).waitFor();
    },
    async addRow(table, cells) {
      const place = shown(`[data-sub-table="${table}"]`);
      const row = await place
        .locator('[data-row]')
        .evaluateAll((all) => new Set(all.map((one) => one.getAttribute('data-row'))).size);
      await place.locator('[data-action="add-row"]').click();
      for (const [column, text] of Object.entries(cells)) await person.writeCell(table, row, column, text);
    },
    async relateCell(table, row, column, name) {
      const at = cell(table, row, column);
      await at.click();
      await at.locator('input').first().fill(name);
      await option(name).click();
    },
    async writeCell(table, row, column, text) {
      const at = cell(table, row, column);
      await at.click();
      const input = at.locator('input, textarea').first();
      await input.fill(text);
      await input.press('Enter');
    },
    async chooseCell(table, row, column, ...options) {
      const at = cell(table, row, column);
      const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
      await at.click();
      // some lists open with the cell, others at a second click
      const isOpen = await list.waitFor({ timeout: 500 }).then(
        () => true,
        () => false,
      );
      if (!isOpen) await at.locator('.ant-select').click();
      for (const text of options)
        await list
          .locator('.ant-select-item-option, .ant-cascader-menu-item')
          .filter({ hasText: text })
          .first()
          .click();
      await page.keyboard.press('Escape');
    },
    async pickPersonCell(table, row, column, name) {
      await cell(table, row, column).click();
      await pickInDialog(name);
    },
    async open(formKey, id) {
      await page.goto(`${product.url}/#/commonEntry/detail?formKey=${formKey}&id=${id}`);
      await shown('[data-action="back"]').waitFor();
    },
    async begin(path, first) {
      await page.goto(`${product.url}/#${path}`);
      await shown('[data-action="create"]').click();
      await field(first).waitFor();
    },
    async goOn(label, first) {
      await page.getByRole('button', { name: label }).locator('visible=true').first().click();
      await field(first).waitFor();
    },
    async send(action) {
      const call = action === 'save' ? '/frmCrud/saveOrUpdate/' : '/frmCrud/runProcess/';
      const [response] = await Promise.all([
        page.waitForResponse((answer) => answer.url().includes(call)),
        shown(`[data-action="${action}"]`).click(),
      ]);
      const answer = (await response.json()) as { code: string; msg: string; data: { id?: string } };
      if (answer.code !== '1') throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
      return answer.data.id ?? '';
    },
    async agree(formKey, id, fill) {
      await page.goto(`${product.url}/#/commonEntry/detail?formKey=${formKey}&id=${id}&todo=1`);
      await shown('[data-action="approve"]').waitFor();
      await fill?.();
      await shown('[data-action="approve"]').click();
      const [response] = await Promise.all([
        page.waitForResponse((answer) => answer.url().includes('/frmCrud/runProcess/')),
        page
          .getByRole('dialog')
          .getByRole('button', { name: /确\s*定/ })
          .click(),
      ]);
      const answer = (await response.json()) as { code: string; msg: string; data: unknown };
      if (answer.code !== '1') throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    },
    async picture(name) {
      const to = process.env['PICTURES_TO'];
      if (to) await page.screenshot({ path: `${to}/${name}.png` });
    },
  };
  return person;
}

/** The calls of a person who is not looked over the shoulder: an agreement without a word of its own. */
export async function callsOf({ url }: Product, account: string) {
  const { access_token: token } = await tokensOf(url, account);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const call = async <T>(path: string, sent?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/system/frmCrud/${path}`, {
      headers,
      ...(sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }),
    });
    const answer = (await response.json()) as { code: string; msg: string; data: T };
    if (answer.code !== '1') throw new Error(`${account}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  type Kept = { id: string; revision: number; flwState: string; fieldsMap: Values; childTables: object };
  const read = (formKey: string, id: string): Promise<Kept> => call(`getById/${formKey}?id=${id}`);
  return {
    call,
    read,
    save: (formKey: string, fieldsMap: Values): Promise<Kept> =>
      call(`saveOrUpdate/${formKey}`, { fieldsMap, childTables: {} }),
    submit: (formKey: string, fieldsMap: Values, childTables: object = {}): Promise<Kept> =>
      call(`runProcess/${formKey}`, { record: { fieldsMap, childTables }, action: 'submit' }),
    async agree(formKey: string, id: string, more: Values = {}): Promise<void> {
      const { revision, fieldsMap, childTables } = await read(formKey, id);
      await call(`runProcess/${formKey}`, {
        record: { id, revision, fieldsMap: { ...fieldsMap, ...more }, childTables },
        action: 'approve',
        opinion: '同意',
      });
    },
  };
}
