import { fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { App, ConfigProvider } from 'antd';
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import type { DetailNode } from '../../../src/grammar/nodes.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import { DetailBlock } from '../../../src/screens/detail/DetailBlock.tsx';
import { builtinsPlugin } from '../../../src/widgets/builtins.ts';
import { aRecord, fakeServices, situation } from '../fakes.tsx';

const FORM = {
  formKey: 'seal',
  formName: '用印申请',
  flowKey: 'f',
  fields: [
    { tag: 'el-input', __vModel__: 'name', flowEditable: '1', label: '名称' },
    { tag: 'userSelector', __vModel__: 'keeper', flowEditable: '1', label: '保管人' },
    { tag: 'userSelector', __vModel__: 'fixed', flowEditable: '1', label: '登记人', readonly: true },
  ],
};

async function open(
  roles: string[],
  save = vi.fn(),
  { form = FORM, flwState = '3', children }: { form?: typeof FORM; flwState?: '3' | '4'; children?: object[] } = {},
) {
  const services = fakeServices({
    forms: { definition: async () => form, flowConfig: async () => null },
    records: {
      get: async () =>
        aRecord(
          'r1',
          { name: '甲', keeper: 'u2', keeperLabel: '李四', fixed: 'u3', fixedLabel: '王五' },
          { flwState, createBy: 'u9' },
        ),
      save,
    },
  });
  render(
    <MemoryRouter initialEntries={['/d?formKey=seal&id=r1']}>
      <ConfigProvider>
        <App>
          <RuntimeProvider
            registry={createRegistry<Faces>([builtinsPlugin])}
            services={services}
            situation={{ ...situation, user: { ...situation.user, roles } }}
          >
            <DetailBlock node={{ tag: 'detail', ...(children ? { children } : {}) } as DetailNode} path={['root']} />
          </RuntimeProvider>
        </App>
      </ConfigProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(document.querySelector('[data-field="keeper"]')).not.toBeNull());
}
const shown = (selector: string): boolean => document.querySelector(selector) !== null;
const modes = (): (string | undefined)[] =>
  ['name', 'keeper', 'fixed'].map((key) => document.querySelector<HTMLElement>(`[data-field="${key}"]`)?.dataset.mode);

test('a finished record is read-only to everyone else', async () => {
  await open(['staff']);
  expect(modes()).toEqual(['view', 'view', 'view']);
  expect(document.querySelector('[data-action="save"]')).toBeNull();
});

test('the super role keeps its selectors, with a button to save and none to submit (ED-005)', async () => {
  const save = vi.fn(async (_key: string, record: FormRecord) => ({ ...record, revision: 2 }));
  await open(['staff', 'superRole'], save);
  expect(modes()).toEqual(['view', 'edit', 'view']);
  expect(document.querySelector('[data-action="submit"]')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: '清空' }));
  fireEvent.click(document.querySelector('[data-action="save"]') as Element);
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(save.mock.calls[0]?.[1].fieldsMap).toMatchObject({ name: '甲', keeper: '' });
});

test.each([
  [
    'without a selector that is open',
    { form: { ...FORM, fields: FORM.fields.map((field) => ({ ...field, readonly: true })) } },
  ],
  ['that is voided', { flwState: '4' as const }],
])('a record %s is only read by the super role, too (ED-005)', async (_what, given) => {
  await open(['staff', 'superRole'], vi.fn(), given);
  expect(modes()).toEqual(['view', 'view', 'view']);
  expect(shown('[data-action="save"]')).toBe(false);
});

test('the page of a record is whole for the super role: its blocks stay below the open selectors', async () => {
  await open(['staff', 'superRole'], vi.fn(), { children: [{ tag: 'text', text: '概况' }] });
  expect(modes()).toEqual(['view', 'edit', 'view']);
  expect(shown('.sc-record-page')).toBe(true);
});
