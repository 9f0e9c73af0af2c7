import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PanelProvider } from '../../../src/designer/canvas/properties/panelContext.tsx';
import type { EditorProps } from '../../../src/designer/canvas/properties/editors/basicEditors.tsx';
import { ConditionsEditor } from '../../../src/designer/canvas/properties/editors/ConditionsEditor.tsx';
import { fakeServices, renderAt } from '../../screens/fakes.tsx';

const property = { key: 'fixedQuery', schema: { 'x-refers': { to: 'conditions', of: 'formKey' } } };

async function show(start: object) {
  let current: unknown = start;
  const Shown = () => {
    const [value, setValue] = useState<unknown>(start);
    const onChange = (next: unknown): void => {
      current = next;
      setValue(next);
    };
    return (
      <PanelProvider value={{ node: { tag: 'video', from: { formKey: 'seal' } } } as never}>
        <ConditionsEditor {...({ id: 'fixed', property, value, onChange } as unknown as EditorProps)} />
      </PanelProvider>
    );
  };
  await renderAt('/x', fakeServices({}), <Shown />);
  return () => current;
}
const boxes = (): HTMLElement[] => screen.getAllByRole('combobox', { name: '值' });
const type = (index: number, text: string): void => {
  const box = boxes()[index] as HTMLElement;
  fireEvent.change(box, { target: { value: text } });
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 });
};
const pick = async (index: number, label: string): Promise<void> => {
  fireEvent.mouseDown(boxes()[index] as HTMLElement);
  await waitFor(() => expect(screen.getAllByTitle(label).length).toBeGreaterThan(0));
  fireEvent.click(screen.getAllByTitle(label).at(-1) as HTMLElement);
};

it('several values stay a list and numbers stay numbers; a word replaces them; a missing field is marked', async () => {
  const value = await show({ name: ['甲', 3], gone: '1' });
  await screen.findByTitle('gone（找不到）');
  type(0, '乙');
  expect(value()).toEqual({ name: ['甲', 3, '乙'], gone: '1' });
  await pick(0, '已填写');
  expect(value()).toEqual({ name: '${notEmpty}', gone: '1' });
  fireEvent.click(screen.getByRole('button', { name: /添加条件/ }));
  expect(Object.keys(value() as object)).toHaveLength(3);
});

it('a column of every record is known under the name that lists give it', async () => {
  await show({ updateBy: '${curentUser}', createByName: '张三' });
  await screen.findByTitle('修改人');
  expect(screen.getByTitle('createByName')).toBeTruthy();
  expect(screen.queryByTitle(/找不到/)).toBeNull();
});

it('a date is offered periods under the names that people use', async () => {
  const value = await show({ createTime: '' });
  await pick(0, '本月');
  expect(value()).toEqual({ createTime: '${thisMonth}' });
});
