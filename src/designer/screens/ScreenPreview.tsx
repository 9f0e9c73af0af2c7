import { Alert, Empty } from 'antd';
import { useMemo } from 'react';
import type { ScreenDefinition } from '../../importer/index.ts';
import { Screen } from '../../runtime/screen/Screen.tsx';
import { PlaceContext } from '../../screens/place/place.ts';
import { DeviceChoice, DeviceScreen, type Device } from '../document/Device.tsx';
import { useScale } from '../document/useScale.ts';
import { NOWHERE } from './nowhere.ts';

/** Width in pixels of a desktop page. */
const DESKTOP = 1280;

/** The page inside the shell would be this editor again, and in it the shell again. */
function withoutPages(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPages);
  if (typeof value !== 'object' || value === null) return value;
  if ((value as { tag?: unknown }).tag === 'outlet') return { tag: 'text', text: '（页面显示在此处）' };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutPages(inner)]));
}

interface Props {
  screen: ScreenDefinition | null;
  isOld: boolean;
  /** A page stands in the shell, at a distance from its edges. */
  isPage?: boolean;
  device: Device;
  onDevice(device: Device): void;
}

/** The screen of the current text with this administrator's real data; to look at, not to use. */
export function ScreenPreview({ screen, isOld, isPage = false, device, onDevice }: Props) {
  const [body, scale] = useScale(DESKTOP);
  const shown = useMemo(
    () => (screen === null ? null : { document: withoutPages(screen), count: JSON.stringify(screen) }),
    [screen],
  );
  return (
    <section className="ds-preview" aria-label="预览">
      <header>
        <DeviceChoice label="预览的设备" value={device} onChange={onDevice} />
        <span className="sc-note">用您的账号显示，仅供查看</span>
      </header>
      {isOld ? <Alert type="warning" showIcon banner message="当前文本有误，下面是最近一次正确内容的预览" /> : null}
      <div className="ds-preview-body" ref={body}>
        <DeviceScreen
          className={isPage ? 'ds-screen ds-page' : 'ds-screen'}
          device={device}
          style={device === 'desktop' ? { width: DESKTOP, zoom: scale } : undefined}
          inert
        >
          {shown === null ? (
            <Empty description="文本正确后在此预览" />
          ) : (
            // another text is another page: what broke in the last one is no finding about this one
            <PlaceContext value={NOWHERE}>
              <Screen key={shown.count} document={shown.document} />
            </PlaceContext>
          )}
        </DeviceScreen>
      </div>
    </section>
  );
}
