import { fireEvent, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { MenuItem } from '../../../src/grammar/documents.ts';
import { screenCacheOf } from '../../../src/runtime/screen/screenCache.ts';
import { LayoutContext } from '../../../src/shell/layoutContext.ts';
import { createLayout, type Layout } from '../../../src/shell/layoutState.ts';
import { PageRoutesContext } from '../../../src/shell/pageRoutes.ts';
import { SideMenu } from '../../../src/shell/sideMenu/SideMenu.tsx';
import { useCounts } from '../../../src/shell/useCounts.ts';
import { memoryStorage } from '../../session/fakes.ts';
import { show, type Shown } from '../bench.tsx';

const leaf = (id: string, extra: MenuItem = {}): MenuItem => ({
  id,
  code: id,
  path: `/${id}`,
  name: `页面${id}`,
  component: `x/${id}`,
  ...extra,
});

const menus: MenuItem[] = [
  {
    id: 'm',
    name: '协同办公',
    component: 'Layout',
    children: [
      leaf('a'),
      leaf('hidden', { hidden: true }),
      leaf('gone', { ifAppear: '1' }),
      leaf('off', { showFlag: '0' }),
      leaf('on', { showFlag: '1' }),
      { id: 'out', name: '外部链接', path: 'https://example.cn' },
      {
        id: 'taskCenter',
        code: 'taskCenter',
        name: '任务中心',
        path: '/taskCenter',
        component: 'ParentView',
        alwaysShow: true,
        children: [leaf('toDoList', { name: '我的待办', path: 'toDoList' })],
      },
      {
        id: 'single',
        name: '单项分组',
        path: '/single',
        component: 'ParentView',
        icon: 'seal',
        children: [leaf('s', { name: '唯一页面', path: 's' }), leaf('t', { path: 't', hidden: true })],
      },
      {
        id: 'mail',
        code: 'mail',
        name: '内部邮件',
        path: '/mail',
        component: 'ParentView',
        children: [
          leaf('collectionLetters', { name: '收件箱', path: 'collectionLetters' }),
          leaf('sendLetters', { name: '已发送', path: 'sendLetters' }),
          leaf('delLetters', { name: '已删除', path: 'delLetters' }),
        ],
      },
      {
        id: 'empty',
        name: '空分组',
        path: '/empty',
        component: 'ParentView',
        children: [leaf('none', { hidden: true })],
      },
    ],
  },
];

afterEach(() => {
  vi.useRealTimers();
});

async function open(at: string, width = 1440): Promise<Shown & { layout: Layout }> {
  const layout = createLayout(memoryStorage(), width);
  const shown = await show(
    <LayoutContext value={layout}>
      <SideMenu />
    </LayoutContext>,
    { at, session: { services: { menus: async () => menus } } },
  );
  await Promise.all([shown.session.updateCounts('todo'), shown.session.updateCounts('mail')]);
  return { ...shown, layout };
}

test('hidden, ifAppear "1" and showFlag "0" items are not in the menu; showFlag "1" is (SB-006, SB-007, SB-008)', async () => {
  const { view } = await open('/a');
  expect(
    [...view.container.querySelectorAll('.ant-menu-item, .ant-menu-submenu')].map((item) =>
      item.textContent?.slice(0, 4),
    ),
  ).toEqual(['页面a', '页面on', '外部链接', '任务中心', '唯一页面', '内部邮件']);
});

test('an external item is a link to a new tab (SB-013)', async () => {
  const { view } = await open('/a');
  const link = view.getByText('外部链接').closest('a');
  expect([link?.getAttribute('href'), link?.target, link?.rel]).toEqual([
    'https://example.cn',
    '_blank',
    'noopener noreferrer',
  ]);
});

test('the item of the current page is the active one and its group is open', async () => {
  const { view } = await open('/taskCenter/toDoList');
  expect(view.container.querySelector('.ant-menu-item-selected')?.textContent).toContain('我的待办');
  expect(view.container.querySelector('.ant-menu-submenu-open')?.textContent).toContain('任务中心');
});

test('the item of a page that was opened by its address is scrolled to, for the menu may be longer than the window', async () => {
  const seen: (string | null)[] = [];
  const original = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function scrolled(this: Element) {
    seen.push(this.textContent);
  };
  try {
    await open('/on');
    expect(seen).toEqual(['页面on']);
  } finally {
    Element.prototype.scrollIntoView = original;
  }
});

test('an open sidebar says 点我办理流程 at the task centre, and the to-dos carry their count (SB-009, TC-011)', async () => {
  const { view } = await open('/taskCenter/toDoList');
  expect(view.getByText('点我办理流程')).toBeTruthy();
  expect(view.getByTitle('3 件待办')).toBeTruthy();
});

test('inbox, sent and deleted items show their counts in brackets (SB-010, SB-011, SB-012), the inbox what is unread beside it', async () => {
  const { view } = await open('/mail/collectionLetters');
  expect(view.getByTitle('5 封未读').textContent).toBe('5');
  expect([...view.container.querySelectorAll('.ant-menu-sub .ant-menu-item')].map((item) => item.textContent)).toEqual([
    '收件箱(12)5',
    '已发送(7)',
    '已删除(1)',
  ]);
});

test('a closed sidebar keeps the icons only and no hint', async () => {
  const { view, layout } = await open('/a');
  layout.toggle();
  await view.findByText('页面a');
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  expect(view.container.querySelector('.ant-menu-inline-collapsed')).toBeTruthy();
  expect(view.queryByText('点我办理流程')).toBeNull();
});

test('the popover of a closed sidebar goes 380 ms after the pointer has left (SB-015)', async () => {
  const { view, layout } = await open('/a');
  layout.toggle();
  await view.findByText('页面a');
  const pass = (time: number): void =>
    act(() => {
      vi.advanceTimersByTime(time);
    });
  vi.useFakeTimers();
  const title = [...view.container.querySelectorAll('.ant-menu-submenu-title')].find((one) =>
    one.textContent?.includes('内部邮件'),
  ) as HTMLElement;
  const isOpen = (): boolean => title.parentElement?.classList.contains('ant-menu-submenu-open') ?? false;
  fireEvent.mouseEnter(title.parentElement as HTMLElement);
  fireEvent.mouseEnter(title);
  pass(1000);
  expect(isOpen()).toBe(true);
  fireEvent.mouseLeave(title);
  fireEvent.mouseLeave(title.parentElement as HTMLElement);
  pass(379);
  expect(isOpen()).toBe(true);
  pass(2);
  expect(isOpen()).toBe(false);
});

test('a click on an item goes to its page', async () => {
  const { view, where } = await open('/a');
  fireEvent.click(view.getByText('页面on'));
  expect(where()).toBe('/on');
});

test('on a phone a choice closes the drawer', async () => {
  const { view, layout } = await open('/a', 390);
  layout.toggle();
  expect(layout.state.isOpen).toBe(true);
  await view.findByText('页面on');
  fireEvent.click(view.getByText('页面on'));
  expect(layout.state.isOpen).toBe(false);
});

test('a person without any item is told so', async () => {
  const shown = await show(
    <LayoutContext value={createLayout(memoryStorage(), 1440)}>
      <SideMenu />
    </LayoutContext>,
    { session: { services: { menus: async () => [] } } },
  );
  expect(shown.view.getByText('暂无可用菜单')).toBeTruthy();
});

test('a group with one shown page is that page, unless it says alwaysShow (RG-016, SB-014)', async () => {
  const { view } = await open('/single/s');
  expect(view.queryByText('单项分组')).toBeNull();
  expect(view.container.querySelector('.ant-menu-item-selected')?.textContent).toBe('唯一页面');
  expect(view.getByText('任务中心')).toBeTruthy();
});

test('an entry that is pointed at, or reached by the keyboard, has its screen asked for, unless the page has it', async () => {
  const asked: string[] = [];
  const services = {
    screens: {
      prefetch: (key: string) => {
        asked.push(key);
      },
    },
  };
  const routes = new Map([
    ['/a', { kind: 'screen' as const, path: '/a', screenKey: 'x/a', title: 'a', affix: false, noCache: false }],
  ]);
  const { view, services: given } = await show(
    <LayoutContext value={createLayout(memoryStorage(), 1440)}>
      <PageRoutesContext value={routes}>
        <SideMenu />
      </PageRoutesContext>
    </LayoutContext>,
    { at: '/on', session: { services: { menus: async () => menus } }, services },
  );
  fireEvent.pointerOver(view.getByText('页面a'));
  fireEvent.focus(view.getByText('页面a'));
  fireEvent.pointerOver(view.getByText('外部链接'));
  expect(asked).toEqual(['x/a', 'x/a']);
  screenCacheOf(given).set('x/a', {});
  fireEvent.pointerOver(view.getByText('页面a'));
  expect(asked).toHaveLength(2);
});

test('an entry that an administrator adds or takes out is shown so in a page that is open', async () => {
  let served = menus;
  const listeners = new Map<string, () => void>();
  const serverEvents = {
    on(topic: string, listener: () => void) {
      listeners.set(topic, listener);
      return () => undefined;
    },
  };
  const Counting = () => {
    useCounts();
    return <SideMenu />;
  };
  const { view } = await show(
    <LayoutContext value={createLayout(memoryStorage(), 1440)}>
      <Counting />
    </LayoutContext>,
    { at: '/a', session: { services: { menus: async () => served } }, services: { serverEvents } },
  );
  const [office] = menus;
  served = [{ ...office, children: [...(office?.children ?? []), leaf('new', { name: '车辆使用登记' })] }];
  expect(view.queryByText('车辆使用登记')).toBeNull();
  listeners.get('menu')?.();
  await view.findByText('车辆使用登记');
  served = menus;
  listeners.get('menu')?.();
  await waitFor(() => expect(view.queryByText('车辆使用登记')).toBeNull());
});

test('what comes, and what is done elsewhere, is counted again in a page that is open (SB-010, SB-011, TC-011)', async () => {
  const listeners = new Map<string, () => void>();
  const serverEvents = {
    on(topic: string, listener: () => void) {
      listeners.set(topic, listener);
      return () => undefined;
    },
  };
  const Counting = () => {
    useCounts();
    return <SideMenu />;
  };
  const { view, session } = await show(
    <LayoutContext value={createLayout(memoryStorage(), 1440)}>
      <Counting />
    </LayoutContext>,
    { at: '/taskCenter/toDoList', session: { services: { menus: async () => menus } }, services: { serverEvents } },
  );
  await waitFor(() => expect(session.state.unread.notice).toBeGreaterThan(0));
  const known = { ...session.state.unread };
  Object.assign(session.state, { taskNumber: 0, collectionLettersNum: 0 });
  for (const [topic, counted] of [
    ['notice', 'notice'],
    ['remind', 'remind'],
    ['mail', 'mail'],
  ] as const) {
    session.state.unread[counted] = 0;
    listeners.get(topic)?.();
    await waitFor(() => expect([topic, session.state.unread[counted]]).toEqual([topic, known[counted]]));
  }
  expect(Number(session.state.collectionLettersNum)).toBe(12);
  expect(view.queryByTitle('3 件待办')).toBeNull();
  listeners.get('todo')?.();
  await view.findByTitle('3 件待办');
});
