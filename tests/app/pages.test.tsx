import { renderHook, screen } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, expect, test } from 'vitest';
import { readFrameLink } from '../../src/runtime/host/frameLink.ts';
import { FramePage } from '../../src/app/routes/FramePage.tsx';
import { PageScreen } from '../../src/app/routes/PageScreen.tsx';
import { useServedRoutes } from '../../src/app/routes/useServedRoutes.ts';
import { ServiceError } from '../../src/runtime/services/serviceError.ts';
import { readMenu } from '../../src/session/menu.ts';
import { menu } from '../session/fakes.ts';
import { show } from '../shell/bench.tsx';

// the page in the frame is another site's matter
(
  window as unknown as { happyDOM: { settings: { disableIframePageLoading: boolean } } }
).happyDOM.settings.disableIframePageLoading = true;
afterEach(() => document.head.replaceChildren());

const HERE = 'https://platform.example.cn/#/x';
const LINKS: [string | null, readonly string[], ReturnType<typeof readFrameLink>['kind']][] = [
  [null, [], 'missing'],
  ['', [], 'missing'],
  ['  ', [], 'missing'],
  ['javascript:alert(1)', [], 'missing'],
  ['data:text/html,x', [], 'missing'],
  ['/report/index.html', [], 'frame'],
  ['https://platform.example.cn/map', [], 'frame'],
  ['https://map.example.cn/a?b=1', ['https://map.example.cn'], 'frame'],
  ['https://map.example.cn/', [], 'refused'],
  ['https://map.example.cn.evil.example/', ['https://map.example.cn'], 'refused'],
];
for (const [link, allowed, kind] of LINKS) {
  test(`the link ${JSON.stringify(link)} of an embedded page is ${kind} where ${allowed.join() || 'nobody'} is allowed (SH-005, ER-013)`, () => {
    expect(readFrameLink(link, HERE, allowed).kind).toBe(kind);
  });
}

test('an embedded page stands in a frame that is titled after its menu entry (SH-005)', async () => {
  await show(<FramePage link="/report/index.html" title="报表" />);
  expect(screen.getByTitle('报表').getAttribute('src')).toMatch(/\/report\/index\.html$/);
});

test('a person is told that a site is not allowed, and may open it in a window of its own; the setting is an administrator’s concern', async () => {
  await show(<FramePage link="https://map.example.cn/x" title="地图" />);
  expect(screen.getByRole('alert').textContent).toContain('“地图”不能在平台内打开');
  expect(screen.getByRole('alert').textContent).not.toContain('FRAME_ORIGINS');
  expect(screen.getByText('在新窗口打开').getAttribute('href')).toBe('https://map.example.cn/x');
});

test('an administrator is told which setting allows the site', async () => {
  await show(<FramePage link="https://map.example.cn/x" title="地图" />, { roles: ['admin'] });
  expect(screen.getByRole('alert').textContent).toContain('FRAME_ORIGINS');
});

const none = {
  screens: {
    get: async () => {
      throw new ServiceError('404', '资源不存在');
    },
  },
};

test('a menu entry that names an unknown view says to an administrator which one (RG-012)', async () => {
  await show(<PageScreen screenKey="seals/gone/list" title="用印统计" />, { roles: ['admin'], services: none });
  expect((await screen.findByRole('alert')).textContent).toContain('菜单“用印统计”的 component 为 seals/gone/list');
});

test('everybody else reads that the page is not open yet', async () => {
  await show(<PageScreen screenKey="seals/gone/list" title="用印统计" />, { services: none });
  const { textContent } = await screen.findByRole('alert');
  expect([textContent?.includes('页面尚未开放'), textContent?.includes('component')]).toEqual([true, false]);
});

test('a page whose entry was taken out of the menu says so and can still be used; a page that is not shown is not there any more', () => {
  const before = readMenu(menu);
  const left = before.filter(({ id }) => id !== 'office');
  window.location.hash = '#/seals/apply?x=1';
  const { result, rerender } = renderHook(({ modules }) => useServedRoutes(modules), {
    initialProps: { modules: before },
    wrapper: ({ children }) => <App>{children}</App>,
  });
  const paths = (): string[] => result.current.map(({ path }) => path);
  expect(paths()).toEqual(expect.arrayContaining(['/seals/apply', '/seals/secret']));
  rerender({ modules: left });
  expect(screen.getByText('“用印申请”已从菜单中移除。本页可以继续使用，关闭后不再能打开')).toBeTruthy();
  expect([paths().includes('/seals/apply'), paths().includes('/seals/secret')]).toEqual([true, false]);
  window.location.hash = '';
});
