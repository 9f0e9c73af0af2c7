import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AttachmentsNode } from '../../../src/grammar/nodes.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import type { Attachment } from '../../../src/runtime/services/files.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { AttachmentsBlock } from '../../../src/screens/attachments/AttachmentsBlock.tsx';
import { MailFiles } from '../../../src/screens/mail/MailFiles.tsx';
import { RecordPageContext, type PageRecord } from '../../../src/runtime/contexts.ts';
import { TabCount } from '../../../src/widgets/tabs/TabCount.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

/** Keeps what is hung on objects, as the server does. */
function bench(may: { add: boolean; remove?: boolean } = { add: true }) {
  const calls: string[] = [];
  const held: Attachment[] = [];
  const services = {
    ...fakeServices({}),
    files: {
      upload: async (file: File) => {
        if (file.name.endsWith('.exe')) throw new ServiceError('FILE_TYPE', '文件格式不正确');
        return { id: file.name, fileName: file.name, fileExt: 'jpg', url: '', size: file.size, message: '上传成功' };
      },
    },
    attachments: {
      list: async (busId: string, busType: string) => {
        calls.push(`list ${busType} ${busId}`);
        return [...held];
      },
      mayAdd: async () => may.add,
      add: async (busId: string, busType: string, ids: string[]) => {
        calls.push(`add ${busType} ${busId}`);
        held.push(
          ...ids.map((id) => ({
            id,
            fileName: id,
            fileExt: 'jpg',
            url: '',
            size: 1,
            busiAttId: `link-${id}`,
            createByName: '张三',
            ...(may.remove === undefined ? {} : { mayRemove: may.remove }),
          })),
        );
      },
      remove: async (id: string) => {
        calls.push(`remove ${id}`);
        held.splice(0);
      },
    },
  } as unknown as Services;
  return { services, calls };
}

const show = (at: string, services: Services, node: Partial<AttachmentsNode> = {}) =>
  renderAt(at, services, <AttachmentsBlock node={{ tag: 'attachments', ...node }} path={[]} />);
const button = (name: string): HTMLElement | null => document.querySelector(`[data-action="${name}"]`);
const pick = (...names: string[]): void => {
  fireEvent.change(screen.getByLabelText('选择文件'), {
    target: { files: names.map((name) => new File(['x'], name)) },
  });
};

test('each picked file goes up and hangs on the object that the address names; one that is refused does not stop the next (FR-013, ER-018)', async () => {
  const { services, calls } = bench();
  await show('/commonUpload?busId=b1&busType=scrapDevice', services);
  await screen.findByText('还没有附件');
  pick('坏.exe', '现场.jpg');
  await screen.findByText('坏.exe：文件格式不正确');
  await screen.findByText('上传成功');
  await screen.findByText('现场.jpg');
  expect(calls).toEqual(['list scrapDevice b1', 'add scrapDevice b1', 'list scrapDevice b1']);
});

test('the document’s kind of object wins over the address, and 完成 leads on once something is there (FR-010, FR-011)', async () => {
  const { services, calls } = bench();
  await show('/acceptCode?id=b1&busType=other', services, { busType: 'scrapDevice:acceptance', doneTo: '/submit' });
  await screen.findByText('还没有附件');
  expect(button('done')).toBeNull();
  pick('验收单.pdf');
  await screen.findByText('验收单.pdf');
  fireEvent.click(button('done') as HTMLElement);
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/submit'));
  expect(calls[0]).toBe('list scrapDevice:acceptance b1');
});

test('a file goes only after a yes', async () => {
  const { services, calls } = bench();
  await show('/commonUpload?busId=b1&busType=x', services);
  await screen.findByText('还没有附件');
  pick('a.jpg');
  fireEvent.click(await screen.findByLabelText('移除a.jpg'));
  expect(calls.some((call) => call.startsWith('remove'))).toBe(false);
  await screen.findByText('移除“a.jpg”吗？');
  fireEvent.click(button('confirm-remove') as HTMLElement);
  await screen.findByText('还没有附件');
  expect(calls).toContain('remove link-a.jpg');
});

test('a reader gets neither upload nor removal, and an address without an object says what is missing', async () => {
  const { services } = bench();
  await show('/x?busId=b1&busType=x', services, { readonly: true });
  await screen.findByText('还没有附件');
  expect(screen.queryByText('拍照或选择文件')).toBeNull();
  document.body.replaceChildren();
  await show('/x', services);
  await screen.findByText('地址中缺少业务编号或业务类型');
});

test('the number on the tab of a record page follows what is added and removed', async () => {
  const { services } = bench();
  const page = { formKey: 'device', record: { id: 'b1' } } as unknown as PageRecord;
  await renderAt(
    '/x',
    services,
    <RecordPageContext value={page}>
      <output data-testid="tab">
        <TabCount countSource="attachments" />
      </output>
      <AttachmentsBlock node={{ tag: 'attachments' }} path={[]} />
    </RecordPageContext>,
  );
  const shown = (): string | null => screen.getByTestId('tab').textContent;
  await screen.findByText('还没有附件');
  await waitFor(() => expect(shown()).toBe('0'));
  pick('a.jpg');
  await waitFor(() => expect(shown()).toBe('1'));
  fireEvent.click(await screen.findByLabelText('移除a.jpg'));
  fireEvent.click(button('confirm-remove') as HTMLElement);
  await waitFor(() => expect(shown()).toBe('0'));
});

test('who may not add or remove files gets no controls, and nothing goes up when the right is gone meanwhile', async () => {
  const may = { add: false, remove: false };
  const { services, calls } = bench(may);
  await services.attachments.add('b1', 'seal', ['回执.jpg']);
  const { unmount } = await show('/x?busId=b1&busType=seal', services);
  await screen.findByText('回执.jpg');
  expect([button('pick-files'), button('remove-file')]).toEqual([null, null]);
  unmount();
  may.add = true;
  await show('/x?busId=b1&busType=seal', services);
  await screen.findByLabelText('选择文件');
  may.add = false;
  pick('现场.jpg');
  await screen.findByText('您没有添加附件的权限，文件没有上传');
  expect(calls.filter((call) => call.startsWith('add'))).toHaveLength(1);
});

test('an office document opens in the preview page from the list of attachments and from a mail (FE-001)', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const file = { id: 'd1', fileName: '合同.docx', fileExt: 'docx', url: '/d1', size: 1 };
  const list = async () => [{ ...file, busiAttId: 'link', createByName: '张三' }];
  const services = { ...fakeServices({}), files: {}, attachments: { list } } as unknown as Services;
  const page = await renderAt(
    '/d?busId=b&busType=t',
    services,
    <>
      <AttachmentsBlock node={{ tag: 'attachments', readonly: true }} path={[]} />
      <MailFiles files={[file]} />
    </>,
  );
  await waitFor(() => expect(page.getAllByRole('button', { name: '下载 合同.docx' })).toHaveLength(2));
  for (const name of page.getAllByText('合同.docx')) fireEvent.click(name);
  expect(opened.mock.calls.map(([address]) => String(address).includes('/taskCenter/commonOffice?'))).toEqual([
    true,
    true,
  ]);
  opened.mockRestore();
});
