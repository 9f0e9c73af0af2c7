import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listFindablePages, findPages } from '../../../src/shell/menuSearch/findPages.ts';
import { MenuSearch } from '../../../src/shell/menuSearch/MenuSearch.tsx';
import { matchesTitlePinyin } from '../../../src/shell/menuSearch/matchesTitlePinyin.ts';
import { readMenu } from '../../../src/session/menu.ts';
import { menu } from '../../session/fakes.ts';
import { show } from '../bench.tsx';

const all = listFindablePages(readMenu(menu));
const titles = (query: string): string[] => findPages(all, query, matchesTitlePinyin).map(({ title }) => title);

test('every shown page of every module can be found, a hidden one cannot', () => {
  expect(all.map(({ title, address, trail }) => [title, address, trail])).toEqual([
    ['表单管理', '/system/forms', '系统管理'],
    ['首页', '/index', '协同办公'],
    ['用印申请', '/seals/apply', '协同办公 / 印章管理'],
  ]);
});

test('a name, its pinyin, its initials or a mixture find it, and noise finds nothing', () => {
  for (const query of ['印申', 'yysq', 'yongyin', 'yongysq', 'YYSQ '])
    expect([query, titles(query)]).toEqual([query, ['用印申请']]);
  expect(titles('印章')).toEqual(['用印申请']);
  for (const query of ['zzz', '%', '*', '<b>']) expect([query, titles(query)]).toEqual([query, []]);
});

test('Ctrl+K opens the search, arrows choose, Enter goes there', async () => {
  const { view, where } = await show(<MenuSearch node={{ tag: 'menuSearch' }} path={[]} />);
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  const input = await waitFor(
    () => {
      const found = document.querySelector<HTMLInputElement>('[data-menu-search]');
      if (!found) throw new Error('not open');
      return found;
    },
    { timeout: 8000 },
  );
  expect(document.querySelectorAll('[data-found]')).toHaveLength(3);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(where()).toBe('/seals/apply'));
  await waitFor(() => expect(view.queryByText('用印申请')).toBeNull());
}, 20_000);

const NOTHING = { records: () => Promise.resolve({ forms: [], isMore: false }) };

test('letters that are typed before the dialog is there are in it, and once it has the keyboard they are not doubled', async () => {
  await show(<MenuSearch node={{ tag: 'menuSearch' }} path={[]} />, { services: { search: NOTHING } });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  for (const key of ['y', 'y', 's']) fireEvent.keyDown(document.body, { key });
  const input = await waitFor(
    () => {
      const found = document.querySelector<HTMLInputElement>('[data-menu-search]');
      if (!found) throw new Error('not open');
      return found;
    },
    { timeout: 8000 },
  );
  expect(input.value).toBe('yys');
  fireEvent.keyDown(input, { key: 'q' });
  fireEvent.change(input, { target: { value: 'yysq' } });
  expect(input.value).toBe('yysq');
}, 20_000);
