import { useSyncExternalStore } from 'react';
import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Button that enters and leaves full screen. Not rendered where the browser does not support it (iPhone). */
export function FullScreen() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const label = isFull ? '退出全屏' : '全屏显示';
  const toggle = (): void => {
    // the browser may refuse the request (a policy, no user gesture): ignore the refusal
    void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  };
  return (
    <Button
      type="text"
      className="sf-wide-only"
      data-action="full-screen"
      aria-label={label}
      title={label}
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={toggle}
    />
  );
}
