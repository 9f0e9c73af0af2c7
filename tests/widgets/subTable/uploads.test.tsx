import { act, fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { NAME, press, rowsOf, show, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const arrive: Record<string, () => Promise<void>> = {};
const open = (): Promise<Shown> =>
  show({
    rows: rowsOf(2),
    columns: [NAME, { tag: 'el-upload', __vModel__: 'file', label: '附件' }],
    services: {
      files: {
        upload: ({ name }: File) =>
          new Promise((resolve) => {
            arrive[name] = async () => {
              await act(async () => resolve({ id: `id-${name}`, fileName: name, fileExt: 'pdf', url: '/x' }));
              await settle(200);
            };
          }),
        byIds: async () => [],
        open: async () => undefined,
      } as never,
    },
  });
const pick = async (table: Shown, name: string): Promise<void> => {
  const input = table.root.querySelector<HTMLInputElement>('.st-editor input[type="file"]') as HTMLInputElement;
  await act(async () => {
    fireEvent.change(input, { target: { files: [new File(['x'], name, { type: 'application/pdf' })] } });
  });
};

test('an upload that arrives after its cell was opened again joins the files added since', async () => {
  const table = await open();
  await table.click(table.cell(1, 'file'));
  await pick(table, 'a.pdf');
  await table.edit(0, 'name');
  await table.click(table.cell(1, 'file'));
  expect(table.cell(1, 'file').querySelector('.sf-file-pending')?.textContent).toContain('a.pdf');
  await pick(table, 'b.pdf');
  await arrive['b.pdf']();
  await arrive['a.pdf']();
  expect(table.rows()[1].fieldsMap.file).toBe('id-a.pdf,id-b.pdf');
});

test('an upload that arrives after its cell was left keeps what was done to the cell since', async () => {
  const table = await open();
  await table.click(table.cell(1, 'file'));
  await pick(table, 'a.pdf');
  await arrive['a.pdf']();
  await pick(table, 'b.pdf');
  const input = await table.edit(0, 'name');
  await press(input, 'Escape');
  await press(table.keys(), 'z', { ctrlKey: true });
  expect(table.rows()[1].fieldsMap.file ?? '').toBe('');
  await arrive['b.pdf']();
  expect(table.rows()[1].fieldsMap.file).toBe('id-b.pdf');
});
