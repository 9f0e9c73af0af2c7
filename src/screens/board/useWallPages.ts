import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { planWall, type WallBlock, type WallPage } from './wallPlan.ts';

/** Minimum window width for the page layout, in pixels; in a narrower window the board scrolls. */
const MIN_WIDTH = 1024;
/** Time in ms until the next page is shown. */
const PAGE_MS = 20_000;

/** The blocks of one row of the grid. `top`: distance in pixels from the upper edge of the offset parent. */
interface RenderedRow {
  top: number;
  items: HTMLElement[];
  blocks: WallBlock[];
}

/** Returns how the height of a rendered block may change (see `WallBlock.kind`). */
function kindOf(item: HTMLElement): WallBlock['kind'] {
  const panel = item.querySelector('.sc-panel:not(.sc-figure-filters)');
  if (panel === null) return 'fixed';
  return panel.querySelector('[data-chart], .sc-video-wall, iframe') ? 'drawn' : 'read';
}

/**
 * Groups the rendered blocks by row of the grid: blocks at the same vertical position are in one row. Omits blocks
 * without height, which are hidden by permission or condition.
 */
function readRenderedRows(grid: HTMLElement): RenderedRow[] {
  const renderedRows: RenderedRow[] = [];
  for (const item of grid.children) {
    if (!(item instanceof HTMLElement) || item.offsetHeight === 0) continue;
    // hides a video block without configuration, which shows only instructions
    if (item.querySelector('[data-video-wall="empty"]')) {
      item.dataset.away = 'true';
      continue;
    }
    const block: WallBlock = { naturalHeight: item.offsetHeight, kind: kindOf(item) };
    const lastRow = renderedRows.at(-1);
    if (lastRow && Math.abs(lastRow.top - item.offsetTop) < 2) {
      lastRow.items.push(item);
      lastRow.blocks.push(block);
    } else renderedRows.push({ top: item.offsetTop, items: [item], blocks: [block] });
  }
  return renderedRows;
}

/** Measures the blocks at their natural height and distributes them over pages of the wall. */
function planPages(board: HTMLElement, grid: HTMLElement): { renderedRows: RenderedRow[]; pages: WallPage[] } {
  board.dataset.fit = 'measure';
  grid.style.gridTemplateRows = '';
  for (const item of grid.children) if (item instanceof HTMLElement) delete item.dataset.away;
  const renderedRows = readRenderedRows(grid);
  const gap = Number.parseFloat(getComputedStyle(grid).rowGap) || 0;
  const rows = renderedRows.map(({ blocks }) => blocks);
  return { renderedRows, pages: planWall(rows, grid.clientHeight, gap) };
}

/** Removes the layout of a wall from the board. */
function resetLayout(board: HTMLElement, grid: HTMLElement): void {
  delete board.dataset.fit;
  grid.style.gridTemplateRows = '';
  for (const item of grid.children) if (item instanceof HTMLElement) delete item.dataset.away;
}

/** Lays out one page of the board in the current window. Returns the number of pages. */
function layOut(board: HTMLElement, grid: HTMLElement, page: number): number {
  if (window.innerWidth < MIN_WIDTH) {
    resetLayout(board, grid);
    return 1;
  }
  const { renderedRows, pages } = planPages(board, grid);
  const shownPage = pages[Math.min(page, pages.length - 1)];
  board.dataset.fit = 'laid';
  renderedRows.forEach(({ items }, index) => {
    if (!shownPage?.rows.includes(index)) for (const item of items) item.dataset.away = 'true';
  });
  // CSS uses the number of rows to distribute the height of a table
  for (const table of grid.querySelectorAll<HTMLTableElement>('.sc-figure-table'))
    table.style.setProperty('--lines', String(table.rows.length));
  grid.style.gridTemplateRows = (shownPage?.heights ?? []).map((height) => `${height}px`).join(' ');
  return Math.max(1, pages.length);
}

/** The pages of a wall, and the functions that change the shown page. */
export interface WallPages {
  /** Ref for the element of the board. */
  boardElement: RefObject<HTMLDivElement | null>;
  pageCount: number;
  page: number;
  /** True while the pages change automatically. */
  isAutoPaging: boolean;
  /** Shows another page: 1 the next one, -1 the previous one. */
  go(step: number): void;
  setAutoPaging(isAutoPaging: boolean): void;
}

/**
 * Returns the pages of a board that is shown on a wall screen (`isWall`). Blocks that do not fit on one screen are
 * distributed over pages that change automatically. A change of `scale` lays out the board again.
 */
export function useWallPages(isWall: boolean, scale: number): WallPages {
  const boardElement = useRef<HTMLDivElement>(null);
  const [pageCount, setPageCount] = useState(1);
  const [requestedPage, setPage] = useState(0);
  const [isAutoPaging, setAutoPaging] = useState(true);
  const page = Math.min(requestedPage, pageCount - 1);
  useLayoutEffect(() => {
    const board = boardElement.current;
    const grid = board?.querySelector<HTMLElement>(':scope > .sf-grid');
    if (!isWall || !board || !grid) {
      setPage(0);
      return undefined;
    }
    const applyLayout = (): void => setPageCount(layOut(board, grid, page));
    let frame = 0;
    const scheduleLayout = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(applyLayout);
    };
    applyLayout();
    // new content may change heights, e.g. a table with more rows
    const contentObserver = new MutationObserver(scheduleLayout);
    contentObserver.observe(grid, { childList: true, subtree: true });
    window.addEventListener('resize', scheduleLayout);
    return () => {
      cancelAnimationFrame(frame);
      contentObserver.disconnect();
      window.removeEventListener('resize', scheduleLayout);
      resetLayout(board, grid);
    };
  }, [isWall, scale, page]);
  const go = useCallback((step: number) => setPage((page + step + pageCount) % pageCount), [page, pageCount]);
  useEffect(() => {
    if (!isWall || !isAutoPaging || pageCount < 2) return undefined;
    const timer = setInterval(() => {
      // no automatic page change while a drawer, dialog or menu is open
      if (!document.querySelector('.ant-drawer-open, .ant-modal-wrap, .ant-dropdown:not(.ant-dropdown-hidden)')) go(1);
    }, PAGE_MS);
    return () => clearInterval(timer);
  }, [isWall, isAutoPaging, pageCount, go]);
  return { boardElement, pageCount, page, isAutoPaging, go, setAutoPaging };
}
