import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { choose } from './operate.ts';
import { designerServices, showDesigner } from './realDesigner.tsx';

export const field = (tag: string, key: string, label: string, more: object = {}) => ({
  tag,
  __vModel__: key,
  label,
  flowEditable: '1',
  ...more,
});
export const DRAFT = {
  formKey: 'trial',
  formName: '试验',
  effects: [
    {
      on: 'finished',
      require: 'project.name != name && amount >= 0.0',
      message: '“${project.name}”与“${name}”不能相同',
    },
  ],
  reminders: [
    {
      key: 'due',
      field: 'endDate',
      offset: '-30d',
      when: 'amount > 5',
      to: ['field:owner', 'role:admin'],
      text: '${name}到期',
      repeat: '7d',
    },
  ],
  actions: [
    { key: 'close', label: '关闭', at: ['row', 'page'], effects: [{ set: 'project', fields: { name: "'已关闭'" } }] },
  ],
  fields: [
    field('el-input', 'name', '名称'),
    field('el-input-number', 'amount', '金额'),
    field('el-date-picker', 'endDate', '截止日期', { type: 'date', format: 'YYYY-MM-DD' }),
    field('userSelector', 'owner', '负责人'),
    field('recordSelector', 'project', '项目', { to: 'other' }),
    { tag: 'subTable', __vModel__: 'items', label: '设备', children: [field('el-input', 'device', '设备名称')] },
  ],
};

/** Opens the rules of a form in the designer; the result saves its draft and answers with what was saved. */
export async function open(draft: object = DRAFT, more: Readonly<Record<string, object>> = {}) {
  const save = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }));
  showDesigner(
    '/m?form=trial&view=rules',
    designerServices(draft, save, more),
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
  );
  await screen.findByRole('region', { name: '规则' });
  return async (): Promise<Record<string, unknown>> => {
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(save).toHaveBeenCalled());
    return JSON.parse(save.mock.calls.at(-1)?.[2] as string) as Record<string, unknown>;
  };
}
export const section = (name: string): HTMLElement => screen.getByRole('region', { name });
export const sentences = (name: string): (string | null)[] =>
  [...section(name).querySelectorAll('.ds-rule-words')].map(({ textContent }) => textContent);
export const take = (at: HTMLElement, name: string, text: string): Promise<void> =>
  choose(within(at).getByRole('combobox', { name }).closest('.ant-select') as HTMLElement, (one) => one === text);
