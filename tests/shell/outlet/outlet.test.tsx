import { createPaneHost } from '../../../src/shell/outlet/paneHost.ts';
import { fireEvent, waitFor } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { usePage, useShownAgainListener } from '../../../src/runtime/screen/page.ts';
import { LeaveGuard } from '../../../src/screens/navigation/LeaveGuard.tsx';
import { usePageNavigation } from '../../../src/screens/navigation/pageNavigation.ts';
import { useFeedback } from '../../../src/screens/shared/useFeedback.ts';
import type { MenuRoute } from '../../../src/session/routes.ts';
import { Outlet } from '../../../src/shell/outlet/Outlet.tsx';
import { PageRoutesContext } from '../../../src/shell/pageRoutes.ts';
import { TabBar } from '../../../src/shell/tabBar/TabBar.tsx';
import { createTabs } from '../../../src/shell/tabBar/tabs.ts';
import { TabsContext } from '../../../src/shell/tabBar/tabsContext.ts';
import { memoryStorage } from '../../session/fakes.ts';
import { show, type Shown } from '../bench.tsx';

const route = (path: string, title: string, more: Partial<MenuRoute> = {}): MenuRoute =>
  ({ kind: 'screen', path, screenKey: path, title, affix: false, noCache: false, ...more }) as MenuRoute;
const routes = new Map(
  [
    route('/index', '首页', { affix: true }),
    route('/a', '甲'),
    route('/b', '乙'),
    route('/live', '实时', { noCache: true }),
  ].map((one) => [one.path, one]),
);
let renders: string[] = [];
/** Names of the pages in the order in which they gave way to others. */
let hides: string[] = [];

/** Stands for the contents of a page. */
function Body({ name }: { name: string }) {
  renders.push(name);
  return null;
}

function Page({ name, isGuarded = false }: { name: string; isGuarded?: boolean }) {
  const { search } = useLocation();
  const page = usePage();
  const { confirm } = useFeedback();
  const navigation = usePageNavigation();
  const [text, setText] = useState('');
  const [isEnded, setEnded] = useState(false);
  const [visits, setVisits] = useState(1);
  const saved = useRef(false);
  const [, setSaved] = useState(false);
  const [isBlocked] = useState(() => () => isGuarded && !saved.current);
  useShownAgainListener(() => setVisits((before) => before + 1));
  useEffect(() => page?.onHidden(() => hides.push(name)), [page, name]);
  return (
    <section aria-label={name}>
      <input aria-label={`值${name}`} value={text} onChange={(event) => setText(event.target.value)} />
      <output>{`${search}·${visits}`}</output>
      <Body name={name} />
      <button type="button" onClick={() => page?.leave('/b')}>{`离开${name}`}</button>
      <button type="button" onClick={() => navigation.leaveTo?.('/live')}>{`办完${name}`}</button>
      <button
        type="button"
        onClick={() => {
          setTimeout(() => {
            navigation.setQuery({ p: '9' });
            navigation.go('/b');
            setEnded(true);
          }, 50);
        }}
      >{`稍后从${name}走`}</button>
      {isEnded && <em>已完</em>}
      <button
        type="button"
        onClick={() => confirm({ title: `${name}要删除吗？`, onOk: () => undefined })}
      >{`删除${name}`}</button>
      <button
        type="button"
        onClick={() => {
          setTimeout(() => {
            saved.current = true;
            setSaved(true);
          }, 600);
        }}
      >{`保存${name}`}</button>
      {isGuarded && <LeaveGuard hasUnsavedInput={isBlocked} />}
    </section>
  );
}

async function openPages(at: string, guarded = '', more: readonly MenuRoute[] = []): Promise<Shown> {
  renders = [];
  hides = [];
  const tabs = createTabs(memoryStorage());
  const served = new Map([...routes, ...more.map((one) => [one.path, one] as const)]);
  return show(
    <TabsContext value={tabs}>
      <PageRoutesContext value={served}>
        <nav aria-label="links">
          {['/index', '/a', '/b', '/a?p=2', '/live', '/away', '/list?formKey=car'].map((to) => (
            <Link key={to} to={to}>{`去${to}`}</Link>
          ))}
        </nav>
        <TabBar />
        <Routes>
          <Route element={<Outlet node={{ tag: 'outlet' }} path={[]} />}>
            <Route index element={<Navigate to="/index" replace />} />
            {[...served.values()].map(({ path, title }) => (
              <Route key={path} path={path} element={<Page name={title} isGuarded={title === guarded} />} />
            ))}
            <Route path="*" element={<p>没有此页</p>} />
          </Route>
        </Routes>
      </PageRoutesContext>
    </TabsContext>,
    { at },
  );
}

const value = ({ view }: Shown, name: string): string => (view.getByLabelText(`值${name}`) as HTMLInputElement).value;
const go = ({ view }: Shown, to: string): void => {
  fireEvent.click(view.getByText(`去${to}`));
};
const tabsOf = ({ view }: Shown): string[] =>
  [...view.container.querySelectorAll('[data-tab]')].map((tab) => tab.getAttribute('data-tab') ?? '');

test('a page is told each time another one is shown instead, and not for a change of its own address', async () => {
  const shown = await openPages('/a');
  go(shown, '/a?p=2');
  await waitFor(() => expect(shown.view.getByText('?p=2·1')).toBeTruthy());
  expect(hides).toEqual([]);
  go(shown, '/b');
  await waitFor(() => expect(hides).toEqual(['甲']));
  go(shown, '/a?p=2');
  await waitFor(() => expect(hides).toEqual(['甲', '乙']));
});

test('a page keeps what was typed while another is shown, and the document holds the shown one only (TA-011)', async () => {
  const shown = await openPages('/a');
  fireEvent.change(shown.view.getByLabelText('值甲'), { target: { value: '写了一半' } });
  go(shown, '/b');
  await shown.view.findByLabelText('乙');
  expect(document.querySelector('[aria-label="值甲"]')).toBeNull();
  go(shown, '/a');
  await shown.view.findByLabelText('甲');
  expect(value(shown, '甲')).toBe('写了一半');
  expect(shown.view.getByText('·2')).toBeTruthy();
});

test('a question stands over its own page only, and is there again with it', async () => {
  const shown = await openPages('/a');
  fireEvent.click(shown.view.getByText('删除甲'));
  await shown.view.findByText('甲要删除吗？', { selector: '.ant-modal-confirm-title' });
  go(shown, '/b');
  await shown.view.findByLabelText('乙');
  expect(document.querySelector('.ant-modal-confirm-title')).toBeNull();
  go(shown, '/a');
  await shown.view.findByText('甲要删除吗？', { selector: '.ant-modal-confirm-title' });
});

test('a change of route renders no contents of the pages behind the shown one', async () => {
  const shown = await openPages('/a');
  go(shown, '/b');
  await shown.view.findByLabelText('乙');
  renders = [];
  go(shown, '/index');
  await shown.view.findByLabelText('首页');
  expect(renders.filter((name) => name === '甲')).toEqual([]);
});

test('what a page ends with behind another leads nobody away from there', async () => {
  const shown = await openPages('/a');
  fireEvent.click(shown.view.getByText('稍后从甲走'));
  go(shown, '/index');
  await shown.view.findByLabelText('首页');
  await new Promise((resolve) => {
    setTimeout(resolve, 150);
  });
  expect(shown.view.queryByLabelText('乙')).toBeNull();
  go(shown, '/a');
  await shown.view.findByText('已完');
  expect(tabsOf(shown)).toEqual(['/index', '/a']);
});

test('a query that a page gets behind another one is its address when it is shown again', async () => {
  const shown = await openPages('/a');
  fireEvent.change(shown.view.getByLabelText('值甲'), { target: { value: 'x' } });
  fireEvent.click(shown.view.getByText('稍后从甲走'));
  go(shown, '/index');
  await waitFor(() => expect(tabsOf(shown)).toEqual(['/index', '/a?p=9']));
  expect(shown.where()).toBe('/index');
  fireEvent.click(shown.view.getByTitle('甲'));
  await shown.view.findByText('?p=9·2');
  expect([shown.where(), value(shown, '甲')]).toEqual(['/a?p=9', 'x']);
});

test('a page that is done with gives its place to the next one, and 返回 from there does not lead to it', async () => {
  const shown = await openPages('/b');
  go(shown, '/a');
  fireEvent.click(await shown.view.findByText('办完甲'));
  await shown.view.findByLabelText('实时');
  expect(tabsOf(shown)).toEqual(['/index', '/b', '/live']);
  fireEvent.click(shown.view.getByText('离开实时'));
  await shown.view.findByLabelText('乙');
  expect(tabsOf(shown)).toEqual(['/index', '/b']);
});

test('the same path with another query is shown by the same page', async () => {
  const shown = await openPages('/a');
  fireEvent.change(shown.view.getByLabelText('值甲'), { target: { value: 'x' } });
  go(shown, '/a?p=2');
  await shown.view.findByText(/^\?p=2·/);
  expect([value(shown, '甲'), tabsOf(shown)]).toEqual(['x', ['/index', '/a?p=2']]);
});

test('a page that must not be cached is made anew (TA-011)', async () => {
  const shown = await openPages('/live');
  fireEvent.change(shown.view.getByLabelText('值实时'), { target: { value: 'x' } });
  go(shown, '/a');
  await shown.view.findByLabelText('甲');
  go(shown, '/live');
  await shown.view.findByLabelText('实时');
  expect(value(shown, '实时')).toBe('');
});

test('closing the shown tab shows the one before and forgets the page; the middle button closes, too (TA-003, TA-005)', async () => {
  const shown = await openPages('/b');
  go(shown, '/a');
  await shown.view.findByLabelText('甲');
  fireEvent.change(shown.view.getByLabelText('值甲'), { target: { value: 'x' } });
  fireEvent(shown.view.getByTitle('甲'), new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }));
  await shown.view.findByLabelText('乙');
  expect([shown.where(), tabsOf(shown)]).toEqual(['/b', ['/index', '/b']]);
  go(shown, '/a');
  await shown.view.findByLabelText('甲');
  expect(value(shown, '甲')).toBe('');
});

test('going to another tab with unsaved values asks nothing; closing the tab shows it and asks, and a no keeps everything', async () => {
  const shown = await openPages('/b', '甲');
  go(shown, '/a');
  await shown.view.findByLabelText('甲');
  go(shown, '/b');
  await shown.view.findByLabelText('乙');
  expect(shown.view.queryByText('继续填写')).toBeNull();
  fireEvent.click(shown.view.getByLabelText('关闭甲'));
  fireEvent.click(await shown.view.findByText('继续填写'));
  expect([shown.where(), tabsOf(shown)]).toEqual(['/a', ['/index', '/b', '/a']]);
  fireEvent.click(shown.view.getByLabelText('关闭甲'));
  fireEvent.click(document.querySelector('[data-action="leave"]') as HTMLElement);
  await waitFor(() => expect([shown.where(), tabsOf(shown)]).toEqual(['/b', ['/index', '/b']]));
});

test('a page that is done with closes its tab and leads back, past its own guard once the person agrees', async () => {
  const shown = await openPages('/b', '甲');
  go(shown, '/a');
  fireEvent.click(await shown.view.findByText('离开甲'));
  await shown.view.findByText('尚未保存');
  fireEvent.click(document.querySelector('[data-action="leave"]') as HTMLElement);
  await shown.view.findByLabelText('乙');
  expect([shown.where(), tabsOf(shown)]).toEqual(['/b', ['/index', '/b']]);
});

test('an unknown address is no tab, and the pages behind it stay', async () => {
  const shown = await openPages('/a');
  fireEvent.change(shown.view.getByLabelText('值甲'), { target: { value: 'x' } });
  go(shown, '/away');
  await shown.view.findByText('没有此页');
  expect([tabsOf(shown), document.title]).toEqual([['/index', '/a'], '页面不存在 - 建设工程检测协同平台']);
  go(shown, '/a');
  await shown.view.findByLabelText('甲');
  expect(value(shown, '甲')).toBe('x');
});

test('the context menu of a tab offers the six commands, and a pinned tab cannot be closed (TA-001, TA-002)', async () => {
  const shown = await openPages('/a');
  fireEvent.contextMenu(shown.view.getByTitle('首页'));
  const names = ['刷新页面', '关闭当前', '关闭其他', '关闭左侧', '关闭右侧', '关闭全部'];
  for (const name of names) expect(await shown.view.findByText(name)).toBeTruthy();
  expect(shown.view.getByText('关闭当前').closest('li')?.getAttribute('aria-disabled')).toBe('true');
  expect(shown.view.queryByLabelText('关闭首页')).toBeNull();
});

test('the tab of the shown page is brought into sight whole, with its cross (TA-012)', async () => {
  const brought: (string | undefined)[] = [];
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function reveal(this: Element) {
    if (this.querySelector('[data-tab]') ?? this.matches('[data-tab]')) brought.push(this.textContent ?? undefined);
  });
  const shown = await openPages('/a');
  brought.length = 0;
  go(shown, '/b');
  await shown.view.findByLabelText('乙');
  expect(brought.at(-1)).toBe('乙');
  go(shown, '/a');
  await shown.view.findByLabelText('甲');
  expect(brought.at(-1)).toBe('甲');
  scroll.mockRestore();
});

test('a command that would close nothing cannot be given: pinned tabs beside it do not count (TA-001, TA-006, TA-008)', async () => {
  const shown = await openPages('/a');
  fireEvent.contextMenu(document.querySelector('[data-tab="/a"]') as Element);
  await shown.view.findByText('关闭左侧');
  const off = (name: string): boolean =>
    shown.view.getByText(name).closest('li')?.getAttribute('aria-disabled') === 'true';
  expect(['刷新页面', '关闭当前', '关闭其他', '关闭左侧', '关闭右侧', '关闭全部'].map(off)).toEqual([
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('a page that is shown again at its address renders nothing anew, with another query it does', async () => {
  const { view, where } = await openPages('/a');
  fireEvent.click(view.getByText('去/b'));
  await waitFor(() => expect(where()).toBe('/b'));
  renders = [];
  fireEvent.click(view.getByText('去/a'));
  await waitFor(() => expect(view.getByLabelText('值甲').isConnected).toBe(true));
  // it counts its visits, which is all that it does
  await waitFor(() => expect(view.getByText('·2')).toBeTruthy());
  expect(renders.filter((name) => name === '甲')).toHaveLength(1);
  fireEvent.click(view.getByText('去/a?p=2'));
  await waitFor(() => expect(view.getByText('?p=2·2')).toBeTruthy());
});

test('a pinned entry with a query is open with it, and another record at its path has a tab that can be closed', async () => {
  const pinned = route('/list', '请假', { affix: true, search: '?formKey=leave' });
  const shown = await openPages('/index', '', [pinned]);
  fireEvent.click(shown.view.getByTitle('请假'));
  await waitFor(() => expect(shown.where()).toBe('/list?formKey=leave'));
  go(shown, '/list?formKey=car');
  await waitFor(() => expect(tabsOf(shown)).toEqual(['/index', '/list?formKey=leave', '/list?formKey=car']));
  expect(document.querySelectorAll('[data-tab][data-affix]')).toHaveLength(2);
});

test('the mark of unsaved values goes when they are saved, however long the save took', async () => {
  const shown = await openPages('/a', '甲');
  const isMarked = (): boolean => document.querySelector('[data-tab="/a"]')?.hasAttribute('data-dirty') === true;
  await waitFor(() => expect(isMarked()).toBe(true));
  fireEvent.click(shown.view.getByText('保存甲'));
  await waitFor(() => expect(isMarked()).toBe(false), { timeout: 3000 });
});

test.each([
  ['fixed', 'sf-main'],
  ['flowing', 'sf-body'],
])('a page keeps its scroll position in its tab (header %s: %s scrolls)', (header, scroller) => {
  const shell = document.createElement('div');
  shell.className = 'sf-shell';
  shell.dataset.header = header;
  shell.innerHTML = '<div class="sf-body"><main class="sf-main"><div></div></main></div>';
  const scrolling = shell.querySelector(`.${scroller}`) as HTMLElement;
  const pane = createPaneHost(shell.querySelector('main > div') as HTMLElement);
  pane.show();
  scrolling.scrollTop = 300;
  pane.hide();
  scrolling.scrollTop = 0;
  pane.show();
  pane.restore();
  expect(scrolling.scrollTop).toBe(300);
  pane.remove();
});
