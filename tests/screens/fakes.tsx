import { act, render } from '@testing-library/react';
import { vi } from 'vitest';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { FormRecord } from '../../src/grammar/documents.ts';
import { createRegistry, type Plugin } from '../../src/kernel/registry.ts';
import type { Situation } from '../../src/rules/situation.ts';
import type { EditProps, Faces, ViewProps } from '../../src/runtime/node/faces.ts';
import { RuntimeProvider } from '../../src/runtime/Provider.tsx';
import type { DrillDownPage } from '../../src/runtime/services/datasets.ts';
import type { Services } from '../../src/runtime/services/services.ts';
import { ServiceError } from '../../src/runtime/services/serviceError.ts';
import type { Task } from '../../src/runtime/services/tasks.ts';

// A first render of antd takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Just enough vocabulary for the screens to be exercised without the real widgets. */
export const fakeWidgets: Plugin<Faces> = {
  name: 'fakes',
  install({ registerWidget }) {
    registerWidget({
      definition: { tag: 'el-input', kind: 'field', valueType: 'string' },
      faces: {
        edit: (({ id, value, onChange, onBlur, disabled }: EditProps) => (
          <input
            id={id}
            value={text(value)}
            disabled={disabled}
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value)}
          />
        )) as Faces['edit'],
        view: (({ value }: ViewProps) => <span>{text(value)}</span>) as Faces['view'],
        isEager: true,
      },
    });
  },
};

export const FORM = {
  formKey: 'seal',
  formName: '用印申请',
  fields: [
    {
      tag: 'el-input',
      __vModel__: 'name',
      flowEditable: '1',
      label: '名称',
      required: true,
      isList: '1',
      isSearch: '1',
    },
    { tag: 'el-input', __vModel__: 'reason', flowEditable: '1', label: '事由', isList: '1' },
  ],
};

export const situation: Situation = {
  user: { id: 'u1', name: '张三', roles: ['staff'] },
  taskNode: '',
  todo: '0',
  isEdit: '0',
  flowState: '',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
};

export const aRecord = (
  id: string,
  fieldsMap: Record<string, unknown>,
  extra: Partial<FormRecord> = {},
): FormRecord => ({
  id,
  formKey: 'seal',
  version: 1,
  revision: 1,
  flwState: '0',
  createBy: 'u1',
  createByName: '张三',
  createTime: '2026-01-02 03:04:05',
  fieldsMap,
  childTables: {},
  ...extra,
});

export const aTask = (extra: Partial<Task> = {}): Task => ({
  taskId: 't1',
  formKey: 'seal',
  formName: '用印申请',
  recordId: 'r1',
  title: '张三的用印申请',
  taskNode: '部门负责人审核',
  startUserName: '张三',
  startTime: '2026-01-02 03:04:05',
  flwState: '1',
  ...extra,
});

export const lost = (): ServiceError => new ServiceError('NETWORK', '无法连接服务器，请检查网络后重试');

/**
 * Executes each idempotency key once, as the server does, and loses its answer to the first requests (`losses`):
 * `after` the request was executed, or `before` it arrived.
 */
export function onceServer<Answer>(answer: Answer, losses: ('before' | 'after')[]) {
  const textOfKey = new Map<string, string>();
  const executed: unknown[] = [];
  return {
    executed,
    post: async (content: unknown, key: string): Promise<Answer> => {
      const loss = losses.shift();
      if (loss === 'before') throw lost();
      const text = JSON.stringify(content);
      if (!textOfKey.has(key)) {
        textOfKey.set(key, text);
        executed.push(content);
      }
      if (textOfKey.get(key) !== text) throw new ServiceError('REQUEST_INVALID', '请求参数有误', { isDone: true });
      if (loss === 'after') throw lost();
      return answer;
    },
  };
}

const refused = (name: string) => (): never => {
  throw new Error(`the test gave no ${name}`);
};

interface Given {
  forms?: Partial<Services['forms']>;
  screens?: Partial<Services['screens']>;
  records?: Partial<Services['records']>;
  tasks?: Partial<Services['tasks']>;
  session?: Partial<Services['session']>;
  drafts?: Partial<Services['drafts']>;
  phrases?: Partial<Services['phrases']>;
  listImports?: Partial<Services['listImports']>;
  listViews?: Partial<Services['listViews']>;
  files?: object;
  request?: Services['request'];
  mail?: Partial<Services['mail']>;
}

/** Services of which a test gives what it uses; any other call fails the test by name. */
export function fakeServices(given: Given): Services {
  const area = (name: string, own: object = {}): object =>
    new Proxy(own, {
      get: (target, key) => (target as Record<PropertyKey, unknown>)[key] ?? refused(`${name}.${String(key)}`),
    });
  return {
    address: (path: string) => `/api${path}`,
    dictionary: () => Promise.resolve([]),
    dictionaries: () => Promise.resolve([]),
    flows: area('flows', { list: async () => [], holders: async () => ({ roles: [], posts: [] }) }),
    request: given.request ?? refused('request'),
    users: area('users'),
    orgs: area('orgs'),
    files: area('files', given.files),
    screens: area('screens', given.screens),
    forms: area('forms', {
      definition: () => Promise.resolve(FORM),
      flowConfig: () => Promise.resolve(null),
      ...given.forms,
    }),
    drafts: area('drafts', {
      list: async () => [],
      save: async ({ revision }: { revision: number }) => ({ revision: revision + 1, time: Date.now() }),
      remove: async () => undefined,
      ...given.drafts,
    }),
    records: area('records', {
      actions: async () => ({ actions: [], createFrom: [] }),
      changes: async () => ({ since: null, changes: [], count: 0 }),
      ...given.records,
    }),
    listImports: area('listImports', given.listImports),
    tasks: area('tasks', {
      groups: () => Promise.resolve(null),
      pending: () => Promise.resolve([]),
      history: () => Promise.resolve([]),
      options: () => Promise.resolve(null),
      ...given.tasks,
    }),
    session: area('session', given.session),
    listViews: area('listViews', given.listViews),
    phrases: area('phrases', { list: async () => [], ...given.phrases }),
    mail: area('mail', given.mail),
    system: area('system', { postInBackground: async () => [] }),
  } as unknown as Services;
}

const Address = () => {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
};

/** Renders a block as a page at an address, and lets what loads at once settle. */
export async function renderAt(
  address: string,
  services: Services,
  children: ReactNode,
  as: Situation = situation,
  more: readonly Plugin<Faces>[] = [],
) {
  const registry = createRegistry<Faces>([fakeWidgets, ...more]);
  const view = render(
    <MemoryRouter initialEntries={[address]}>
      <ConfigProvider locale={zhCN}>
        <App>
          <RuntimeProvider registry={registry} services={services} situation={as}>
            {children}
            <Address />
          </RuntimeProvider>
        </App>
      </ConfigProvider>
    </MemoryRouter>,
  );
  await act(
    () =>
      new Promise((done) => {
        setTimeout(done, 0);
      }),
  );
  return view;
}

/** A page without records behind a number of the form `deal`. */
export const drillPage = (more: Partial<DrillDownPage> = {}): DrillDownPage => ({
  list: [],
  total: 0,
  formKey: 'deal',
  formName: '合同',
  columns: [],
  figure: null,
  mayExport: true,
  maySee: true,
  ...more,
});

/** Services with two people to choose from: u1 张三 and u2 李四. */
export const peopleServices = (given: Parameters<typeof fakeServices>[0]): Services => {
  const list = [
    { id: 'u1', showName: '张三', deptName: '', unitName: '' },
    { id: 'u2', showName: '李四', deptName: '', unitName: '' },
  ];
  return {
    ...fakeServices(given),
    users: { search: async () => ({ list, total: list.length }), byIds: async () => [] },
    orgs: { tree: async () => [], companies: async () => [] },
  } as unknown as Services;
};
