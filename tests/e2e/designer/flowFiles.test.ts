import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { picturesOnFailure, signIn, startProduct, visitor, type Product, type Visitor } from '../support.ts';

/** Files of other designers: small ones of our own, and those of the shared folder where it is there. */
const FOLDERS = [
  join(import.meta.dirname, '..', '..', 'fixtures', 'flow', 'foreign'),
  join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'cases', 'bpmn'),
];
const files = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.bpmn'))
    .map((name) => ({ name, path: join(folder, name) })),
);

let browser: Browser;
let product: Product;
let admin: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([sharedBrowser(), startProduct()]);
  admin = await visitor(browser);
  await signIn(admin.page, product.url, 'admin', '/system/flowManager');
  const { page } = admin;
  await page.locator('[data-action="create"]').click();
  await page.getByLabel('流程名称').fill('外来文件');
  await page.getByLabel('流程键').fill('fileFlow');
  await page
    .getByRole('button', { name: /新\s*建/ })
    .last()
    .click();
  await page.locator('[data-list="steps"]').waitFor();
  await page.locator('.ant-segmented-item').filter({ hasText: '流程图' }).click();
  await page.locator('.djs-element').first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});
afterEach(picturesOnFailure(() => ({ admin })));

/** Elements of a file that are nodes or flows, by their BPMN names; what an engine calls the same in a namespace of its own is none. */
const countOf = (text: string, name: string): number => {
  const own = [
    ...new Set(
      [...text.matchAll(/xmlns(?::([\w.-]+))?=["'][^"']*BPMN\/\d+\/MODEL["']/g)].map(([, prefix]) =>
        prefix ? `${prefix}:` : '',
      ),
    ),
  ];
  return own.reduce((sum, prefix) => sum + (text.match(new RegExp(`<${prefix}${name}\\b`, 'g'))?.length ?? 0), 0);
};

describe('a process file of another designer', () => {
  it.each(files)(
    '$name opens in the browser, is drawn without a word in the console, and what cannot run is named with its element',
    async ({ path }) => {
      const { page } = admin;
      const text = readFileSync(path, 'utf8');
      // what is drawn of the file before is not counted
      await page.locator('.fd-canvas .djs-shape').evaluateAll((shapes) => {
        for (const shape of shapes) shape.setAttribute('data-before', '');
      });
      await page
        .locator('input[type="file"]')
        .first()
        .setInputFiles({ name: 'file.bpmn', mimeType: 'application/xml', buffer: Buffer.from(text) });
      const report = page.locator('.ant-modal').filter({ hasText: '导入的结果' });
      // several processes in a file, and holders unknown here, are asked about first
      const choices = page.locator('.ant-modal').filter({ hasText: '导入设置' });
      await report.or(choices).first().waitFor();
      if (await choices.isVisible()) await choices.locator('.ant-modal-footer .ant-btn-primary').click();
      await report.locator('.ant-modal-footer .ant-btn-primary').click();
      await report.waitFor({ state: 'hidden' });
      await page.locator('[data-designer][data-checking="false"]').waitFor();
      const drawn = (): Promise<number> =>
        page.locator('.fd-canvas .djs-shape[data-element-id]:not([data-before])').count();
      await expect.poll(drawn).toBeGreaterThan(2);
      // what stands in a sub-process is drawn on a plane of its own, and of several pools without a picture one is drawn
      const isOneLevel = countOf(text, 'subProcess') === 0 && countOf(text, 'process') === 1;
      if (isOneLevel)
        await expect
          .poll(drawn)
          .toBeGreaterThanOrEqual(
            ['userTask', 'serviceTask', 'exclusiveGateway', 'parallelGateway', 'startEvent', 'endEvent'].reduce(
              (sum, name) => sum + countOf(text, name),
              0,
            ),
          );
      // every finding that names an element leads to it
      const errors = page.locator('[data-problem="error"]');
      for (let index = 0; index < Math.min(3, await errors.count()); index += 1) {
        await errors.nth(index).click();
        await page.locator('.fd-panel[data-element]').waitFor();
      }
      expect(admin.faults()).toEqual([]);
    },
  );
});
