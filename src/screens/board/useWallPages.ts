import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { planWall, type WallBlock, type WallPage } from './wallPlan.ts';

/** A narrower window is no wall: there the blocks stand one below the other and are scrolled. */
const NARROWEST = 1024;
/** How long one page stands before the next comes. Milliseconds. */
const TURN_MS = 20_000;

interface Line {
  top: number;
  items: HTMLElement[];
  blocks: WallBlock[];
}

function kindOf(item: HTMLElement): WallBlock['kind'] {
  const panel = item.querySelector('.sc-panel:not(.sc-figure-filters)');
  if (panel === null) return 'fixed';
  return panel.querySelector('[data-chart], .sc-video-wall, iframe') ? 'drawn' : 'read';
}

/** The blocks by the lines in which they stand, read off the page: what is hidden by a right or a condition takes no place. */
function linesOf(grid: HTMLElement): Line[] {
  const lines: Line[] = [];
  for (const item of grid.children) {
    if (!(item instanceof HTMLElement) || item.offsetHeight === 0) continue;
    // a block that says only how it would be connected is for the desk, not for a wall
    if (item.querySelector('[data-video-wall="empty"]')) {
      item.dataset.away = 'true';
      continue;
    }
    const block: WallBlock = { natural: item.offsetHeight, kind: kindOf(item) };
    const line = lines.at(-1);
    if (line && Math.abs(line.top - item.offsetTop) < 2) {
      line.items.push(item);
      line.blocks.push(block);
    } else lines.push({ top: item.offsetTop, items: [item], blocks: [block] });
  }
  return lines;
}

/** Measures the blocks at their natural height and plans the pages for a wall of this size. */
function measured(place: HTMLElement, grid: HTMLElement): { lines: Line[]; pages: WallPage[] } {
  place.dataset.fit = 'measure';
  grid.style.gridTemplateRows = '';
  for (const item of grid.children) if (item instanceof HTMLElement) delete item.dataset.away;
  const lines = linesOf(grid);
  const gap = Number.parseFloat(getComputedStyle(grid).rowGap) || 0;
  const rows = lines.map(({ blocks }) => blocks);
  return { lines, pages: planWall(rows, grid.clientHeight, gap) };
}

function release(place: HTMLElement, grid: HTMLElement): void {
  delete place.dataset.fit;
  grid.style.gridTemplateRows = '';
  for (const item of grid.children) if (item instanceof HTMLElement) delete item.dataset.away;
}

/** Lays a page of the board out in the wall as it is now. Answers how many pages there are. */
function layOut(board: HTMLElement, grid: HTMLElement, page: number): number {
  if (window.innerWidth < NARROWEST) {
    release(board, grid);
    return 1;
  }
  const { lines, pages } = measured(board, grid);
  const shown = pages[Math.min(page, pages.length - 1)];
  board.dataset.fit = 'laid';
  lines.forEach(({ items }, index) => {
    if (!shown?.rows.includes(index)) for (const item of items) item.dataset.away = 'true';
  });
  // a table spreads its lines over the room it has, but not farther apart than they can be followed
  for (const table of grid.querySelectorAll<HTMLTableElement>('.sc-figure-table'))
    table.style.setProperty('--lines', String(table.rows.length));
  grid.style.gridTemplateRows = (shown?.heights ?? []).map((height) => `${height}px`).join(' ');
  return Math.max(1, pages.length);
}

export interface WallPages {
  /** The board's own element. */
  place: RefObject<HTMLDivElement | null>;
  count: number;
  page: number;
  isTurning: boolean;
  go(by: number): void;
  setTurning(isTurning: boolean): void;
}

/** Lets the board on a wall fill it without scrolling; what has no room stands on further pages, which turn by themselves. */
export function useWallPages(isWall: boolean, scale: number): WallPages {
  const place = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(1);
  const [wanted, setPage] = useState(0);
  const [isTurning, setTurning] = useState(true);
  const page = Math.min(wanted, count - 1);
  useLayoutEffect(() => {
    const board = place.current;
    const grid = board?.querySelector<HTMLElement>(':scope > .sf-grid');
    if (!isWall || !board || !grid) {
      setPage(0);
      return undefined;
    }
    const lay = (): void => setCount(layOut(board, grid, page));
    let asked = 0;
    const soon = (): void => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(lay);
    };
    lay();
    // figures come and change: a table of more lines needs more room
    const content = new MutationObserver(soon);
    content.observe(grid, { childList: true, subtree: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(asked);
      content.disconnect();
      window.removeEventListener('resize', soon);
      release(board, grid);
    };
  }, [isWall, scale, page]);
  const go = useCallback((by: number) => setPage((page + by + count) % count), [page, count]);
  useEffect(() => {
    if (!isWall || !isTurning || count < 2) return undefined;
    const clock = setInterval(() => {
      // no page is turned while a drawer, dialog or menu is open
      if (!document.querySelector('.ant-drawer-open, .ant-modal-wrap, .ant-dropdown:not(.ant-dropdown-hidden)')) go(1);
    }, TURN_MS);
    return () => clearInterval(clock);
  }, [isWall, isTurning, count, go]);
  return { place, count, page, isTurning, go, setTurning };
}
