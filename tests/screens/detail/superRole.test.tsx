import { fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { App, ConfigProvider } from 'antd';
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
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

async function open(roles: string[], save = vi.fn()) {
  const services = fakeServices({
    forms: { definition: async () => FORM, flowConfig: async () => null },
    records: {
      get: async () =>
        aRecord(
          'r1',
          { name: '甲', keeper: 'u2', keeperLabel: '李四', fixed: 'u3', fixedLabel: '王五' },
          { flwState: '3', createBy: 'u9' },
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
            <DetailBlock node={{ tag: 'detail' }} path={['root']} />
          </RuntimeProvider>
        </App>
      </ConfigProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(document.querySelector('[data-field="keeper"]')).not.toBeNull());
}
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
