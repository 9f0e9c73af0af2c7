import { App } from 'antd';
import { MemoryRouter } from 'react-router-dom';
import { FormManagerBlock } from '../../../../src/designer/forms/FormManagerBlock.tsx';
import { RuntimeProvider } from '../../../../src/runtime/Provider.tsx';
import type { Services } from '../../../../src/runtime/services/services.ts';
import { registry } from '../formSetup.tsx';
import { find, frame, mountAndSettle } from '../mount.tsx';

/** As an administrator's form has them: text, numbers, days and choices, two in a row. */
const fieldsOf = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_v, index) => ({
    ...[
      { tag: 'el-input' },
      { tag: 'el-input-number', precision: 2 },
      { tag: 'el-date-picker', type: 'date', format: 'YYYY-MM-DD' },
      { tag: 'el-select', __slot__: { options: [{ label: '一', value: '1' }] } },
    ][index % 4],
    __vModel__: `field${index}`,
    label: `字段${index}`,
    span: 12,
    isList: index < 6 ? '1' : '0',
  }));

const services = (count: number): Services =>
  ({
    dictionary: () => Promise.resolve([]),
    dictionaries: () => Promise.resolve([]),
    flows: { list: async () => [], holders: async () => ({ roles: [], posts: [] }) },
    screens: { list: async () => [] },
    // nobody else is here, nobody comments, and no guide opens
    system: { postInBackground: async () => [] },
    request: () => new Promise(() => undefined),
    drafts: { list: async () => [], save: async () => ({ revision: 1, time: 0 }), remove: async () => undefined },
    forms: {
      list: async () => [{ key: 'bench', name: '测试', version: 0, updateTime: '', hasDraft: true, revision: 1 }],
      draft: async () => ({ formKey: 'bench', formName: '测试', fields: fieldsOf(count) }),
      definition: async () => null,
      flowConfig: async () => null,
    },
  }) as unknown as Services;

const situation = {
  user: { id: 'u1', name: '管理员', roles: ['admin'] },
  taskNode: '',
  todo: '0',
  isEdit: '0',
  flowState: '',
  recordId: null,
  superRole: true,
  query: {},
  nodeRules: null,
} as const;

/** The frame that shows the last change has been painted: a message that is posted before a frame is painted comes behind it. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(null);
    });
  });

/** Opens the form in the designer and chooses a field near the top: what is added then stands before all others. */
async function open(count: number): Promise<void> {
  await mountAndSettle(
    <MemoryRouter initialEntries={['/m?form=bench']}>
      <App>
        <RuntimeProvider registry={registry} services={services(count)} situation={situation}>
          <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />
        </RuntimeProvider>
      </App>
    </MemoryRouter>,
  );
  for (let turn = 0; turn < 600 && document.querySelector('[data-node-path="fields.2"]') === null; turn += 1)
    await frame();
  find<HTMLElement>('[data-node-path="fields.2"]').click();
  await frame();
  window.painted = painted;
  window.turn = async () => {
    find<HTMLElement>('[data-palette-item="el-input"]').click();
    await painted();
  };
}

export const cases = {
  'designer-50': () => open(50),
  'designer-200': () => open(200),
  'designer-500': () => open(500),
};
