import { render } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { plugins } from '../../../src/app/plugins.ts';
import { createRegistry } from '../../../src/kernel/registry.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { situation } from '../../screens/fakes.tsx';

const registry = createRegistry(plugins);
const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const OTHER = {
  formKey: 'other',
  formName: '项目',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', flowEditable: '1' },
    { tag: 'el-input', __vModel__: 'code', label: '编号', flowEditable: '1' },
    {
      tag: 'subTable',
      __vModel__: 'lines',
      label: '明细',
      children: [{ tag: 'el-input', __vModel__: 'item', label: '材料', flowEditable: '1' }],
    },
  ],
};
const summary = (key: string, name: string) => ({
  key,
  name,
  version: 1,
  updateTime: '2026-01-01 00:00:00',
  hasDraft: false,
  revision: 1,
});

const never = (): Promise<never> => new Promise(() => undefined);

/** Calls that a test does not answer stay under way: what a block shows is not what is tested here. */
const waiting = (own: object): object =>
  new Proxy(own, {
    get: (target, key) => (target as Record<PropertyKey, unknown>)[key] ?? (key === 'then' ? undefined : never),
  });

/** One draft with the key `trial`, beside it a form, a process, a dictionary and a dataset to be named. `more`: calls of other areas. */
export function designerServices(
  draft: object,
  saveDraft: (...given: unknown[]) => Promise<unknown>,
  more: Readonly<Record<string, object>> = {},
): Services {
  const documents = (key: string) => ({
    list: async () => [{ ...summary(key, '试验'), version: 0, hasDraft: true }, summary('other', '项目')],
    draft: async () => draft,
    saveDraft,
    others: async () => [],
  });
  const areas: Record<string, object> = {
    ...more,
    forms: { ...documents('trial'), definition: async () => OTHER, flowConfig: async () => null },
    screens: documents('trial'),
    flows: {
      list: async () => [summary('approve', '审批')],
      holders: async () => ({ roles: [{ code: 'admin', name: '管理员' }], posts: [] }),
    },
    datasetDefs: { list: async () => [summary('figures', '合同额')] },
    datasets: {
      outline: async () => ({
        datasetKey: 'figures',
        name: '合同额',
        heads: [{ key: 'month', label: '月份' }],
        groups: ['month'],
        figures: [{ key: 'amount', label: '金额', isMeasure: true }],
        params: [{ tag: 'el-input', __vModel__: 'year', label: '年份' }],
      }),
    },
  };
  // an area is the same at each reading: blocks load again when it is another one
  const known = new Map<string, object>();
  const areaOf = (name: string): object => {
    const area = known.get(name) ?? waiting(areas[name] ?? {});
    known.set(name, area);
    return area;
  };
  return new Proxy(
    {
      dictionary: async () => [],
      dictionaries: async () => [{ typeCode: 'kind', typeName: '类别' }],
    } as unknown as Services,
    {
      get: (target, key) =>
        (Reflect.get(target, key) as unknown) ??
        (key === 'then' || key === 'serverEvents' ? undefined : areaOf(String(key))),
    },
  );
}

/** The designer with the product's own widgets. */
export const showDesigner = (address: string, given: Services, children: ReactNode) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ConfigProvider locale={zhCN} theme={{ token: { motion: false } }}>
        <App>
          <RuntimeProvider registry={registry} services={given} situation={administrator}>
            {children}
          </RuntimeProvider>
        </App>
      </ConfigProvider>
    </MemoryRouter>,
  );
