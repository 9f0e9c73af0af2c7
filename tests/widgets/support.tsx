import { readFileSync, readdirSync } from 'node:fs';
import { useState, type ComponentType, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { createRegistry } from '../../src/kernel/registry.ts';
import type { Option, TextContext } from '../../src/kernel/widget.ts';
import type { Situation } from '../../src/rules/situation.ts';
import type { EditProps, ViewProps } from '../../src/runtime/node/faces.ts';
import { preloadFace } from '../../src/runtime/node/LazyFace.tsx';
import { RecordPartsContext, type RecordParts } from '../../src/runtime/host/recordParts.ts';
import { RuntimeProvider } from '../../src/runtime/Provider.tsx';
import type { OrgItem } from '../../src/runtime/services/people.ts';
import type { Services } from '../../src/runtime/services/services.ts';
import { plugins } from '../../src/app/plugins.ts';
import { passTime } from '../support/pendingTimers.ts';

/** The product's own list: a widget that is added to it is tested by the same loops. */
export const registry = createRegistry(plugins);

export const situation: Situation = {
  user: { id: 'u1', name: '王小明', roles: ['staff'] },
  taskNode: '',
  todo: '0',
  isEdit: '1',
  flowState: '0',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
};

const FILES = [
  { id: 'f1', fileName: '合同扫描件.pdf', fileExt: 'pdf', url: '/f1', size: 2048 },
  { id: 'f2', fileName: '现场照片.png', fileExt: 'png', url: '/f2', size: 1_500_000 },
];
const PEOPLE = Array.from({ length: 23 }, (_none, index) => ({
  id: `p${index + 1}`,
  showName: index === 0 ? '李工' : `同事${index + 1}`,
  deptName: '检测一部',
  unitName: '总公司',
}));
const TREE = [
  {
    id: 'unit1',
    name: '总公司',
    type: 'unit' as const,
    children: [
      { id: 'd1', name: '检测一部', type: 'dept' as const },
      { id: 'd2', name: '检测二部', type: 'dept' as const, disabled: true },
    ],
  },
];

/** As the server answers `org/children`: levels, and finds by a part of the name. */
export function orgAnswer({ parentId, keyword, ids }: Record<string, unknown>): OrgItem[] {
  const [unit] = TREE;
  if (!unit) return [];
  const depts = unit.children.map((dept) => ({ ...dept, hasChildren: false, path: unit.name }));
  const all: OrgItem[] = [{ id: unit.id, name: unit.name, type: unit.type, hasChildren: true, path: '' }, ...depts];
  if (keyword !== undefined)
    return all.filter(({ name }) => name.includes(String(keyword)) || (keyword === 'jcyb' && name === '检测一部'));
  if (ids !== undefined) return all.filter(({ id }) => String(ids).split(',').includes(id));
  return parentId === undefined ? all.slice(0, 1) : parentId === unit.id ? depts : [];
}

const RECORDS = [
  { id: 'r1', title: 'P1 跨江大桥', flwState: '0', mayOpen: true },
  { id: 'r2', title: 'P2 隧道，北线', flwState: '0', mayOpen: true },
];

/** Services with a small company behind them. What a test does not use fails by name. */
export function fakeServices(own: Partial<Services> = {}): Services {
  const refuse = (name: string): never => {
    throw new Error(`the test gave no ${name}`);
  };
  return new Proxy(
    {
      dictionary: async () => [
        { label: '公章', value: '1' },
        { label: '合同章', value: '2' },
      ],
      request: async ({ url, params }: Parameters<Services['request']>[0]) => {
        if (url === '/system/sys/org/children') return orgAnswer(params);
        return {
          list: [
            { name: '一号工程', code: 'P1' },
            { name: '二号工程', code: 'P2' },
          ],
        };
      },
      users: {
        search: async (name: string, page: { pageNum: number; pageSize: number }) => {
          const found = PEOPLE.filter((person) => person.showName.includes(name));
          return {
            list: found.slice((page.pageNum - 1) * page.pageSize, page.pageNum * page.pageSize),
            total: found.length,
          };
        },
        byIds: async (ids: string[]) => PEOPLE.filter((person) => ids.includes(person.id)),
      },
      orgs: {
        tree: async () => TREE,
        companies: async () => [
          { id: 'c1', name: '总公司', type: 'unit' as const },
          { id: 'c2', name: '检测分公司', type: 'unit' as const },
        ],
      },
      relations: {
        candidates: async () => ({
          formName: '项目',
          columns: [{ name: 'name', label: '名称', isNumber: false, isSortable: true }],
          filters: [],
          mayCreate: false,
          list: RECORDS.map((record) => ({ ...record, texts: { name: record.title } })),
          total: RECORDS.length,
        }),
        titles: async (_to: string, ids: readonly string[]) => RECORDS.filter(({ id }) => ids.includes(id)),
        resolve: async () => [],
      },
      files: {
        upload: async (file: File) => ({ id: 'f9', fileName: file.name, fileExt: 'pdf', url: '/f9', size: file.size }),
        byIds: async (ids: string[]) => FILES.filter((file) => ids.includes(file.id)),
        open: async () => undefined,
      },
      ...own,
    } as Partial<Services> as Services,
    {
      get: (target, key) =>
        (Reflect.get(target, key) as unknown) ?? (typeof key === 'string' && key !== 'then' ? refuse(key) : undefined),
    },
  );
}

export function Around({ children, services }: { children: ReactNode; services: Services }) {
  return (
    <ConfigProvider locale={zhCN} theme={{ token: { motion: false } }}>
      <RuntimeProvider registry={registry} services={services} situation={situation}>
        {children}
      </RuntimeProvider>
    </ConfigProvider>
  );
}

/** Runs what is due by then: promises of services, faces and options, and timers, whose time is not waited for. */
export const settle = (ms = 0): Promise<void> => act(() => passTime(ms));

interface Mounted {
  container: HTMLElement;
  latest(): { value: unknown; label?: string };
  changes: { value: unknown; label?: string }[];
}

/** Mounts an edit face with its value kept by the test, as the frame would. */
export async function mountEdit(
  node: AnyNode,
  value: unknown,
  extra: Partial<EditProps> = {},
  services = fakeServices(),
  parts: RecordParts | null = null,
): Promise<Mounted> {
  const face = registry.widget(node.tag)?.faces.edit as ComponentType<EditProps>;
  await preloadFace(face);
  const changes: { value: unknown; label?: string }[] = [];
  function Host() {
    const [state, setState] = useState<{ value: unknown; label?: string }>({ value, label: extra.label });
    const Edit = face;
    return (
      <>
        {!extra.isCell && (
          <label id="x-label" htmlFor="x">
            {(node as { label?: string }).label ?? '字段'}
          </label>
        )}
        <Edit
          id="x"
          node={node}
          disabled={false}
          invalid={false}
          {...extra}
          value={state.value}
          label={state.label}
          onChange={(next, label) => {
            changes.push({ value: next, label });
            setState({ value: next, label });
          }}
        />
      </>
    );
  }
  const { container } = render(
    <Around services={services}>
      <RecordPartsContext value={parts}>
        <Host />
      </RecordPartsContext>
    </Around>,
  );
  await settle();
  return { container, changes, latest: () => changes.at(-1) ?? { value, label: extra.label } };
}

export async function mountView(
  node: AnyNode,
  value: unknown,
  label?: string,
  services = fakeServices(),
): Promise<HTMLElement> {
  const View = registry.widget(node.tag)?.faces.view as ComponentType<ViewProps>;
  const { container } = render(
    <Around services={services}>
      <View node={node} value={value} label={label} />
    </Around>,
  );
  await settle();
  return container;
}

export interface Step {
  type?: string;
  click?: string;
  open?: string;
  choose?: string;
  blur?: string;
}

/**
 * One act of a user, as a fixture writes it: `type` into the only box, `click` a control by name, `choose` from a list.
 */
export async function perform(step: Step): Promise<void> {
  const box = (): HTMLElement =>
    screen.queryByRole('textbox') ?? screen.queryByRole('spinbutton') ?? screen.getByRole('combobox');
  if (step.type !== undefined) fireEvent.change(box(), { target: { value: step.type } });
  if (step.blur !== undefined) fireEvent.blur(box());
  if (step.click !== undefined) {
    const name = step.click;
    const named = (): HTMLElement | undefined =>
      ['radio', 'checkbox', 'switch', 'button']
        .map((role) => screen.queryByRole(role, { name, hidden: true }))
        .find((found) => found !== null) ?? undefined;
    fireEvent.click(await waitFor(() => named() ?? screen.getByText(name), { timeout: 20_000 }));
  }
  if (step.open !== undefined) {
    fireEvent.mouseDown(document.querySelector(step.open) as Element);
    fireEvent.click(document.querySelector(step.open) as Element);
    await settle(50);
  }
  if (step.choose !== undefined) {
    const name = step.choose;
    fireEvent.click(
      [...document.querySelectorAll('.ant-select-item-option, .ant-cascader-menu-item, .ant-picker-cell')].find(
        (item) => item.textContent === name,
      ) as Element,
    );
  }
  await settle();
}

export interface Fixture {
  node: AnyNode;
  text?: { value?: unknown; node?: object; options?: Option[]; label?: string; expect: string }[];
  validate?: { value?: unknown; node?: object; expect: string | null }[];
  fromText?: { text: string; node?: object; options?: Option[]; expect: unknown; label?: string; fails?: true }[];
  view?: { value?: unknown; node?: object; label?: string; expect: string }[];
  /** `stored`: the companion label of the value before the steps. */
  edit?: { value?: unknown; node?: object; stored?: string; steps: Step[]; expect: unknown; label?: string }[];
}

const FOLDER = 'tests/widgets/fixtures';

export const fixtures: [string, Fixture][] = readdirSync(FOLDER)
  .sort()
  .map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Fixture]);

export const contextOf = ({ options, label }: TextContext): TextContext => ({
  ...(options ? { options } : {}),
  ...(label === undefined ? {} : { label }),
});
