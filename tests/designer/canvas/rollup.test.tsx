import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { choose } from './operate.ts';
import { designerServices, showDesigner } from './realDesigner.tsx';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const DRAFT = {
  formKey: 'trial',
  formName: '试验',
  fields: [
    { tag: 'el-input-number', __vModel__: 'total', label: '总数', flowEditable: '1' },
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '设备',
      children: [
        { tag: 'el-input', __vModel__: 'device', label: '设备名称', flowEditable: '1' },
        { tag: 'el-input-number', __vModel__: 'count', label: '数量', flowEditable: '1' },
      ],
    },
  ],
};
const OTHER = {
  formKey: 'other',
  formName: '项目',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', flowEditable: '1' },
    { tag: 'recordSelector', __vModel__: 'about', label: '所属试验', to: 'trial', flowEditable: '1' },
    { tag: 'el-input-number', __vModel__: 'cost', label: '费用', flowEditable: '1' },
  ],
};

it('a value is kept from other records by choosing: which, by which relation, how, and of which field', async () => {
  const save = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
  const services = designerServices(DRAFT, save);
  services.forms.definition = (async () => OTHER) as typeof services.forms.definition;
  showDesigner('/m?form=trial', services, <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />);
  const saved = async (): Promise<unknown> => {
    const count = save.mock.calls.length;
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(save.mock.calls.length).toBe(count + 1));
    return (JSON.parse(save.mock.calls.at(-1)?.[2] as string) as { fields: { rollup?: unknown }[] }).fields[0]?.rollup;
  };
  await waitFor(() => expect(document.querySelector('[data-node-path="fields.0"]')).toBeTruthy());
  fireEvent.click(document.querySelector('[data-node-path="fields.0"]') as Element);
  const panel = await screen.findByRole('region', { name: '属性' });
  fireEvent.click(await within(panel).findByText('联动取数'));
  const editor = (await waitFor(() => {
    const found = panel.querySelector('[data-property="rollup"]');
    if (!found) throw new Error('no editor of roll-ups');
    return found;
  })) as HTMLElement;
  const take = (name: string, text: string): Promise<void> =>
    choose(within(editor).getByRole('combobox', { name }).closest('.ant-select') as HTMLElement, (one) => one === text);

  await take('汇总什么', '本表单：“设备”的每一行');
  await take('怎样算', '合计');
  const offered: string[] = [];
  const of = within(editor).getByRole('combobox', { name: '哪个字段' }).closest('.ant-select') as HTMLElement;
  await choose(of, (one) => offered.push(one) > 0 && one === '数量');
  // texts cannot be summed up, nor the field itself
  expect(new Set(offered)).toEqual(new Set(['数量']));
  expect(await saved()).toEqual({ from: 'items', fn: 'sum', of: 'count' });

  await take('汇总什么', '项目（other）');
  await within(editor).findByRole('combobox', { name: '指向本记录的关联' });
  await waitFor(() => take('指向本记录的关联', '所属试验'));
  await take('哪个字段', '费用');
  expect(await saved()).toEqual({ from: 'other', fn: 'sum', via: 'about', of: 'cost' });
  await take('怎样算', '条数');
  expect(await saved()).toEqual({ from: 'other', fn: 'count', via: 'about' });
  expect(within(editor).queryByRole('combobox', { name: '哪个字段' })).toBeNull();
});
