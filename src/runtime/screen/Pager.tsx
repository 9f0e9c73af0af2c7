import { Pagination, Select } from 'antd';
import { cloneElement, isValidElement, useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useShownAgainListener } from './page.ts';
import { PAGE_SIZES } from './pageSizes.ts';
import { scrollToTop } from './scrollToTop.ts';
import { COMPACT_WIDTH, useIsNarrowerThan } from '../host/mediaQuery.ts';

interface PagerProps {
  pageNum: number;
  pageSize: number;
  total: number;
  /** `total` is an estimate. */
  isEstimate?: boolean;
  /** True for a page without rows. If it lies beyond the last page (its rows were removed), the last page is shown. */
  isEmpty?: boolean;
  onChange(pageNum: number, pageSize: number): void;
}

const ARROW_LABELS: Readonly<Record<string, string>> = {
  prev: '上一页',
  next: '下一页',
  'jump-prev': '向前几页',
  'jump-next': '向后几页',
};

/** Adds an accessible name to the arrow buttons. */
const labelArrows = (_page: number, type: string, button: ReactNode): ReactNode =>
  ARROW_LABELS[type] !== undefined && isValidElement(button)
    ? cloneElement(button as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': ARROW_LABELS[type] })
    : button;

/**
 * Pager of a list: total, page size, arrow buttons, page buttons and an input for a page number (PG-001, PG-004). A
 * narrow window shows five page buttons, a wider one seven (PG-003). A change of the page or of the page size scrolls
 * the nearest scrolling ancestor to its top (PG-005).
 */
export function Pager({ pageNum, pageSize, total, isEstimate = false, isEmpty = false, onChange }: PagerProps) {
  const bar = useRef<HTMLElement>(null);
  const isCompact = useIsNarrowerThan(COMPACT_WIDTH);
  const size = isCompact ? 'small' : 'middle';
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const isBeyondEnd = isEmpty && pageNum > lastPage;
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    if (isBeyondEnd) latestOnChange.current(lastPage, pageSize);
  }, [isBeyondEnd, lastPage, pageSize]);
  // the last rows of the page may have been removed while another page was shown
  useShownAgainListener(() => {
    if (isBeyondEnd) latestOnChange.current(lastPage, pageSize);
  });
  const changePage = (newPage: number, newPageSize: number): void => {
    onChange(newPage, newPageSize);
    scrollToTop(bar.current);
  };
  return (
    <nav ref={bar} aria-label="分页" className="sf-pager">
      <span>{isEstimate ? `约 ${total} 条` : `共 ${total} 条`}</span>
      <Select
        size={size}
        aria-label="每页条数"
        value={pageSize}
        options={PAGE_SIZES.map((value) => ({ value, label: `${value} 条/页` }))}
        popupMatchSelectWidth={false}
        onChange={(next: number) => changePage(1, next)}
        data-action="page-size"
      />
      <Pagination
        size={isCompact ? 'small' : 'default'}
        current={pageNum}
        pageSize={pageSize}
        total={total}
        showSizeChanger={false}
        showQuickJumper
        itemRender={labelArrows}
        showLessItems={isCompact}
        onChange={(page) => changePage(page, pageSize)}
      />
    </nav>
  );
}
