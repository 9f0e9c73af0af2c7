import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Schema } from '@formily/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import '../../../src/runtime/formily/refuseCompiler.ts';
import { NodeList } from '../../../src/runtime/node/NodeView.tsx';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import { Screen } from '../../../src/runtime/screen/Screen.tsx';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { builtinsPlugin } from '../../../src/widgets/builtins.ts';
import { Around, fakeServices, settle, situation } from '../../widgets/support.tsx';
import { NAME, session, show } from '../support.tsx';

const ROOT = ['root'];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('any node', () => {
  test('a tag that nobody knows leaves a visible note with tag and place, and the rest goes on', () => {
    render(
      <Around services={fakeServices()}>
        <NodeList
          path={ROOT}
          nodes={[
            { tag: 'hologram', label: '立体图' },
            { tag: 'text', text: '正文' },
          ]}
        />
      </Around>,
    );
    expect(document.querySelector('[data-placeholder="hologram"]')?.textContent).toMatch(/立体图.*hologram.*root › 0/);
    expect(screen.getByText('正文')).toBeDefined();
  });

  test('a widget that throws is replaced by a note and can be tried again', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isBroken = true;
    const registry = createRegistry<Faces>([
      builtinsPlugin,
      {
        name: 'broken',
        install: ({ registerWidget }) =>
          registerWidget({
            definition: { tag: 'home', kind: 'block' },
            faces: {
              block: () => {
                if (isBroken) throw new Error('no');
                return <p>好了</p>;
              },
            },
          }),
      },
    ]);
    render(
      <RuntimeProvider registry={registry} services={fakeServices()} situation={situation}>
        <NodeList path={ROOT} nodes={[{ tag: 'home' }, { tag: 'text', text: '正文' }]} />
      </RuntimeProvider>,
    );
    expect(screen.getByRole('alert').textContent).toContain('组件：home，位置：root › 0');
    expect(screen.getByText('正文')).toBeDefined();
    isBroken = false;
    fireEvent.click(screen.getByText('重试'));
    expect(screen.getByText('好了')).toBeDefined();
  });

  test('a field outside of any form leaves a note', async () => {
    render(
      <Around services={fakeServices()}>
        <NodeList path={ROOT} nodes={[NAME]} />
      </Around>,
    );
    await waitFor(() => expect(document.querySelector('[data-placeholder="el-input"]')).not.toBeNull(), {
      timeout: 10_000,
    });
  });

  test('a block is there for its roles, its permissions and its condition only', async () => {
    await act(async () => {
      render(
        <Around services={fakeServices()}>
          <NodeList
            path={ROOT}
            nodes={[
              { tag: 'text', text: '员工可见', roles: ['staff', 'admin'] },
              { tag: 'text', text: '管理员可见', roles: ['admin'] },
              { tag: 'text', text: '部分角色', rolesLike: ['sta'] },
              { tag: 'text', text: '别的角色', rolesLike: ['seal'] },
              { tag: 'text', text: '没有名单', roles: [] },
              { tag: 'text', text: '有权可见', permissions: ['sys:x'] },
              { tag: 'text', text: '条件为真', visibleWhen: "user.name == '王小明'" },
              { tag: 'text', text: '条件为假', visibleWhen: "user.name == '别人'" },
              { tag: 'text', text: '条件有误', visibleWhen: 'nope(' },
            ]}
          />
        </Around>,
      );
    });
    await screen.findByText('条件为真', {}, { timeout: 10_000 });
    await settle(20);
    for (const shown of ['员工可见', '部分角色', '条件为真']) expect(screen.queryByText(shown)).not.toBeNull();
    for (const hidden of ['管理员可见', '别的角色', '没有名单', '有权可见', '条件为假', '条件有误'])
      expect(screen.queryByText(hidden)).toBeNull();
  });

  test('a card of a form follows its condition', async () => {
    const form = session({
      fields: [
        NAME,
        { tag: 'el-card', label: '附加', visibleWhen: "name == '开'", children: [{ tag: 'text', text: '里面' }] },
      ],
    });
    await show(form);
    expect(screen.queryByText('里面')).toBeNull();
    form.setValue('name', '开');
    await settle();
    expect(screen.queryByText('里面')).not.toBeNull();
  });
});

describe('a screen', () => {
  const at = (screens: object) => fakeServices({ screens } as never);

  test('is fetched by its key and marked with it', async () => {
    render(
      <Around
        services={at({
          get: async (key: string) => ({
            screenKey: key,
            title: '列表',
            root: { tag: 'page', title: '用印', children: [] },
          }),
        })}
      >
        <Screen screenKey="seals/x/list" />
      </Around>,
    );
    expect(screen.getByLabelText('正在加载页面')).toBeDefined();
    await settle();
    expect(document.querySelector('[data-screen="seals/x/list"]')?.textContent).toBe('用印');
  });

  test('opened again it stands at once, takes a newer version, and stays while there is no connection', async () => {
    let answer = (): Promise<unknown> =>
      Promise.resolve({ screenKey: 'again', version: 1, root: { tag: 'page', title: '第一版', children: [] } });
    const services = at({ get: () => answer() });
    const open = () =>
      render(
        <Around services={services}>
          <Screen screenKey="again" />
        </Around>,
      );
    const first = open();
    await screen.findByText('第一版');
    first.unmount();
    answer = () => new Promise(() => undefined);
    const second = open();
    expect(screen.getByText('第一版')).toBeTruthy();
    second.unmount();
    answer = () =>
      Promise.resolve({ screenKey: 'again', version: 2, root: { tag: 'page', title: '第二版', children: [] } });
    const third = open();
    await screen.findByText('第二版');
    third.unmount();
    answer = () => Promise.reject(new ServiceError('NETWORK', '网络异常'));
    open();
    await settle();
    expect(screen.getByText('第二版')).toBeTruthy();
  });

  test('that cannot be fetched says why, with the code, and is fetched again on request', async () => {
    let attempts = 0;
    const get = async () => {
      attempts += 1;
      if (attempts === 1) throw new ServiceError('NETWORK', '无法连接服务器，请检查网络后重试');
      return { screenKey: 'x', title: 'x', root: { tag: 'text', text: '来了' } };
    };
    render(
      <Around services={at({ get })}>
        <Screen screenKey="x" />
      </Around>,
    );
    await settle();
    expect(screen.getByRole('alert').textContent).toMatch(/无法连接服务器.*NETWORK/);
    fireEvent.click(screen.getByText('重新加载'));
    await settle();
    expect(screen.getByText('来了')).toBeDefined();
  });

  test.each([
    ['succeeds', [1]],
    ['fails too', [1, 3]],
  ])(
    'that failed and was meanwhile fetched in another place is shown when fetching again %s',
    async (_how, failing) => {
      let attempts = 0;
      const get = async () => {
        attempts += 1;
        if (failing.includes(attempts)) throw new ServiceError('NETWORK', '无法连接服务器，请检查网络后重试');
        return { screenKey: 'x', version: 1, root: { tag: 'text', text: '来了' } };
      };
      const services = at({ get });
      const show = () =>
        render(
          <Around services={services}>
            <Screen screenKey="x" />
          </Around>,
        );
      show();
      await settle();
      const other = show();
      await screen.findByText('来了');
      other.unmount();
      fireEvent.click(screen.getByText('重新加载'));
      expect(await screen.findByText('来了')).toBeDefined();
    },
  );

  test.each([null, 12, '{', '[]', {}, { root: 'x' }, { root: {} }])('that is no screen (%j) says so', (document) => {
    render(
      <Around services={fakeServices()}>
        <Screen document={document} />
      </Around>,
    );
    expect(screen.getByRole('alert').textContent).toContain('没有根节点');
  });
});

test('Formily compiles no expression that a document brings', () => {
  const schema = new Schema({ type: 'string', title: '{{ globalThis.stolen = 1 }}' });
  schema.compile();
  expect(schema.title).toBe('{{ globalThis.stolen = 1 }}');
  expect(Reflect.get(globalThis, 'stolen')).toBeUndefined();
});

test('a script in a served form never runs', async () => {
  const form = session({
    fields: [
      {
        ...NAME,
        label: '{{ globalThis.stolen = 1 }}',
        defaultValue: '{{ globalThis.stolen = 1 }}',
        visibleWhen: '{{ globalThis.stolen = 1 }}',
        help: '<img src=x onerror="globalThis.stolen = 1">',
      },
    ],
  });
  await show(form);
  expect(Reflect.get(globalThis, 'stolen')).toBeUndefined();
});
