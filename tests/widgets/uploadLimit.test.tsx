import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, mountEdit, settle } from './support.tsx';

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
