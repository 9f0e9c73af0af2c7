import { expect, test } from 'vitest';
import { createTabs, type TabTarget, type Tabs } from '../../../src/shell/tabBar/tabs.ts';
import { tabKey } from '../../../src/shell/tabBar/tabKey.ts';
import { memoryStorage } from '../../session/fakes.ts';

const place = (path: string, more: Partial<TabTarget> = {}): TabTarget => ({
  path,
  search: '',
  title: path.slice(1),
  affix: false,
  noCache: false,
  ...more,
});
const home = place('/index', { affix: true });
const paths = ({ state }: Tabs): string[] => state.visitedViews.map(({ path, search }) => path + search);

/** Tabs of a person who went to /index, /a, /b, /c and is at /c. */
function opened(limit = 10): { tabs: Tabs; ids: string[]; storage: ReturnType<typeof memoryStorage> } {
  const storage = memoryStorage();
  const tabs = createTabs(storage);
  tabs.setMountedLimit(limit);
  tabs.prepare([home], () => true);
  const ids = ['/index', '/a', '/b', '/c'].map((path) => tabs.visit(place(path, { affix: path === '/index' }), false));
  return { tabs, ids, storage };
}

test('a second visit of a path makes no second tab, whatever its filters (TA-004)', () => {
  const { tabs, ids } = opened();
  expect(tabs.visit(place('/a', { search: '?page=2' }), false)).toBe(ids[1]);
  expect(paths(tabs)).toEqual(['/index', '/a?page=2', '/b', '/c']);
});

test('two records on a generic screen are two tabs, and a record that gets its number keeps its tab', () => {
  const { tabs } = opened();
  const blank = tabs.visit(place('/d', { search: '?formKey=f' }), false);
  expect(tabs.visit(place('/d', { search: '?formKey=f&id=1' }), true)).toBe(blank);
  expect(tabs.visit(place('/d', { search: '?formKey=f&id=2' }), false)).not.toBe(blank);
  expect(tabKey('/d', '?isEdit=1&id=2&formKey=f')).toBe('/d?formKey=f&id=2');
  // a dialog whose number is taken out of the address belongs to the tab that has no number
  const list = tabs.visit(place('/notices'), false);
  tabs.visit(place('/notices', { search: '?id=n1' }), false);
  expect(tabs.visit(place('/notices'), true)).toBe(list);
  expect(paths(tabs).filter((path) => path.startsWith('/notices'))).toEqual(['/notices']);
  const replies = ['?source=m1&act=reply', '?source=m2&act=reply', '?source=m2&act=forward'];
  expect(new Set(replies.map((search) => tabs.visit(place('/write', { search }), false))).size).toBe(3);
});

test('new records that begin with other values are other tabs, and each keeps its tab when it gets its number', () => {
  const { tabs } = opened();
  const origins = ['', '&from=contract&fromId=A&fromRule=0', '&from=contract&fromId=B&fromRule=0', '&fix.project=P1'];
  const ids = origins.map((origin) => tabs.visit(place('/d', { search: `?formKey=pay${origin}` }), false));
  expect(new Set(ids).size).toBe(4);
  const again = place('/d', { search: '?fromRule=0&fromId=B&from=contract&isEdit=1&formKey=pay' });
  expect(tabs.visit(again, false)).toBe(ids[2]);
  const saved = place('/d', { search: `?formKey=pay${origins[2]}&id=9` });
  expect(tabs.visit(saved, true)).toBe(ids[2]);
  expect(tabs.visit(place('/d', { search: '?formKey=pay&id=9' }), false)).toBe(ids[2]);
  expect(tabKey('/taskCenter/toDoList', '?from=2026-01-01')).toBe('/taskCenter/toDoList'); // a filter by day
});

test('a new record that gets its number behind another tab gives its address free, and stands in one tab', () => {
  const { tabs } = opened();
  const blank = place('/d', { search: '?formKey=f' });
  const first = tabs.visit(blank, false);
  tabs.visit(place('/a'), false);
  tabs.changeHiddenTabQuery(first, '?formKey=f&id=1');
  const second = tabs.visit(blank, false);
  expect(second).not.toBe(first);
  expect(tabs.visit(place('/d', { search: '?formKey=f&id=1' }), false)).toBe(first);
  tabs.changeHiddenTabQuery(second, '?formKey=f&id=1');
  expect(paths(tabs).filter((path) => path.startsWith('/d'))).toEqual(['/d?formKey=f&id=1']);
});

test('each command closes its tabs, and a pinned tab never (TA-002, TA-005…008)', () => {
  const { tabs, ids } = opened();
  const [index, a, b, c] = ids;
  expect([tabs.listClosable('one', index), tabs.listClosable('one', b)]).toEqual([[], [b]]);
  expect(tabs.listClosable('others', b)).toEqual([a, c]);
  expect(tabs.listClosable('left', c)).toEqual([a, b]);
  expect(tabs.listClosable('right', a)).toEqual([b, c]);
  expect(tabs.listClosable('all', b)).toEqual([a, b, c]);
  tabs.close([index, a, b, c]);
  expect(paths(tabs)).toEqual(['/index']);
});

test('the cached view of a closed tab is dropped (TA-008, TA-009)', () => {
  const { tabs, ids } = opened();
  tabs.close([ids[1]]);
  expect(tabs.state.cachedViews).toEqual([ids[3], ids[2], ids[0]]);
});

test('the tab shown last follows a closed one; closing another changes nothing (OD-056)', () => {
  const { tabs, ids } = opened();
  tabs.visit(place('/a'), false);
  expect(tabs.addressAfterClosing([ids[1]])).toBe('/c');
  expect(tabs.addressAfterClosing([ids[2]])).toBeNull();
  expect(tabs.addressAfterClosing(ids)).toBe('/');
});

test('a place without a title is called no-name, and one that must not be cached is not (TA-010, TA-011)', () => {
  const { tabs } = opened();
  const id = tabs.visit(place('/live', { title: '', noCache: true }), false);
  expect(tabs.state.visitedViews.at(-1)).toMatchObject({ path: '/live', title: 'no-name', affix: false });
  expect(tabs.state.cachedViews).not.toContain(id);
});

test('only so many pages stay alive, and one with unsaved values always does', () => {
  const { tabs, ids } = opened(2);
  expect(tabs.state.cachedViews).toEqual([ids[3], ids[2]]);
  tabs.visit(place('/a'), false);
  tabs.registerLeaveHandler(ids[1], { hasUnsaved: () => true, ask: () => undefined });
  tabs.visit(place('/b'), false);
  tabs.visit(place('/c'), false);
  expect(tabs.state.cachedViews).toEqual([ids[3], ids[2], ids[1]]);
  // without a tab bar: the hidden page with unsaved values stays, and is asked about once it is shown and left
  tabs.setMountedLimit(0);
  expect(tabs.state.cachedViews).toEqual([ids[1]]);
  tabs.visit(place('/a'), false);
  expect(tabs.state.cachedViews).toEqual([]);
});

test('the tab of a pinned entry has the query of its entry; another record at its path is a tab that can be closed', () => {
  const tabs = createTabs(memoryStorage());
  tabs.setMountedLimit(10);
  const list = place('/list', { search: '?formKey=leave', affix: true });
  tabs.prepare([list], () => true);
  expect(paths(tabs)).toEqual(['/list?formKey=leave']);
  const pinnedId = tabs.visit(list, false);
  const other = tabs.visit(place('/list', { search: '?formKey=car' }), false);
  tabs.prepare([list], () => true);
  expect(tabs.state.visitedViews.map(({ id, affix }) => [id, affix])).toEqual([
    [pinnedId, true],
    [other, false],
  ]);
});

test('tabs with unsaved values are marked and named to whoever closes them', () => {
  const { tabs, ids } = opened();
  let isDirty = true;
  const release = tabs.registerLeaveHandler(ids[2], { hasUnsaved: () => isDirty, ask: () => undefined });
  tabs.updateDirtyMarks();
  expect(tabs.state.visitedViews.map((tab) => tab.isDirty)).toEqual([false, false, true, false]);
  expect(tabs.listUnsaved(tabs.listClosable('all', ids[0])).map(({ tab }) => tab.path)).toEqual(['/b']);
  isDirty = false;
  tabs.updateDirtyMarks();
  expect(tabs.state.visitedViews.some((tab) => tab.isDirty)).toBe(false);
  release();
});

test('a reload brings the tabs back, without those whose page is no longer served', () => {
  const { storage } = opened();
  const again = createTabs(storage);
  again.prepare([home], (path) => path !== '/b');
  expect(paths(again)).toEqual(['/index', '/a', '/c']);
  expect(createTabs(memoryStorage({ visitedViews: '{"broken":' })).state.visitedViews).toEqual([]);
});

test('the next person at the same window does not see the tabs of the one before', () => {
  const storage = memoryStorage();
  const mine = createTabs(storage, 'u1');
  mine.rename(mine.visit(place('/a'), false), '律师函（某某公司）');
  expect(createTabs(storage, 'u1').state.visitedViews.map(({ title }) => title)).toEqual(['律师函（某某公司）']);
  expect(createTabs(storage, 'u2').state.visitedViews).toEqual([]);
  expect(createTabs(storage, 'u1').state.visitedViews).toEqual([]);
});

test('a page names its tab; a refresh gives the name back', () => {
  const { tabs, ids } = opened();
  tabs.rename(ids[1], '检测报告用印');
  tabs.visit(place('/a'), false);
  expect(tabs.state.visitedViews[1].title).toBe('检测报告用印');
  tabs.refresh(tabs.idAt('/a')!);
  tabs.visit(place('/a'), false);
  expect([tabs.state.visitedViews[1].title, tabs.state.refreshCounts[ids[1]]]).toEqual(['a', 1]);
});
