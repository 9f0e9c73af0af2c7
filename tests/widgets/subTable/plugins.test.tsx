import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { settle } from '../support.tsx';
import { pluginActions, rowsOf, show } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });
const { printAll } = pluginActions;
afterEach(() => {
  pluginActions.printAll = printAll;
});

test('a plugin’s button above the table runs once however often it is pressed, and its failure is shown', async () => {
  let fail = (): void => undefined;
  const runs = vi.fn(
    () =>
      new Promise((_done, failed) => {
        fail = () => failed(new ServiceError('X', '打印机没有纸'));
      }),
  );
  pluginActions.printAll = runs;
  const table = await show({
    rows: rowsOf(1),
    table: { topOpBtns: [{ btnName: '批量打印', eventType: 'print-all' }] },
  });
  const button = table.action('print-all') as HTMLElement;
  await table.click(button);
  await table.click(button);
  expect(runs).toHaveBeenCalledTimes(1);
  await act(async () => fail());
  await settle(20);
  await expect.poll(() => document.body.textContent, { timeout: 5000 }).toContain('打印机没有纸');
  await table.click(button);
  expect(runs).toHaveBeenCalledTimes(2);
});
