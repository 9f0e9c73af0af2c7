import type { ReactNode } from 'react';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useFiles } from '../../src/widgets/el-upload/useFiles.ts';
import { useUploads } from '../../src/widgets/el-upload/useUploads.ts';
import { Around, fakeServices, mountEdit, settle } from './support.tsx';

test('a file above the limit of the server is not sent, and the limit is said (DU-003, FL-011)', async () => {
  const upload = vi.fn(async ({ name }: File) => ({ id: name, fileName: name, fileExt: 'txt', url: '/x' }));
  const files = { upload, limit: 2 * 1024 ** 2, byIds: async () => [], open: async () => undefined };
  const node = { tag: 'el-upload' as const, __vModel__: 'x', label: '附件', fileSize: 100 };
  await mountEdit(node, '', {}, fakeServices({ files }));
  const picked = [3 * 1024 ** 2, 10].map((size) => new File([new Uint8Array(size)], `${size}.txt`));
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: picked } });
  await settle();
  expect(await screen.findByText('“3145728.txt”过大，上传文件大小不能超过 2 MB')).toBeDefined();
  expect(upload.mock.calls.map(([sent]) => sent.name)).toEqual(['10.txt']);
});

test('a failed request of files belongs to their ids: other files are requested and shown', async () => {
  const plain = fakeServices();
  const services = fakeServices({
    files: {
      ...plain.files,
      byIds: async (ids) => {
        if (ids.includes('lost')) throw new Error('断开');
        return ids.map((id) => ({ id, fileName: id, fileExt: '', url: `/${id}` }));
      },
    },
  });
  const { result, rerender } = renderHook(({ ids }) => useFiles(ids), {
    initialProps: { ids: ['lost'] },
    wrapper: ({ children }) => <Around services={services}>{children}</Around>,
  });
  await waitFor(() => expect(result.current).toMatchObject({ status: 'error', message: '断开' }));
  rerender({ ids: ['kept'] });
  await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', files: [{ fileName: 'kept' }] }));
  rerender({ ids: ['lost'] });
  expect(result.current.status).toBe('error');
});

test('the uploads of a cell that is edited again are shown when its first editor closes later', async () => {
  const services = fakeServices();
  services.files = { ...services.files, upload: () => new Promise(() => undefined) };
  const wrapper = ({ children }: { children: ReactNode }) => <Around services={services}>{children}</Around>;
  const show = () => renderHook(() => useUploads(() => undefined, 'cell'), { wrapper });
  const first = show();
  act(() => first.result.current.add([new File(['a'], 'a.pdf')]));
  const second = show();
  expect(second.result.current.items.map(({ name }) => name)).toEqual(['a.pdf']);
  first.unmount();
  act(() => second.result.current.add([new File(['b'], 'b.pdf')]));
  expect(second.result.current.items.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});
