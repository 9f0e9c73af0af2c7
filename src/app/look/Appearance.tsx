import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import { useSnapshot } from 'valtio';
import { REDUCED_MOTION, useMediaQuery } from '../../runtime/host/mediaQuery.ts';
import { createNonThrowingStorage } from '../../session/nonThrowingStorage.ts';
import { createSettings, isDark as isDarkOf, type Size } from '../../shell/settings/settings.ts';
import { SettingsContext } from '../../shell/settings/settingsContext.ts';
import { readMeta } from '../boot/meta.ts';
import { themeOf } from './theme.ts';

const csp = { nonce: readMeta('csp-nonce') ?? undefined };
const ANTD_SIZES = { default: 'middle', large: 'large', small: 'small' } as const satisfies Record<Size, string>;
const CLOSE_BUTTON = { closable: { 'aria-label': '关闭' } };

/**
 * Provides the settings of this browser and applies them (theme, size, colour) to the application after sign-in
 * (SD-002…008).
 */
export function Appearance({ children }: { children: ReactNode }) {
  const [settings] = useState(() => createSettings(createNonThrowingStorage(localStorage)));
  const snapshot = useSnapshot(settings.state);
  const {
    size,
    layout: { theme: colour },
  } = snapshot;
  const isDark = isDarkOf(snapshot);
  const isMotionReduced = useMediaQuery(REDUCED_MOTION);
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
  // autoInsertSpace off: antd would insert a space between the two characters of a short button
  const configuration = useMemo(
    () => ({
      locale: zhCN,
      csp,
      button: { autoInsertSpace: false },
      modal: CLOSE_BUTTON,
      drawer: CLOSE_BUTTON,
      componentSize: ANTD_SIZES[size],
      theme: themeOf({ colour, isDark, size, isMotionReduced }),
    }),
    [colour, isDark, size, isMotionReduced],
  );
  // applies the same configuration to dialogs and messages that are rendered outside the tree
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
