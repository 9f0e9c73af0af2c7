import { beforeEach, expect, test, vi } from 'vitest';

interface FirstPicture {
  theme?: string;
  boot?: string;
  bonesSide?: string;
  bonesLight?: string;
  bonesNoTabs?: string;
}

/** What the script leaves on the page for what is stored and where the address leads. */
async function firstPicture(
  stored: Record<string, string>,
  { hash = '#/index', isSystemDark = false } = {},
): Promise<FirstPicture> {
  localStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  window.location.hash = hash;
  vi.stubGlobal('matchMedia', () => ({ matches: isSystemDark }));
  for (const key of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[key];
  vi.resetModules();
  // @ts-expect-error a classic script: it has no types and gives nothing
  await import('../../src/app/boot/early.js');
  return { ...document.documentElement.dataset } as FirstPicture;
}
beforeEach(() => {
  vi.unstubAllGlobals();
});

const tokens = '{"access_token":"a"}';

test('a page kept dark is dark before anything is drawn, but sign-in never is', async () => {
  const dark = { 'layout-setting': '{"mode":"dark"}' };
  expect((await firstPicture({ ...dark, tokens })).theme).toBe('dark');
  expect((await firstPicture(dark)).theme).toBeUndefined();
  expect((await firstPicture({ tokens })).theme).toBeUndefined();
  expect((await firstPicture({ tokens, 'layout-setting': '{"mode":"auto"}' }, { isSystemDark: true })).theme).toBe(
    'dark',
  );
});

test('who is signed in sees the bones of the layout first, as they left it; pages without a layout have none', async () => {
  expect(await firstPicture({})).toEqual({});
  expect(await firstPicture({ tokens })).toEqual({ boot: 'shell' });
  expect(
    await firstPicture({ tokens, sidebarStatus: '0', 'layout-setting': '{"sideTheme":"light","tagsView":false}' }),
  ).toEqual({ boot: 'shell', bonesSide: 'closed', bonesLight: '1', bonesNoTabs: '1' });
  expect((await firstPicture({ tokens }, { hash: '#/login' })).boot).toBe('lone');
});

test('storage that holds nonsense breaks nothing', async () => {
  expect(await firstPicture({ tokens: '{broken' })).toEqual({});
  expect(await firstPicture({ tokens, 'layout-setting': '[', sidebarStatus: 'x' })).toEqual({ boot: 'shell' });
});
