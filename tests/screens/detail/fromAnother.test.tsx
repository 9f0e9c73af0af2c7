import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Plugin } from '../../../src/kernel/registry.ts';
import type { EditProps, Faces } from '../../../src/runtime/node/faces.ts';
import { RecordCreation } from '../../../src/screens/navigation/RecordCreation.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { FORM, fakeServices, renderAt, situation } from '../fakes.tsx';
import { button, detail, input, stored, type } from './detailPage.tsx';

beforeEach(() => localStorage.clear());

it('a record that is made from another one begins with what the server takes from that one', async () => {
  const prefill = vi.fn<Services['records']['prefill']>(async () => ({
    relation: 'reason',
    values: { name: '云帆大厦检测报价', reason: 'c1' },
    rows: {},
  }));
  await renderAt(
    '/d?formKey=seal&isEdit=1&from=contract&fromId=c1&fromRule=0',
    fakeServices({ records: { prefill } }),
    detail,
  );
  await waitFor(() => expect(input('name').value).toBe('云帆大厦检测报价'));
  expect(prefill).toHaveBeenCalledWith('seal', { from: 'contract', id: 'c1', index: 0 });
  // the record that it was made from is not chosen again
  expect(input('reason')).toBeNull();
});

it('a new record is loaded again when its address says another one that it is made from', async () => {
  const prefill = vi.fn<Services['records']['prefill']>(async (_key, { id }) => ({
    relation: 'reason',
    values: { name: `合同${id}`, reason: id },
    rows: {},
  }));
  const address = (id: string): string => `/d?formKey=seal&isEdit=1&from=contract&fromId=${id}&fromRule=0`;
  await renderAt(
    address('A'),
    fakeServices({ records: { prefill } }),
    <>
      {detail}
      <Link to={address('B')}>另一份</Link>
    </>,
  );
  await waitFor(() => expect(input('name').value).toBe('合同A'));
  fireEvent.click(screen.getByText('另一份'));
  await waitFor(() => expect(input('name').value).toBe('合同B'));
});

/** A field that creates a record in place, as a relation does. */
const creating: Plugin<Faces> = {
  name: 'creating',
  install({ registerWidget }) {
    const Edit = ({ value, onChange }: EditProps) => {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            新建{String(value ?? '')}
          </button>
          {isOpen ? (
            <RecordCreation
              formKey="seal"
              formName="用印申请"
              presets={{ name: '新客户' }}
              onClose={() => setOpen(false)}
              onCreated={({ id, title }) => {
                setOpen(false);
                onChange(id, title);
              }}
            />
          ) : null}
        </>
      );
    };
    registerWidget({
      definition: { tag: 'recordSelector', kind: 'field', valueType: 'string', hasCompanion: true },
      faces: { edit: Edit as Faces['edit'], view: Edit as unknown as Faces['view'], isEager: true },
    });
  },
};

it('a record that a field creates in place has a form of its own, and goes to the field when it is stored', async () => {
  const save = vi.fn(stored);
  const relation = { tag: 'recordSelector', __vModel__: 'customer', label: '客户', to: 'seal', flowEditable: '1' };
  const order = { ...FORM, formKey: 'order', formName: '订单', fields: [...FORM.fields, relation] };
  const definition = async (formKey: string) => (formKey === 'order' ? order : FORM);
  const services = fakeServices({ forms: { definition: definition as never }, records: { save } });
  await renderAt('/d?formKey=order&isEdit=1', services, detail, situation, [creating]);
  await waitFor(() => expect(input('name')).not.toBeNull());
  type('name', '订单一');
  fireEvent.click(screen.getByRole('button', { name: '新建' }));
  const dialog = await screen.findByRole('dialog');
  const inner = (key: string) => dialog.querySelector(`[data-field="${key}"] input`) as HTMLInputElement;
  // its fields are shown, begin with what was searched, and are not those of the form around it
  await waitFor(() => expect(inner('name')?.value).toBe('新客户'));
  fireEvent.change(inner('reason'), { target: { value: '首次合作' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }));
  await waitFor(() => expect(screen.queryByText('新建r1')).not.toBeNull());
  expect(save.mock.calls.map(([formKey, { fieldsMap }]) => [formKey, fieldsMap])).toEqual([
    ['seal', { name: '新客户', reason: '首次合作' }],
  ]);
  expect(input('name').value).toBe('订单一');
  expect(button('save').disabled).toBe(false);
});
