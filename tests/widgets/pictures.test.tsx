import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Services } from '../../src/runtime/services/services.ts';
import { fakeServices, mountEdit, settle } from './support.tsx';

const NODE = { tag: 'el-upload' as const, __vModel__: 'x', label: '附件', 'list-type': 'picture' as const };
const STORED = { id: 'p1', fileName: '现场.png', fileExt: 'png', url: '/p1' };

async function open(content: () => Promise<Blob>): Promise<HTMLElement | null> {
  const files: Partial<Services['files']> = {
    upload: async () => STORED,
    byIds: async () => [STORED],
    open: async () => undefined,
    content,
  };
  await mountEdit(NODE, 'p1', {}, fakeServices({ files: files as Services['files'] }));
  await settle();
  fireEvent.click(screen.getByText('现场.png'));
  await settle();
  return document.querySelector<HTMLElement>('.ant-modal');
}

test('a picture is shown large in a dialog of 800 px (FL-022)', async () => {
  const dialog = await open(async () => new Blob(['x']));
  expect(dialog?.style.width).toBe('800px');
  expect(dialog?.querySelector('img')?.alt).toBe('现场.png');
});

test('a picture that cannot be loaded says so and is loaded again when asked', async () => {
  let isDown = true;
  const dialog = await open(async () => {
    if (isDown) throw new Error('网络断开');
    return new Blob(['x']);
  });
  expect(dialog?.querySelector('[role="alert"]')?.textContent).toContain('图片加载失败');
  isDown = false;
  fireEvent.click(dialog?.querySelector('[role="alert"] button') as Element);
  await settle();
  expect(dialog?.querySelector('img')?.alt).toBe('现场.png');
});
