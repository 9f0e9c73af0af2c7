import { useState, type ReactNode } from 'react';
import { Pager } from './Pager.tsx';
import { DEFAULT_PAGE_SIZE } from './pageSizes.ts';

/** Rows that are all here, page by page (PG-001…004): those to show, and the pager under them; none for what fits one page. */
export function usePages<T>(rows: readonly T[]): { shown: T[]; pager: ReactNode } {
  const [{ pageNum, pageSize }, turn] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  // rows may have become fewer since
  const at = Math.min(pageNum, Math.max(1, Math.ceil(rows.length / pageSize)));
  return {
    shown: rows.slice((at - 1) * pageSize, at * pageSize),
    pager:
      rows.length > DEFAULT_PAGE_SIZE ? (
        <Pager
          pageNum={at}
          pageSize={pageSize}
          total={rows.length}
          onChange={(page, size) => turn({ pageNum: page, pageSize: size })}
        />
      ) : null,
  };
}
