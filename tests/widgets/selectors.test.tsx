import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { OrgItem } from '../../src/runtime/services/people.ts';
import { ServiceError } from '../../src/runtime/services/serviceError.ts';
import { orgNames } from '../../src/widgets/shared/selector/orgSource.ts';
import { rememberPeople, recentPeople } from '../../src/widgets/shared/selector/recentPeople.ts';
import { fakeServices, mountEdit, settle } from './support.tsx';

const WHO = { tag: 'userSelector', __vModel__: 'who', label: '经办人' } as never;
const DEPT = { tag: 'deptSelector', __vModel__: 'dept', label: '部门' } as never;
afterEach(() => localStorage.clear());

async function openDialog(): Promise<HTMLElement> {
  fireEvent.click(document.querySelector('#x') as Element);
  await waitFor(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain('选择数据'), {
    timeout: 20_000,
  });
  await settle(50);
  return document.querySelector('[role="dialog"]') as HTMLElement;
}

test.each([
  [WHO, '输入姓名查找'],
  [DEPT, '输入名称查找'],
])(
  'what is typed over a selected cell is searched in the dialog, once',
  async (node, name) => {
    const edit = await mountEdit(node, '', { isCell: true, typed: '李' });
    const search = async (): Promise<HTMLInputElement> =>
      (await screen.findByRole('searchbox', { name }, { timeout: 20_000 })) as HTMLInputElement;
    expect((await search()).value).toBe('李');
    fireEvent.click(document.querySelector('[role="dialog"] [data-action="cancel"]') as Element);
    await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    fireEvent.click(document.querySelector('#x') as Element);
    expect((await search()).value).toBe('');
    expect(edit.latest().value).toBe('');
  },
  60_000,
);

test('what is required offers no clearing, what is not does', async () => {
  await mountEdit(WHO, 'p7', { label: '同事7' });
  expect(screen.queryByRole('button', { name: '清空' })).not.toBeNull();
  cleanup();
  await mountEdit(WHO, 'p7', { label: '同事7', isRequired: true });
  expect(screen.queryByRole('button', { name: '清空' })).toBeNull();
});

describe('people', () => {
  test('are narrowed to a part of the organisation, and are all there again when it is let go', async () => {
    const asked: (string | undefined)[] = [];
    const plain = fakeServices();
    const services = fakeServices({
      users: {
        ...plain.users,
        search: (name, page, orgId) => {
          asked.push(orgId);
          return plain.users.search(name, page);
        },
      },
    });
    await mountEdit(WHO, '', {}, services);
    const dialog = await openDialog();
    const place = (): Element =>
      [...dialog.querySelectorAll('.sf-org-tree .ant-tree-node-content-wrapper')].find(
        (node) => node.textContent === '检测一部',
      ) as Element;
    await waitFor(() => expect(place()).toBeDefined());
    fireEvent.click(place());
    await settle(20);
    fireEvent.click(place());
    await settle(20);
    expect(asked).toEqual([undefined, 'd1', undefined]);
  }, 60_000);

  test('chosen last stand above the list and are taken with one click', async () => {
    rememberPeople('u1', [{ id: 'p7', label: '同事7' }]);
    const mounted = await mountEdit(WHO, '');
    await openDialog();
    fireEvent.click(screen.getByRole('button', { name: '同事7' }));
    fireEvent.click(document.querySelector('[role="dialog"] [data-action="confirm"]') as Element);
    await settle(20);
    expect(mounted.latest()).toEqual({ value: 'p7', label: '同事7' });
  }, 60_000);

  test('chosen last whose accounts were disabled since are not taken, and not offered again', async () => {
    rememberPeople('u1', [
      { id: 'gone', label: '离职者' },
      { id: 'p7', label: '同事7' },
    ]);
    const mounted = await mountEdit({ ...(WHO as object), multiple: true } as never, '');
    const dialog = await openDialog();
    fireEvent.click(screen.getByRole('button', { name: '同事7' }));
    fireEvent.click(screen.getByRole('button', { name: '离职者' }));
    await screen.findByText('“离职者”的账号已停用，不能选择');
    expect(screen.queryByRole('button', { name: '离职者' })).toBeNull();
    expect(recentPeople('u1').map(({ id }) => id)).toEqual(['p7']);
    fireEvent.click(dialog.querySelector('[data-action="confirm"]') as Element);
    await settle(20);
    expect(mounted.latest()).toEqual({ value: 'p7', label: '同事7' });
  }, 60_000);

  test('remembered are eight, the newest first, each once, and of nobody else', () => {
    for (let index = 0; index < 12; index += 1)
      rememberPeople('u1', [{ id: `p${index % 10}`, label: `人${index % 10}` }]);
    expect(recentPeople('u1').map(({ id }) => id)).toEqual(['p1', 'p0', 'p9', 'p8', 'p7', 'p6', 'p5', 'p4']);
    expect(recentPeople('u2')).toEqual([]);
    localStorage.setItem('recentPeople:u3', '{"no":"list"}');
    expect(recentPeople('u3')).toEqual([]);
  });
});

/** A company of two levels of departments, asked level by level; tells what was asked. */
function levels(): { services: ReturnType<typeof fakeServices>; asked: Record<string, unknown>[] } {
  const asked: Record<string, unknown>[] = [];
  const below: Record<string, OrgItem[]> = {
    '': [{ id: 'u', name: '总公司', type: 'unit', hasChildren: true }],
    u: [{ id: 'd', name: '检测部', type: 'dept', hasChildren: true }],
    d: [{ id: 'e', name: '桥梁室', type: 'dept', hasChildren: false }],
  };
  const services = fakeServices({
    request: async ({ params }) => {
      asked.push(params);
      if (params['keyword'] !== undefined)
        return [{ id: 'e', name: '桥梁室', type: 'dept', hasChildren: false, path: '总公司 / 检测部' }];
      return below[String(params['parentId'] ?? '')] ?? [];
    },
  });
  return { services, asked };
}
const titles = (dialog: HTMLElement): (string | null)[] =>
  [...dialog.querySelectorAll('.ant-tree-title')].map((node) => node.textContent);

describe('departments', () => {
  test('are read level by level, a level when it is opened, and never as a whole', async () => {
    const { services, asked } = levels();
    const mounted = await mountEdit(DEPT, '', {}, services);
    const dialog = await openDialog();
    await waitFor(() => expect(titles(dialog)).toEqual(['总公司', '检测部']));
    expect(asked).toEqual([{ atMost: 60 }, { parentId: 'u' }]);
    fireEvent.click([...dialog.querySelectorAll('.ant-tree-switcher_close')].at(-1) as Element);
    await waitFor(() => expect(titles(dialog)).toEqual(['总公司', '检测部', '桥梁室']));
    expect(asked.at(-1)).toEqual({ parentId: 'd' });
    fireEvent.click([...dialog.querySelectorAll('.ant-tree-node-content-wrapper')].at(-1) as Element);
    fireEvent.click(dialog.querySelector('[data-action="confirm"]') as Element);
    await settle(20);
    expect(mounted.latest()).toEqual({ value: 'e', label: '桥梁室' });
  }, 60_000);

  test('are found at any level by the server, told with what they lie in, and stored by their name alone', async () => {
    const { services, asked } = levels();
    const mounted = await mountEdit(DEPT, '', {}, services);
    const dialog = await openDialog();
    await waitFor(() => expect(titles(dialog)).toEqual(['总公司', '检测部']));
    fireEvent.change(dialog.querySelector('input[aria-label="输入名称查找"]') as Element, { target: { value: 'qls' } });
    await waitFor(() => expect(titles(dialog)).toEqual(['桥梁室 总公司 / 检测部']), { timeout: 5_000 });
    expect(asked.at(-1)).toEqual({ keyword: 'qls' });
    fireEvent.click(dialog.querySelector('.ant-tree-node-content-wrapper') as Element);
    fireEvent.click(dialog.querySelector('[data-action="confirm"]') as Element);
    await settle(20);
    expect(mounted.latest()).toEqual({ value: 'e', label: '桥梁室' });
  }, 60_000);

  test('are read as a whole from a server that has the calls of the specification alone', async () => {
    const services = fakeServices({
      request: async () => {
        throw new ServiceError('404', '没有这个接口');
      },
    });
    await mountEdit(DEPT, '', {}, services);
    const dialog = await openDialog();
    await waitFor(() => expect(titles(dialog)).toEqual(['总公司', '检测一部', '检测二部']));
    fireEvent.change(dialog.querySelector('input[aria-label="输入名称查找"]') as Element, {
      target: { value: 'jcyb' },
    });
    await waitFor(() => expect(titles(dialog)).toEqual(['检测一部 总公司']), { timeout: 20_000 });
  }, 60_000);

  /** Services whose requests fail until `back` is called. */
  const away = () => {
    let isAway = true;
    const { services } = levels();
    const failing = fakeServices({
      request: async (call) => {
        if (isAway) throw new ServiceError('NETWORK', '网络异常');
        return services.request(call);
      },
    });
    return {
      services: failing,
      back: (): void => {
        isAway = false;
      },
    };
  };

  test('that cannot be read say why, and are read again when asked', async () => {
    const { services, back } = away();
    await mountEdit(DEPT, '', {}, services);
    const dialog = await openDialog();
    await waitFor(() => expect(dialog.textContent).toContain('组织机构加载失败：网络异常'));
    back();
    fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
    await waitFor(() => expect(titles(dialog)).toEqual(['总公司', '检测部']));
  }, 60_000);

  test('below one that could not be opened are asked for again when it is opened again', async () => {
    const { services: plain } = levels();
    let isAway = false;
    const services = fakeServices({
      request: async (call) => {
        if (isAway) throw new ServiceError('NETWORK', '网络异常');
        return plain.request(call);
      },
    });
    await mountEdit(DEPT, '', {}, services);
    const dialog = await openDialog();
    await waitFor(() => expect(titles(dialog)).toEqual(['总公司', '检测部']));
    const openLast = (): void => {
      fireEvent.click([...dialog.querySelectorAll('.ant-tree-switcher_close')].at(-1) as Element);
    };
    isAway = true;
    openLast();
    await waitFor(() => expect(dialog.textContent).toContain('组织机构加载失败：网络异常'));
    await settle(50);
    isAway = false;
    openLast();
    await waitFor(() => expect(titles(dialog)).toEqual(['总公司', '检测部', '桥梁室']));
  }, 60_000);

  test('that cannot be read say so beside the people, who can be chosen all the same', async () => {
    const { services, back } = away();
    await mountEdit(WHO, '', {}, services);
    const dialog = await openDialog();
    const filter = (): Element | null => dialog.querySelector('.sf-org-tree');
    await waitFor(() => expect(filter()?.textContent).toContain('组织机构加载失败：网络异常'));
    expect(dialog.querySelectorAll('tbody tr[data-row-key]').length).toBeGreaterThan(0);
    back();
    fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
    await waitFor(() => expect(filter()?.textContent).toContain('检测部'));
  }, 60_000);

  test('stored without their names are named by one question for a whole page', async () => {
    const asked: unknown[] = [];
    const services = fakeServices({
      request: async ({ params }) => {
        asked.push(params);
        return [
          { id: 'd', name: '检测部', type: 'dept' },
          { id: 'e', name: '桥梁室', type: 'dept' },
        ];
      },
    });
    const [first, second] = await Promise.all([orgNames(services, 'dept', ['d']), orgNames(services, 'dept', ['e'])]);
    expect([first.get('d'), second.get('e'), asked]).toEqual(['检测部', '桥梁室', [{ ids: 'd,e' }]]);
  });

  test('that are disabled say so when chosen, and nothing is chosen (SE-003)', async () => {
    const mounted = await mountEdit(DEPT, '');
    const dialog = await openDialog();
    fireEvent.click(
      [...dialog.querySelectorAll('.ant-tree-node-content-wrapper')].find(
        (node) => node.textContent === '检测二部',
      ) as Element,
    );
    await screen.findAllByText('该节点不能选择', {}, { timeout: 10_000 });
    fireEvent.click(dialog.querySelector('[data-action="confirm"]') as Element);
    await settle(20);
    expect(mounted.latest().value).toBe('');
  }, 60_000);
});

describe('each of the three selectors', () => {
  test.each(['userSelector', 'deptSelector', 'componySelector'])(
    '%s opens 选择数据, 80% wide, that is moved by its title (SE-001, SE-002)',
    async (tag) => {
      HTMLElement.prototype.setPointerCapture ??= () => undefined;
      await mountEdit({ tag, __vModel__: 'who', label: '选择' } as never, '');
      const dialog = await openDialog();
      const modal = (dialog.closest('.ant-modal') ?? dialog.querySelector('.ant-modal')) as HTMLElement;
      expect(modal.style.width).toBe('80%');
      const title = dialog.querySelector('.sf-dialog-title') as HTMLElement;
      expect(title.textContent).toBe('选择数据');
      fireEvent.pointerDown(title, { clientX: 100, clientY: 100, pointerId: 1 });
      fireEvent.pointerMove(title, { clientX: 130, clientY: 150, pointerId: 1 });
      fireEvent.pointerUp(title, { pointerId: 1 });
      expect(modal.style.transform).toBe('translate(30px, 50px)');
      fireEvent.pointerDown(title, { clientX: 130, clientY: 150, pointerId: 1 });
      fireEvent.pointerMove(title, { clientX: 99_999, clientY: -99_999, pointerId: 1 });
      expect(modal.style.transform, 'the title stays reachable').toBe(
        `translate(${window.innerWidth * 0.45}px, -90px)`,
      );
    },
    60_000,
  );
});

test('a name that holds a separator is stored as it is when the editor of a cell opens with it', async () => {
  const named = [
    { id: 'd1', name: '计划、统计科', type: 'dept' as const },
    { id: 'd2', name: '检测二部', type: 'dept' as const },
  ];
  let answer = (): void => undefined;
  const services = fakeServices({
    request: ({ params }) =>
      params.ids === undefined
        ? Promise.resolve(named.map((dept) => ({ ...dept, hasChildren: false })))
        : new Promise((resolve) => {
            answer = () => resolve(named);
          }),
  });
  const mounted = await mountEdit(
    { ...(DEPT as object), multiple: true } as never,
    'd1',
    { label: '计划、统计科', isCell: true },
    services,
  );
  await settle(50);
  const dialog = (): Element => document.querySelector('[role="dialog"]') as Element;
  const press = (action: string): void => {
    fireEvent.click(dialog().querySelector(`[data-action="${action}"]`) as Element);
  };
  await waitFor(() => expect(dialog().querySelectorAll('.ant-tree-checkbox')).toHaveLength(2));
  answer();
  await waitFor(() => expect(dialog().querySelector('.sf-selected')?.textContent).toContain('计划、统计科'));
  fireEvent.click(dialog().querySelectorAll('.ant-tree-checkbox')[1]);
  press('confirm');
  await settle(20);
  expect(mounted.latest()).toEqual({ value: 'd1,d2', label: '计划、统计科、检测二部' });
}, 60_000);

test('no ids are stored as names when the names cannot be loaded', async () => {
  const services = fakeServices({
    request: async ({ params }) => {
      if (params.ids !== undefined) throw new ServiceError('NETWORK', '网络异常');
      return [{ id: 'd1', name: '检测一部', type: 'dept', hasChildren: false }];
    },
  });
  const mounted = await mountEdit({ ...(DEPT as object), multiple: true } as never, 'd7', {}, services);
  const dialog = await openDialog();
  await waitFor(() => expect(dialog.querySelectorAll('.ant-tree-checkbox')).toHaveLength(1));
  fireEvent.click(dialog.querySelector('.ant-tree-checkbox') as Element);
  fireEvent.click(dialog.querySelector('[data-action="confirm"]') as Element);
  await settle(20);
  expect(mounted.latest()).toEqual({ value: 'd7,d1', label: '' });
}, 60_000);
