import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { useSnapshot } from 'valtio';
import { REDUCED_MOTION, useMediaQuery } from '../../runtime/host/mediaQuery.ts';
import { forgivingStorage } from '../../session/forgivingStorage.ts';
import { createSettings, isDark as isDarkOf, type Size } from '../../shell/settings/settings.ts';
import { SettingsContext } from '../../shell/settings/settingsContext.ts';
import { meta } from '../boot/meta.ts';
import { themeOf } from './theme.ts';

const csp = { nonce: meta('csp-nonce') ?? undefined };
const SIZES = { default: 'middle', large: 'large', small: 'small' } as const satisfies Record<Size, string>;
const closable = { closable: { 'aria-label': '关闭' } };

/** The settings of this browser, and the look they give to everything behind sign-in (SD-002…008). */
export function Appearance({ children }: { children: ReactNode }) {
  const [settings] = useState(() => createSettings(forgivingStorage(localStorage)));
  const snapshot = useSnapshot(settings.state);
  const {
    size,
    layout: { theme: colour },
  } = snapshot;
  const isDark = isDarkOf(snapshot);
  const isStill = useMediaQuery(REDUCED_MOTION);
  useEffect(() => settings.followSystem(window.matchMedia('(prefers-color-scheme: dark)')), [settings]);
  useEffect(() => {
    const { documentElement: page } = document;
    page.dataset.theme = isDark ? 'dark' : 'light';
    page.dataset.size = size;
    page.style.setProperty('--sf-primary', colour);
    return () => {
      delete page.dataset.theme;
      delete page.dataset.size;
      page.style.removeProperty('--sf-primary');
    };
  }, [isDark, colour, size]);
  // no blank between the two characters of a short button
  const configuration = useMemo(
    () => ({
      locale: zhCN,
      csp,
      button: { autoInsertSpace: false },
      modal: closable,
      drawer: closable,
      componentSize: SIZES[size],
      theme: themeOf({ colour, isDark, size, isStill }),
    }),
    [colour, isDark, size, isStill],
  );
  // dialogs and messages that a widget opens outside the tree look the same
  useEffect(
    () =>
      ConfigProvider.config({
        holderRender: (content) => <ConfigProvider {...configuration}>{content}</ConfigProvider>,
      }),
    [configuration],
  );
  return (
    <SettingsContext value={settings}>
      <ConfigProvider {...configuration}>{children}</ConfigProvider>
    </SettingsContext>
  );
}
