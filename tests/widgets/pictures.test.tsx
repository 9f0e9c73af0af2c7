import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Services } from '../../src/runtime/services/services.ts';
import { fakeServices, mountEdit, mountView, settle } from './support.tsx';

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

const FILES = [
  STORED,
  { id: 'd1', fileName: '说明.docx', fileExt: 'docx', url: '/d1' },
  { id: 'p2', fileName: '塔吊.jpg', fileExt: 'jpg', url: '/p2' },
];
const read = (type: string | undefined): Promise<HTMLElement> => {
  const files = { byIds: async () => FILES, open: vi.fn(), content: async () => new Blob(['x']) };
  const { 'list-type': _type, ...rest } = NODE;
  return mountView(
    { ...rest, ...(type ? { 'list-type': type as 'picture' } : {}) },
    'p1,d1,p2',
    undefined,
    fakeServices({ files: files as never }),
  );
};
const dialogTitle = (): string | null | undefined => document.querySelector('.ant-modal-title')?.textContent;

test.each([
  ['picture', 'sf-files'],
  ['picture-card', 'sf-files sf-file-cards'],
])(
  'a form that is read shows the pictures of a field of type %s, and leads from one to the next (FK-019)',
  async (type, list) => {
    const view = await read(type);
    await waitFor(() => expect(view.querySelectorAll('.sf-picture img')).toHaveLength(2));
    expect(view.querySelector('ul')?.className).toBe(list);
    fireEvent.click(screen.getByRole('button', { name: '查看 现场.png' }));
    await settle();
    expect(dialogTitle()).toBe('现场.png（1/2）');
    fireEvent.click(screen.getByText('下一张'));
    await settle();
    expect(dialogTitle()).toBe('塔吊.jpg（2/2）');
    fireEvent.keyDown(screen.getByText('下一张'), { key: 'ArrowRight' });
    expect(dialogTitle()).toBe('现场.png（1/2）');
  },
);

test('a field of other files that is read shows their names alone', async () => {
  const view = await read(undefined);
  expect(view.querySelector('.sf-picture')).toBeNull();
  expect(view.textContent).toContain('塔吊.jpg');
});
