import { useCallback, useEffect, useState } from 'react';

/** A wall is designed at this size; a larger one shows everything larger, a wider one more beside each other. */
const DESIGN_WIDTH = 1920;
const DESIGN_HEIGHT = 1080;

const scaleNow = (): number =>
  Math.max(1, Math.min(window.innerWidth / DESIGN_WIDTH, window.innerHeight / DESIGN_HEIGHT));

/** The board over the whole screen, dark. Ends with Esc, with the browser's own full screen, and when the board goes. */
export function useWall(): { isWall: boolean; scale: number; enter(): void; leave(): void } {
  const [isWall, setWall] = useState(false);
  const [scale, setScale] = useState(1);
  const enter = useCallback(() => {
    setScale(scaleNow());
    setWall(true);
    // a browser may refuse it (a policy, an iPhone): then the board fills the window
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, []);
  const leave = useCallback(() => {
    setWall(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isWall) return undefined;
    const page = document.documentElement;
    const { theme } = page.dataset;
    page.dataset.theme = 'dark';
    const resized = (): void => setScale(scaleNow());
    const changed = (): void => {
      if (!document.fullscreenElement) setWall(false);
    };
    const pressed = (event: KeyboardEvent): void => {
      // what lies above (records behind a figure, a menu) closes first
      const isAbove = document.querySelector(
        '.ant-drawer-open, .ant-modal-wrap, .ant-dropdown:not(.ant-dropdown-hidden)',
      );
      if (event.key === 'Escape' && !event.defaultPrevented && !isAbove) leave();
    };
    window.addEventListener('resize', resized);
    window.addEventListener('keydown', pressed);
    document.addEventListener('fullscreenchange', changed);
    return () => {
      if (theme === undefined) delete page.dataset.theme;
      else page.dataset.theme = theme;
      window.removeEventListener('resize', resized);
      window.removeEventListener('keydown', pressed);
      document.removeEventListener('fullscreenchange', changed);
    };
  }, [isWall, leave]);
  return { isWall, scale: isWall ? scale : 1, enter, leave };
}
