import { Pagination, Select } from 'antd';
import { useRef } from 'react';
import { PAGE_SIZES } from './pageSizes.ts';
import { scrollToTop } from './scrollToTop.ts';
import { COMPACT_WIDTH, useNarrower } from '../host/mediaQuery.ts';

interface PagerProps {
  pageNum: number;
  pageSize: number;
  total: number;
  /** Nobody has counted them: about so many. */
  isEstimate?: boolean;
  onChange(pageNum: number, pageSize: number): void;
}

/**
 * Total, sizes, previous, pages, next, jumper (PG-001, PG-004); five page buttons on a narrow window, else seven (PG-003).
 * What scrolls around it goes back to its top (PG-005).
 */
export function Pager({ pageNum, pageSize, total, isEstimate = false, onChange }: PagerProps) {
  const bar = useRef<HTMLElement>(null);
  const isCompact = useNarrower(COMPACT_WIDTH);
  const size = isCompact ? 'small' : 'middle';
  const turn = (page: number, rows: number): void => {
    onChange(page, rows);
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
        onChange={(next: number) => turn(1, next)}
        data-action="page-size"
      />
      <Pagination
        size={isCompact ? 'small' : 'default'}
        current={pageNum}
        pageSize={pageSize}
        total={total}
        showSizeChanger={false}
        showQuickJumper
        showLessItems={isCompact}
        onChange={(page) => turn(page, pageSize)}
      />
    </nav>
  );
}
