import { readFileSync } from 'node:fs';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { mixColours, themeOf } from '../../../src/app/look/theme.ts';
import {
  COLOURS,
  createSettings,
  DEFAULTS,
  isDark,
  readLayout,
  type Settings,
} from '../../../src/shell/settings/settings.ts';
import { LayoutSettingsButton } from '../../../src/shell/settings/SettingsButton.tsx';
import { SettingsContext } from '../../../src/shell/settings/settingsContext.ts';
import { memoryStorage } from '../../session/fakes.ts';
import { show } from '../bench.tsx';

test('the defaults are those of the specification, with eight colours (SD-007…009)', () => {
  expect(DEFAULTS).toMatchObject({
    theme: '#005bec',
    sideTheme: 'dark',
    topNav: true,
    tagsView: true,
    fixedHeader: true,
    sidebarLogo: true,
    dynamicTitle: true,
  });
  expect(new Set(COLOURS.map(({ value }) => value)).size).toBe(8);
  expect(COLOURS[0].value).toBe('#005bec');
});

test('what is stored is read as far as it makes sense', () => {
  expect(readLayout({ topNav: false, sideTheme: 'theme-light', theme: '#ABCDEF', tagsView: 'no' })).toEqual({
    ...DEFAULTS,
    topNav: false,
    sideTheme: 'light',
    theme: '#abcdef',
  });
  for (const broken of [null, 'x', [], { theme: 'red; background: url(x)', mode: 1 }])
    expect(readLayout(broken)).toEqual(DEFAULTS);
});

test('a change holds at once, is kept only by saving, and a reset forgets it (LS-002, LS-010, EN-011)', () => {
  const storage = memoryStorage();
  const settings = createSettings(storage);
  settings.change({ tagsView: false, theme: '#8a5a00' });
  expect([settings.state.layout.tagsView, settings.isChanged(), createSettings(storage).state.layout.tagsView]).toEqual(
    [false, true, true],
  );
  settings.save();
  settings.setSize('small');
  expect(JSON.parse(storage.getItem('layout-setting') ?? '')).toMatchObject({
    topNav: true,
    tagsView: false,
    fixedHeader: true,
    sidebarLogo: true,
    dynamicTitle: true,
    sideTheme: 'dark',
    theme: '#8a5a00',
  });
  const again = createSettings(storage);
  expect([again.state.layout.theme, again.state.size, again.isChanged()]).toEqual(['#8a5a00', 'small', false]);
  again.reset();
  expect([again.state.layout, again.state.size, storage.all()]).toEqual([DEFAULTS, 'default', {}]);
});

test('跟随系统 follows the system while the page is open', () => {
  const settings = createSettings(memoryStorage());
  let tell = (): void => undefined;
  const query = {
    matches: true,
    addEventListener: (_name: string, listener: () => void) => {
      tell = listener;
    },
    removeEventListener: vi.fn(),
  };
  const release = settings.followSystem(query as unknown as MediaQueryList);
  expect(isDark(settings.state)).toBe(false);
  settings.change({ mode: 'auto' });
  expect(isDark(settings.state)).toBe(true);
  query.matches = false;
  tell();
  expect(isDark(settings.state)).toBe(false);
  release();
  expect(query.removeEventListener).toHaveBeenCalled();
});

/** WCAG 2 contrast of two `#rrggbb`. */
function contrast(first: string, second: string): number {
  const light = (colour: string): number =>
    [1, 3, 5]
      .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const [a, b] = [light(first), light(second)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

test('white on every colour, and every colour as a link in a light and a dark page, can be read', () => {
  for (const { value } of COLOURS) {
    expect([value, contrast('#ffffff', value) >= 4.5]).toEqual([value, true]);
    const link =
      themeOf({ colour: value, isDark: true, size: 'default', isMotionReduced: false }).token?.colorLink ?? '';
    expect([value, contrast(link, '#171c25') >= 4.5, contrast(value, '#f3f5f9') >= 4.5]).toEqual([value, true, true]);
  }
  expect(mixColours('#000000', '#ffffff', 0.5)).toBe('#808080');
});

async function openDrawer(): Promise<{ settings: Settings; storage: ReturnType<typeof memoryStorage> }> {
  const storage = memoryStorage();
  const settings = createSettings(storage);
  const { view } = await show(
    <SettingsContext value={settings}>
      <LayoutSettingsButton />
    </SettingsContext>,
  );
  fireEvent.click(view.getByLabelText('布局设置'));
  await view.findByText('保存配置');
  return { settings, storage };
}

test('the drawer sets colour, brightness and parts at once; 保存配置 turns for one second (SD-001…010)', async () => {
  const { settings, storage } = await openDrawer();
  fireEvent.click(document.querySelector('input[aria-label="松绿"]') as HTMLElement);
  fireEvent.click(document.querySelector('[data-setting="sidebarLogo"]') as HTMLElement);
  expect([settings.state.layout.theme, settings.state.layout.sidebarLogo, storage.all()]).toEqual([
    '#237a1e',
    false,
    {},
  ]);
  const save = document.querySelector('[data-action="save-settings"]') as HTMLElement;
  fireEvent.click(save);
  await waitFor(() => expect(save.className).toContain('loading'));
  expect(JSON.parse(storage.getItem('layout-setting') ?? '{}')).toMatchObject({ theme: '#237a1e', sidebarLogo: false });
  await waitFor(() => expect(save.className).not.toContain('loading'));
});

test('nothing slides or fades for whoever asked the system for reduced motion', () => {
  const look = { colour: COLOURS[0].value, isDark: false, size: 'default' } as const;
  expect([
    themeOf({ ...look, isMotionReduced: true }).token?.motion,
    themeOf({ ...look, isMotionReduced: false }).token?.motion,
  ]).toEqual([false, true]);
});

test.each(['zoom', 'zoom-big', 'zoom-big-fast', 'slide-up', 'slide-down'])(
  'what the library opens by %s fades in where it stays: a press that begins on it ends on it',
  (motion) => {
    const style = document.createElement('style');
    style.textContent = `.moved { transform: scale(0.2); animation-name: antZoomIn; } ${readFileSync('src/app/app.css', 'utf8')}`;
    document.head.append(style);
    for (const stage of ['enter', 'appear']) {
      const opening = document.createElement('div');
      opening.className = `moved ant-${motion}-${stage} ant-${motion}-${stage}-active`;
      document.body.append(opening);
      const { transform, animationName } = getComputedStyle(opening);
      expect([transform, animationName]).toEqual(['none', 'sf-appear']);
      opening.remove();
    }
    expect(style.textContent).toMatch(/@keyframes sf-appear \{[^@]*?opacity: 0;[^@]*?opacity: 1;\s*\}\s*\}/);
    style.remove();
  },
);
