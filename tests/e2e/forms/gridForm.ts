import type { Page } from 'playwright-core';
import { tokensOf } from '../support.ts';

/** One sub-table with a column of every kind that typing, pasting and filling meet. */
export const GRID_FORM = {
  formKey: 'gridStory',
  formName: '表格试验',
  fields: [
    { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1' },
    {
      tag: 'el-input-number',
      __vModel__: 'total',
      label: '合计金额',
      precision: 2,
      unit: '元',
      computed: 'sum(items.map(r, r.amount))',
    },
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '明细',
      canSort: '1',
      needCopy: '1',
      multiple: true,
      children: [
        { tag: 'el-input', __vModel__: 'no', label: '编号', required: true, fixed: 'left', width: 120, maxlength: 20 },
        { tag: 'el-input', __vModel__: 'name', label: '名称', width: 160, maxlength: 20 },
        {
          tag: 'el-select',
          __vModel__: 'kind',
          label: '类别',
          width: 120,
          __slot__: {
            options: [
              { label: '钢筋', value: 'steel' },
              { label: '水泥', value: 'cement' },
            ],
          },
        },
        { tag: 'el-input-number', __vModel__: 'quantity', label: '数量', width: 110, min: 0, summary: 'sum' },
        { tag: 'el-input-number', __vModel__: 'price', label: '单价', width: 120, precision: 2, unit: '元' },
        {
          tag: 'el-input-number',
          __vModel__: 'amount',
          label: '金额',
          width: 140,
          precision: 2,
          unit: '元',
          computed: 'quantity * price',
          summary: 'sum',
        },
        { tag: 'el-date-picker', __vModel__: 'day', label: '日期', width: 140, format: 'YYYY-MM-DD' },
        { tag: 'el-switch', __vModel__: 'isUrgent', label: '加急', width: 90 },
        { tag: 'userSelector', __vModel__: 'who', label: '经办人', width: 120 },
        {
          tag: 'el-input',
          __vModel__: 'finder',
          label: '查姓名',
          width: 120,
          openWatch: '1',
          watchApiUrl: '/system/sys/user/likeName',
          watchApiMethod: 'POST',
          watchApiParams: { name: '${finder}', page: { pageNum: 1, pageSize: 1 } },
          watchApiDataPosition: 'data',
          watchApiHash: { dept: 'deptName' },
        },
        { tag: 'el-input', __vModel__: 'dept', label: '部门', width: 160, readonly: true },
        { tag: 'el-input', __vModel__: 'note', label: '备注', width: 200 },
        { tag: 'opColumn', label: '操作', items: [] },
      ],
    },
  ],
};

interface Envelope<T> {
  code: string;
  msg: string;
  data: T;
}

/** A token of a demo person. */
export const tokenOf = async (url: string, username: string): Promise<string> =>
  (await tokensOf(url, username)).access_token;

/** Publishes a form as the administrator, by the calls that the designer makes. */
export async function publishForm(url: string, definition: { formKey: string; formName: string }): Promise<void> {
  const token = await tokenOf(url, 'admin');
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { code, msg } = (await answer.json()) as Envelope<unknown>;
    if (code !== '1') throw new Error(`${path}: ${code} ${msg}`);
  };
  const { formKey, formName } = definition;
  await post('/api/system/frmDef/saveDraft', {
    formKey,
    formName,
    definition: { access: { createRoles: ['*'] }, ...definition },
  });
  await post('/api/system/frmDef/publish', { formKey, note: '试验' });
}

export const cell = (page: Page, row: number, column: string) =>
  page.locator(`[data-sub-table="items"] [data-row="${row}"] [data-column="${column}"]`);

/** Opens a new record of the form with its table in sight. */
/** A new record of the form. */
export const NEW_GRID = '/commonEntry/detail?formKey=gridStory&isEdit=1';

export async function openGrid(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#${NEW_GRID}`);
  await page.locator('[data-sub-table="items"] [data-action="add-row"]').waitFor();
}

/** Puts a text on the clipboard and pastes it where the keyboard is, as Ctrl+V does. */
export async function pasteHere(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const data = new DataTransfer();
    data.setData('text/plain', value);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Makes a cell active without editing it. */
export async function go(page: Page, row: number, column: string): Promise<void> {
  await cell(page, row, column).click();
  await page.keyboard.press('Escape');
}

export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}
export const middle = async (locator: ReturnType<typeof cell>): Promise<{ x: number; y: number }> => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('nothing to point at');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
