import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ScreenDefinition } from '../../../src/grammar/documents.ts';
import type { MobileCodesNode } from '../../../src/grammar/nodes.ts';
import { MobileCodes } from '../../../src/shell/mobileCodes/MobileCodes.tsx';
import shellScreen from '../../../schemas/platform/shell.json';
import { show } from '../bench.tsx';

vi.setConfig({ testTimeout: 40_000 });

const shipped = (
  (shellScreen as unknown as ScreenDefinition).root as unknown as { header: MobileCodesNode[] }
).header.find(({ tag }) => tag === 'mobileCodes') as MobileCodesNode;

async function open(title: string, node: MobileCodesNode = shipped) {
  const shown = await show(<MobileCodes node={node} path={[]} />);
  fireEvent.click(document.querySelector('[data-action="mobile-codes"]') as HTMLElement);
  fireEvent.click(await shown.view.findByText(title));
  await shown.view.findByRole('dialog');
  return shown.view;
}

test('APP下载 is a dialog with a tab 检测办公; each code leads into this product (TB-011, DU-005)', async () => {
  const view = await open('APP下载');
  expect((await view.findByAltText('协同平台二维码')).getAttribute('data-code-text')).toBe(
    `${window.location.origin}${window.location.pathname}#/`,
  );
  fireEvent.click(view.getByRole('tab', { name: '检测办公' }));
  expect((await view.findByAltText('检测办公二维码')).getAttribute('data-code-text')).toContain(
    '#/taskCenter/toDoList',
  );
});

test('the mini-program has a dialog of its own (TB-012)', async () => {
  const view = await open('小程序');
  await view.findByAltText('小程序二维码');
  expect(view.queryByRole('tab')).toBeNull();
});

test('a code without an address says so instead of drawing one', async () => {
  const view = await open('APP', {
    tag: 'mobileCodes',
    dialogs: [{ title: 'APP', codes: [{ title: '安卓', url: '' }] }],
  });
  await view.findByText('尚未配置下载地址，请联系管理员。');
  expect(document.querySelector('[data-code-text]')).toBeNull();
});
