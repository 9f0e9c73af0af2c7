import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { isLong } from '../../support/tier.ts';
import {
  field,
  picturesOnFailure,
  saveRecord,
  signIn,
  startProduct,
  visitor,
  writeText,
  type Product,
  type Visitor,
} from '../support.ts';

const marks = (tag: string, label: string, more: object = {}) => ({
  label,
  tag,
  tagIcon: 'input',
  layout: 'colFormItem',
  changeTag: true,
  showLabel: true,
  required: false,
  span: 24,
  regList: [],
  ...more,
});

/** As designers of the family export: fields as JSON texts, a sub-form, a key twice, a pattern that a backtracking engine never ends, something nobody knows. */
const foreign = {
  formRef: 'elForm',
  formModel: 'formData',
  formRules: 'rules',
  labelPosition: 'right',
  labelWidth: 100,
  gutter: 15,
  formBtns: true,
  fields: [
    JSON.stringify({
      __config__: marks('a-input', '邮箱', {
        regList: [
          {
            pattern:
              '/^([a-zA-Z0-9]+[_|\\_|\\.]?)*[a-zA-Z0-9]+@([a-zA-Z0-9]+[_|\\_|\\.]?)*[a-zA-Z0-9]+\\.[a-zA-Z]{2,3}$/',
            message: '邮箱格式错误',
          },
        ],
      }),
      __vModel__: 'mail',
    }),
    {
      __config__: marks('el-select', '类型', { defaultValue: "'2'" }),
      __slot__: {
        options: [
          { label: '甲类', value: 1 },
          { label: '乙类', value: 2 },
        ],
      },
      __vModel__: 'kind',
    },
    {
      __config__: marks('el-date-picker', '日期'),
      format: 'yyyy-MM-dd',
      'value-format': 'yyyy-MM-dd',
      type: 'date',
      __vModel__: 'kind',
    },
    {
      __config__: {
        ...marks('my-table', '明细'),
        children: [{ __config__: marks('el-input', '品名'), __vModel__: 'name' }],
      },
      __vModel__: 'items',
    },
    { __config__: marks('star-chartroom', '星图'), __vModel__: 'stars' },
  ],
};
const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

describe('a form of another designer', () => {
  let browser: Browser;
  let product: Product;
  let admin: Visitor;
  let staff: Visitor;

  beforeAll(async () => {
    [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
    [admin, staff] = await Promise.all([visitor(browser), visitor(browser)]);
    await signIn(admin.page, product.url, 'admin', '/system/formManager');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(picturesOnFailure(() => ({ admin, staff })));

  it('is imported from a file, reported by what became what, and opens in the editor as a draft', async () => {
    await admin.page.locator('[data-action="import"]').click();
    await admin.page
      .locator('.ant-modal input[type="file"]')
      .setInputFiles([file('materials.json', JSON.stringify(foreign, null, 2))]);
    await admin.page.locator('[data-action="report"]').click();
    const report = admin.page.locator('[data-import-report]');
    await report.locator('[data-mapping="my-table"]').getByText('子表').waitFor();
    await report.getByText('字段键“kind”重复，已改为“kind_2”').click();
    await report.locator('.cm-editor').waitFor();
    await admin.page.locator('.ant-modal-footer').getByText('关闭', { exact: true }).last().click();
    await admin.page.locator('.ant-modal-footer [data-action="import"]').click();
    await admin.page.locator('[data-designer="materials"]').waitFor();
    await admin.page.locator('.ds-views').getByText('预览').click();
    await admin.page.locator('.ds-preview [data-sub-table="items"]').waitFor();
    await admin.page.locator('.ds-preview [data-placeholder="star-chartroom"]').waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it('is published and filled in: options, initial values, rows, and a pattern that answers at once', async () => {
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.locator('#publish-note').fill('导入');
    await admin.page.locator('.ant-modal .ant-btn-primary').click();
    await admin.page.getByText('已发布第 1 版').first().waitFor();

    // who sees the entry may fill the form in
    await admin.page.locator('[data-action="put-in-menu"]').click();
    await admin.page.getByRole('dialog').locator('.ant-modal-footer .ant-btn-primary').click();
    await admin.page.getByText('已放进菜单').waitFor();
    await signIn(staff.page, product.url, 'staff', '/commonEntry/detail?formKey=materials&isEdit=1');
    await field(staff.page, 'kind').getByText('乙类').waitFor();
    await staff.page.locator('[data-placeholder="star-chartroom"]').waitFor();
    await field(staff.page, 'mail')
      .locator('input')
      .fill(`${'a'.repeat(60)}!`);
    await staff.page.locator('[data-action="save"]').click();
    await field(staff.page, 'mail').getByText('邮箱格式错误').waitFor();
    await field(staff.page, 'mail').locator('input').fill('li.si@example.com');
    await saveRecord(staff.page);
    expect(staff.faults()).toEqual([]);
  });

  it.runIf(isLong)(
    'of another family is taken from a JavaScript file, with what was mended and what became what',
    async () => {
      const element = (type: string, name: string, label: string, more: object = {}) => ({
        key: 1,
        type,
        formItemFlag: true,
        options: { name, label, ...more },
      });
      const document = {
        widgetList: [
          {
            type: 'grid',
            category: 'container',
            cols: [
              {
                type: 'grid-col',
                widgetList: [element('input', 'carPlate', '车牌号', { required: true })],
                options: { name: 'c1', span: 12 },
              },
            ],
            options: { name: 'g1' },
          },
          {
            type: 'sub-form',
            category: 'container',
            widgetList: [element('date', 'day', '日期')],
            options: { name: 'trips', label: '行程' },
          },
          element('slot', 'free', '自由区'),
        ],
        formConfig: { labelWidth: 90 },
      };
      await admin.page.goto(`${product.url}/#/system/formManager`);
      await admin.page.locator('[data-action="import"]').click();
      await admin.page
        .locator('.ant-modal input[type="file"]')
        .setInputFiles([file('car.js', `// 用车\nexport default ${JSON.stringify(document)};`)]);
      await admin.page.locator('.ant-modal [data-action="report"]').click();
      await admin.page.locator('[data-mended]').getByText('取出了代码文件中的定义').waitFor();
      await admin.page.locator('[data-mapping="sub-form"]').getByText('子表').waitFor();
      await admin.page.locator('[data-mapping="slot"]').getByText('占位块').waitFor();
      await admin.page.locator('.ant-modal-footer').getByText('关闭', { exact: true }).last().click();
      await admin.page.locator('.ant-modal-footer [data-action="import"]').click();
      await admin.page.locator('[data-designer="car"] .ds-views').getByText('JSON').click();
      await admin.page.locator('[data-designer="car"] .ds-preview [data-field="carPlate"] input').waitFor();
      await admin.page.locator('.ds-preview [data-sub-table="trips"]').waitFor();
      await admin.page.locator('.ds-problems [data-problem="warning"]').first().click();
      await expect
        .poll(() =>
          admin.page.locator('.ds-problems').evaluate((list) => list.getBoundingClientRect().bottom <= innerHeight),
        )
        .toBe(true);
      expect(admin.faults()).toEqual([]);
    },
  );

  it.runIf(isLong)(
    'whose options come from an address that is not here gets a dictionary and fixed options, and is filled in',
    async () => {
      const remote = (key: string, label: string) => ({
        __config__: marks('el-select', label, { required: true }),
        isRemote: '1',
        resourseApi: `/base/${key}/list`,
        hashArr: { label: 'name', value: 'id' },
        __vModel__: key,
      });
      await admin.page.goto(`${product.url}/#/system/formManager`);
      await admin.page.locator('[data-action="import"]').click();
      await admin.page.locator('.ant-modal input[type="file"]').setInputFiles([
        file(
          'remoteOptions.json',
          JSON.stringify({
            fields: [
              remote('city', '城市'),
              {
                __config__: { ...marks('my-table', '明细'), children: [remote('brand', '品牌')] },
                __vModel__: 'items',
              },
            ],
          }),
        ),
      ]);
      await admin.page.locator('.ant-modal-footer [data-action="import"]').click();
      const dialog = admin.page.getByRole('dialog', { name: '选项来源' });
      await dialog.locator('[data-source="城市"]').getByText('/base/city/list').waitFor();
      const take = async (label: string, kind: string): Promise<void> => {
        await dialog.locator(`[data-source="${label}"] .ant-select`).first().click();
        await admin.page.locator('.ant-select-dropdown:visible').getByText(kind, { exact: true }).click();
      };
      await take('城市', '固定选项');
      await dialog.getByRole('button', { name: /确\s*定/ }).click();
      await dialog.getByRole('alert').getByText('请选择字典或填写选项').waitFor();
      await dialog.getByLabel('城市的选项，每行一个').fill('广州 | gz\n深圳 | sz');
      await dialog.getByRole('button', { name: /确\s*定/ }).click();
      const designer = admin.page.locator('[data-designer="remoteOptions"]');
      await designer.waitFor();
      // what was left for later is told by the editor as soon as the draft is saved
      await designer.locator('[data-action="save"]').click();
      const problems = admin.page.locator('.ds-problems');
      await problems.getByText('“品牌”的选项来自“/base/brand/list”').waitFor();
      expect(await problems.getByText('“城市”的选项来自').count()).toBe(0);
      await designer.locator('.ds-views').getByText('预览').click();
      await admin.page.locator('.ds-preview [data-field="city"] .ant-select').click();
      await admin.page.locator('.ant-select-dropdown:visible').getByText('深圳', { exact: true }).waitFor();
      expect(admin.faults()).toEqual([]);
    },
  );

  it.runIf(isLong)('of several megabytes is read without stopping the page', async () => {
    const large = {
      formRef: 'elForm',
      fields: Array.from({ length: 4000 }, (_unused, index) => ({
        __config__: marks('el-input', `字段${index}`, { document: 'x'.repeat(200) }),
        __vModel__: `f${index}`,
        placeholder: '请输入',
      })),
    };
    await admin.page.goto(`${product.url}/#/system/formManager`);
    await admin.page.locator('[data-action="import"]').click();
    await admin.page
      .locator('.ant-modal input[type="file"]')
      .setInputFiles([file('large.json', JSON.stringify(large))]);
    await admin.page.locator('.ant-modal [data-action="report"]').waitFor();
    expect(await admin.page.locator('[data-import-report]').count()).toBe(0);
    await admin.page.locator('[data-action="report"]').click();
    await admin.page.getByText('字段 4000 个').waitFor();
    expect(admin.faults()).toEqual([]);
  });

  it.runIf(isLong)('is changed, compared with what is in force, and brought back to its first version', async () => {
    await admin.page.goto(`${product.url}/#/system/formManager?form=materials&view=json`);
    await writeText(
      admin.page,
      JSON.stringify({
        formKey: 'materials',
        formName: '材料',
        fields: [{ tag: 'el-input', __vModel__: 'mail', label: '电子邮箱', required: true }],
      }),
    );
    await admin.page.locator('[data-action="versions"]').click();
    await admin.page.locator('[data-action="diff"]').first().click();
    await admin.page
      .locator('[data-change="changed"][data-node="mail"] [data-key="label"]')
      .getByText('电子邮箱')
      .waitFor();
    await admin.page.locator('[data-change="removed"][data-node="items"]').waitFor();
    await admin.page.getByText('文本对比', { exact: true }).click();
    await admin.page.locator('[data-line="added"]').first().waitFor();
    await admin.page.locator('.ant-modal-close').last().click();
    await admin.page.locator('.ant-modal-close').first().click();
    await admin.page.locator('[data-action="publish"]').click();
    await admin.page.locator('#publish-note').fill('只留邮箱');
    // records hold what the new version no longer has: the dialog names it, and waits until that was read
    await admin.page.locator('.ant-modal .ant-alert-warning').getByText('不再有').waitFor();
    await admin.page.locator('[data-action="acknowledge"]').click();
    await admin.page.locator('.ant-modal .ant-btn-primary').last().click();
    await admin.page.getByText('已发布第 2 版').first().waitFor();

    await admin.page.locator('[data-action="versions"]').click();
    await admin.page.locator('[data-action="rollback"]').click();
    await admin.page.locator('#rollback-note').fill('仍需明细');
    await admin.page.getByRole('button', { name: '恢复并发布' }).click();
    await admin.page.getByText('已恢复，现在是第 3 版').first().waitFor();
    await staff.page.goto(`${product.url}/#/commonEntry/detail?formKey=materials&isEdit=1`);
    await staff.page.reload();
    await staff.page.locator('[data-sub-table="items"]').waitFor();
    expect([...admin.faults(), ...staff.faults()]).toEqual([]);
  });
});
