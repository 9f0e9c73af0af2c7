import { useCallback, useEffect, useState } from 'react';
import { usePage } from '../../runtime/screen/page.ts';

/** Screen size in pixels for which full-screen boards are designed. On a larger screen the board is enlarged. */
const DESIGN_WIDTH = 1920;
const DESIGN_HEIGHT = 1080;

/** Returns the factor by which a full-screen board is enlarged in the current window; at least 1. */
const currentScale = (): number =>
  Math.max(1, Math.min(window.innerWidth / DESIGN_WIDTH, window.innerHeight / DESIGN_HEIGHT));

/**
 * Full-screen mode of a board (大屏, `isWall`), in the dark theme. It ends when the user presses Esc, when the browser
 * leaves full screen, when another page is shown, or on unmount.
 */
export function useWall(): { isWall: boolean; scale: number; enter(): void; leave(): void } {
  const page = usePage();
  const [isWall, setWall] = useState(false);
  const [scale, setScale] = useState(1);
  const enter = useCallback(() => {
    setScale(currentScale());
    setWall(true);
    // if the browser refuses full screen (a policy, an iPhone), the board fills the window
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, []);
  const leave = useCallback(() => {
    setWall(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isWall) return undefined;
    const { dataset } = document.documentElement;
    const { theme } = dataset;
    dataset.theme = 'dark';
    const updateScale = (): void => setScale(currentScale());
    const onFullScreenChange = (): void => {
      if (!document.fullscreenElement) setWall(false);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      // Esc first closes a drawer, dialog or menu above the board
      const hasOverlay = document.querySelector(
        '.ant-drawer-open, .ant-modal-wrap, .ant-dropdown:not(.ant-dropdown-hidden)',
      );
      if (event.key === 'Escape' && !event.defaultPrevented && !hasOverlay) leave();
    };
    const stopListening = page?.onHidden(leave);
    window.addEventListener('resize', updateScale);
    window.addEventListener('keydown', onKeyDown);
    document.addEventListener('fullscreenchange', onFullScreenChange);
    return () => {
      if (theme === undefined) delete dataset.theme;
      else dataset.theme = theme;
      stopListening?.();
      window.removeEventListener('resize', updateScale);
      window.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('fullscreenchange', onFullScreenChange);
    };
  }, [isWall, leave, page]);
  return { isWall, scale: isWall ? scale : 1, enter, leave };
}
