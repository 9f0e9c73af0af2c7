import { useState, type ReactNode } from 'react';
import { Pager } from './Pager.tsx';
import { DEFAULT_PAGE_SIZE } from './pageSizes.ts';

/**
 * Divides loaded rows into pages in the browser (PG-001…004). Returns the rows to show and the pager, which is null
 * when all rows fit on one page of the default size.
 */
export function usePages<T>(rows: readonly T[]): { shown: T[]; pager: ReactNode } {
  const [{ pageNum, pageSize }, setPaging] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  // the number of rows may have decreased
  const currentPage = Math.min(pageNum, Math.max(1, Math.ceil(rows.length / pageSize)));
  return {
    shown: rows.slice((currentPage - 1) * pageSize, currentPage * pageSize),
    pager:
      rows.length > DEFAULT_PAGE_SIZE ? (
        <Pager
          pageNum={currentPage}
          pageSize={pageSize}
          total={rows.length}
          onChange={(page, size) => setPaging({ pageNum: page, pageSize: size })}
        />
      ) : null,
  };
}
