import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SystemFormBlock } from '../../../src/screens/systemList/SystemFormBlock.tsx';
import { fakeServices, renderAt, situation } from '../fakes.tsx';
import { uploadingWidget } from '../uploading.tsx';

const field = (key: string): object => ({ tag: 'el-input', __vModel__: key, label: key, flowEditable: '1' });
const node = {
  tag: 'systemForm',
  title: '设置',
  url: '/settings',
  saveUrl: '/settings/save',
  fields: [field('a'), field('b')],
} as never;
const input = (key: string): HTMLInputElement =>
  document.querySelector(`[data-field="${key}"] input`) as HTMLInputElement;
const type = (key: string, value: string): void => {
  fireEvent.change(input(key), { target: { value } });
};
const saveButton = (): HTMLButtonElement => document.querySelector('[data-action="save"]') as HTMLButtonElement;

it('what is typed while a form is being saved is kept, and is still to be saved', async () => {
  let stored: Record<string, unknown> = { a: '甲', b: '', revision: 1 };
  const sent: Record<string, unknown>[] = [];
  let answer: () => void = () => undefined;
  const request = async ({ url, params }: { url: string; params?: Record<string, unknown> }): Promise<unknown> => {
    if (url === '/settings') return stored;
    sent.push(params ?? {});
    await new Promise<void>((done) => {
      answer = done;
    });
    stored = { ...stored, ...params, revision: Number(stored['revision']) + 1 };
    return null;
  };
  await renderAt(
    '/system/settings',
    fakeServices({ request: request as never }),
    <SystemFormBlock node={node} path={['root']} />,
  );
  await waitFor(() => expect(input('a').value).toBe('甲'));
  type('a', '乙');
  fireEvent.click(saveButton());
  await waitFor(() => expect(sent).toEqual([{ a: '乙', b: '', revision: 1 }]));
  type('b', '保存时填写');
  await act(async () => answer());
  await screen.findByText('已保存');
  await waitFor(() => expect(saveButton().className).not.toContain('loading'));
  expect([input('a').value, input('b').value, saveButton().disabled]).toEqual(['乙', '保存时填写', false]);
  fireEvent.click(saveButton());
  await waitFor(() => expect(sent[1]).toEqual({ a: '乙', b: '保存时填写', revision: 2 }));
});

it('a second save waits until the values of the first one have been loaded again', async () => {
  let revision = 1;
  let answer: () => void = () => undefined;
  const request = async ({ url }: { url: string }): Promise<unknown> => {
    if (url === '/settings/save') {
      revision += 1;
      return null;
    }
    if (revision > 1)
      await new Promise<void>((done) => {
        answer = done;
      });
    return { a: '乙', b: '', revision };
  };
  await renderAt(
    '/system/settings',
    fakeServices({ request: request as never }),
    <SystemFormBlock node={node} path={['root']} />,
  );
  await waitFor(() => expect(input('a').value).toBe('乙'));
  type('a', '丙');
  fireEvent.click(saveButton());
  await screen.findByText('已保存');
  type('b', '丁');
  await waitFor(() => expect(saveButton().disabled).toBe(false));
  expect(saveButton().className).toContain('loading');
  await act(async () => answer());
  await waitFor(() => expect(saveButton().className).not.toContain('loading'));
});

it('is not saved while a file is uploaded', async () => {
  const { plugin, field: file, end } = uploadingWidget();
  const saved: unknown[] = [];
  const request = async ({ url, params }: { url: string; params?: Record<string, unknown> }): Promise<unknown> => {
    if (url !== '/settings') saved.push(params);
    return { a: '甲', b: '' };
  };
  await renderAt(
    '/system/settings',
    fakeServices({ request: request as never }),
    <SystemFormBlock node={{ ...(node as object), fields: [field('a'), file] } as never} path={['root']} />,
    situation,
    [plugin],
  );
  await waitFor(() => expect(input('a').value).toBe('甲'));
  type('a', '乙');
  fireEvent.click(screen.getByText('选择文件'));
  fireEvent.click(saveButton());
  await screen.findByText('附件正在上传，请在上传完成后再操作');
  expect(saved).toEqual([]);
  end();
  fireEvent.click(saveButton());
  await waitFor(() => expect(saved).toHaveLength(1));
});
