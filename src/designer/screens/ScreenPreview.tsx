import { Alert, Empty } from 'antd';
import { useMemo } from 'react';
import type { ScreenDefinition } from '../../importer/index.ts';
import { Screen } from '../../runtime/screen/Screen.tsx';
import { PageNavigationContext } from '../../screens/navigation/pageNavigation.ts';
import { DeviceChoice, DeviceScreen, type Device } from '../document/Device.tsx';
import { useScale } from '../document/useScale.ts';
import { NO_NAVIGATION } from './noNavigation.ts';

/** Width in pixels of a desktop page. */
const DESKTOP_WIDTH = 1280;

/**
 * Returns a document with a text instead of each `outlet`. The shell shows the current page in its outlet, which would
 * be this editor again.
 */
function replaceOutlets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceOutlets);
  if (typeof value !== 'object' || value === null) return value;
  if ((value as { tag?: unknown }).tag === 'outlet') return { tag: 'text', text: '（页面显示在此处）' };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceOutlets(inner)]));
}

interface Props {
  screen: ScreenDefinition | null;
  /** True if the text is invalid; the screen is then the last valid screen. */
  isOutdated: boolean;
  /** True for a page, which is shown with the padding of the shell. */
  isPage?: boolean;
  device: Device;
  onDevice(device: Device): void;
}

/** Read-only preview of the screen with the data that the current administrator can see. */
export function ScreenPreview({ screen, isOutdated, isPage = false, device, onDevice }: Props) {
  const [body, scale] = useScale(DESKTOP_WIDTH);
  const shownScreen = useMemo(
    () => (screen === null ? null : { document: replaceOutlets(screen), key: JSON.stringify(screen) }),
    [screen],
  );
  return (
    <section className="ds-preview" aria-label="预览">
      <header>
        <DeviceChoice label="预览的设备" value={device} onChange={onDevice} />
        <span className="sc-note">用您的账号显示，仅供查看</span>
      </header>
      {isOutdated ? (
        <Alert type="warning" showIcon banner message="当前文本有误，下面是最近一次正确内容的预览" />
      ) : null}
      <div className="ds-preview-body" ref={body}>
        <DeviceScreen
          className={isPage ? 'ds-screen ds-page' : 'ds-screen'}
          device={device}
          style={device === 'desktop' ? { width: DESKTOP_WIDTH, zoom: scale } : undefined}
          inert
        >
          {shownScreen === null ? (
            <Empty description="文本正确后在此预览" />
          ) : (
            // the key remounts the page after a change, which clears errors of the previous text
            <PageNavigationContext value={NO_NAVIGATION}>
              <Screen key={shownScreen.key} document={shownScreen.document} />
            </PageNavigationContext>
          )}
        </DeviceScreen>
      </div>
    </section>
  );
}
