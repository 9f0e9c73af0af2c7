import { Pagination, Select } from 'antd';
import { COMPACT_WIDTH, useNarrower } from './useNarrower.ts';

interface PagerProps {
  pageNum: number;
  pageSize: number;
  total: number;
  /** Nobody has counted them: about so many. */
  isEstimate?: boolean;
  sizes: readonly number[];
  onChange(pageNum: number, pageSize: number): void;
}

/** Total, sizes, previous, pages, next, jumper (PG-004); five page buttons on a narrow window, else seven (PG-003). */
export function Pager({ pageNum, pageSize, total, isEstimate = false, sizes, onChange }: PagerProps) {
  const isCompact = useNarrower(COMPACT_WIDTH);
  const size = isCompact ? 'small' : 'middle';
  return (
    <nav aria-label="分页" className="sf-pager">
      <span>{isEstimate ? `约 ${total} 条` : `共 ${total} 条`}</span>
      <Select
        size={size} aria-label="每页条数" value={pageSize} options={sizes.map((value) => ({ value, label: `${value} 条/页` }))} popupMatchSelectWidth={false}
        onChange={(next: number) => onChange(1, next)} data-action="page-size"
      />
      <Pagination
        size={isCompact ? 'small' : 'default'} current={pageNum} pageSize={pageSize} total={total} showSizeChanger={false} showQuickJumper
        showLessItems={isCompact} onChange={(page) => onChange(page, pageSize)}
      />
    </nav>
  );
}
