import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SystemListNode } from '../../../src/grammar/nodes.ts';
import { bytesText } from '../../../src/screens/systemList/SystemCell.tsx';
import { SystemListBlock } from '../../../src/screens/systemList/SystemListBlock.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

afterEach(() => localStorage.clear());

const node: SystemListNode = {
  tag: 'systemList',
  title: '文件',
  url: '/files/page',
  permission: '*',
  columns: [
    { key: 'fileName', title: '文件名', sortable: true },
    { key: 'size', title: '大小', kind: 'size' },
    { key: 'hash', title: '校验码', hidden: true },
  ],
};

async function shown(address: string, of: SystemListNode = node) {
  const asked: unknown[] = [];
  const services = Object.assign(fakeServices({}), {
    request: async ({ params }: { params: { data: unknown } }) => {
      asked.push(params.data);
      return { data: [{ id: 'a', fileName: '合同.pdf', size: 1024, hash: 'ab12' }], page: { total: 1 } };
    },
  });
  await renderAt(address, services, <SystemListBlock node={of} path={['root']} />);
  await screen.findByText('合同.pdf');
  return asked;
}
const heads = (): string[] =>
  [...document.querySelectorAll('thead th')].map((one) => one.textContent.trim()).filter((text) => text !== '');

describe('a list of system data', () => {
  it('asks its call for the order that a person clicked, and keeps it in the address', async () => {
    const asked = await shown('/files');
    expect(asked.at(-1)).toEqual({});
    fireEvent.click(document.querySelector('thead th.ant-table-column-has-sorters') as Element);
    await waitFor(() => expect(asked.at(-1)).toEqual({ sort: { field: 'fileName', order: 'asc' } }));
    expect(screen.getByTestId('address').textContent).toContain('sort=fileName.asc');
    expect(document.querySelectorAll('thead th.ant-table-column-has-sorters')).toHaveLength(1);
  });

  it('asks for no order that is none of its columns to sort by', async () => {
    expect((await shown('/files?sort=size.asc')).at(-1)).toEqual({});
  });

  it('keeps what it asks apart from another list of its page by its key', async () => {
    const asked = await shown('/files?page=3&sort=fileName.desc&mine.sort=fileName.asc', { ...node, key: 'mine' });
    expect(asked.at(-1)).toEqual({ sort: { field: 'fileName', order: 'asc' } });
    fireEvent.click(document.querySelector('thead th.ant-table-column-has-sorters') as Element);
    await waitFor(() => expect(asked.at(-1)).toEqual({ sort: { field: 'fileName', order: 'desc' } }));
    const address = screen.getByTestId('address').textContent;
    for (const part of ['page=3', '&sort=fileName.desc', 'mine.sort=fileName.desc']) expect(address).toContain(part);
  });

  it('shows the columns that a person chose, also next time', async () => {
    await shown('/files');
    expect(heads()).toEqual(['文件名', '大小']);
    fireEvent.click(screen.getByRole('button', { name: /列设置/ }));
    fireEvent.click(await screen.findByRole('checkbox', { name: '校验码' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '大小' }));
    await waitFor(() => expect(heads()).toEqual(['文件名', '校验码']));
    expect(JSON.parse(localStorage.getItem('columns:system:/files/page') ?? '{}')).toMatchObject({
      shown: { hash: true, size: false },
    });
  });
});

it('a size that is rounded up to 1024 is shown in the next unit', () => {
  expect([1023, 1024, 1024 ** 2 - 1, 1024 ** 2, 1024 ** 5 * 2].map(bytesText)).toEqual([
    '1023 B',
    '1.0 KB',
    '1.0 MB',
    '1.0 MB',
    '2048 TB',
  ]);
});
