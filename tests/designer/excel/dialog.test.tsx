import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ExcelDialog } from '../../../src/designer/excel/ExcelDialog.tsx';
import { fakeServices, renderAt } from '../../screens/fakes.tsx';

async function open() {
  const saveDraft = vi.fn(async (_formKey: string, _formName: string, _definition: unknown) => undefined);
  const publish = vi.fn(async () => undefined);
  const onOpen = vi.fn();
  const services = {
    ...fakeServices({ forms: { saveDraft, publish } as never, request: async () => ({ isRequired: false }) }),
    menus: { all: async () => ({ entries: [], roles: [] }) },
    screens: { list: async () => [] },
  };
  await renderAt(
    '/forms',
    services as never,
    <ExcelDialog
      source="text"
      usedKeys={['liPinLingYongDan']}
      onClose={() => undefined}
      onOpen={onOpen}
      onCreated={() => undefined}
    />,
  );
  const dialog = await screen.findByRole('dialog', { name: '从 Word 或文字新建表单' });
  const type = (lines: string): void => {
    fireEvent.change(within(dialog).getByLabelText('字段，每行一个'), { target: { value: lines } });
    fireEvent.click(within(dialog).getByRole('button', { name: '识别字段' }));
  };
  return { dialog, type, saveDraft, publish, onOpen };
}

it('lines without a label say so, and become a form that is published as it was corrected once they have one', async () => {
  const { dialog, type, saveDraft, publish, onOpen } = await open();
  type('：\n______');
  await within(dialog).findByText('没有找到字段：请每行写一个字段名称');
  type('礼品领用单\n领用人（必填）：____\n礼品：茶叶/笔记本/雨伞\n数量');
  await within(dialog).findByText('识别到 3 个字段');
  expect(within(dialog).getByRole('checkbox', { name: '领用人必填' })).toHaveProperty('checked', true);
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '采用数量' }));
  const make = await within(dialog).findByRole('button', { name: '新建并发布（1 个表单）' });
  await waitFor(() => expect(make).toHaveProperty('disabled', false));
  fireEvent.click(make);
  await within(dialog).findByText('完成');
  const [formKey, formName, definition] = saveDraft.mock.calls[0] ?? [];
  expect([formKey, formName]).toEqual(['liPinLingYongDan_2', '礼品领用单']);
  expect(definition).toMatchObject({
    fields: [
      { label: '领用人', required: true },
      { label: '礼品', tag: 'el-select' },
    ],
  });
  expect((definition as { fields: unknown[] }).fields).toHaveLength(2);
  expect(publish).toHaveBeenCalledWith(formKey, '由 文字 建立');
  fireEvent.click(within(dialog).getByRole('button', { name: '打开设计' }));
  expect(onOpen).toHaveBeenCalledWith(formKey);
});
