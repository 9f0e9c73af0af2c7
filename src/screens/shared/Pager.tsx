import { Pagination } from 'antd';
import { COMPACT_WIDTH, useNarrower } from './useNarrow.ts';

interface PagerProps {
  pageNum: number;
  pageSize: number;
  total: number;
  sizes: readonly number[];
  onChange(pageNum: number, pageSize: number): void;
}

/** Total, sizes, previous, pages, next, jumper (PG-004); five page buttons on a narrow window, else seven (PG-003). */
export function Pager({ pageNum, pageSize, total, sizes, onChange }: PagerProps) {
  const isCompact = useNarrower(COMPACT_WIDTH);
  return (
    <nav aria-label="分页" className="sc-pager">
      <Pagination
        current={pageNum} pageSize={pageSize} total={total} pageSizeOptions={[...sizes]} showSizeChanger showQuickJumper
        showLessItems={isCompact} showTotal={(count) => `共 ${count} 条`} size={isCompact ? 'small' : 'default'}
        onChange={(page, size) => onChange(size === pageSize ? page : 1, size)}
      />
    </nav>
  );
}
