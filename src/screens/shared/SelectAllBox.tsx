import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

/**
 * Checkbox that selects all rows, for `columnTitle` of a table's row selection. A horizontally scrolling antd table
 * renders its titles a second time in a hidden row. The checkbox is left out of that row, because it could get the
 * focus.
 */
export function SelectAllBox({ children }: { children: ReactNode }) {
  const element = useRef<HTMLSpanElement>(null);
  const [isInMeasureRow, setInMeasureRow] = useState(false);
  useLayoutEffect(() => {
    setInMeasureRow(Boolean(element.current?.closest('.ant-table-measure-row')));
  }, []);
  return isInMeasureRow ? null : <span ref={element}>{children}</span>;
}
