import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

/**
 * The box that ticks all rows, for `columnTitle` of a table's ticks. A table that scrolls sideways holds its titles a
 * second time in a hidden row that measures the columns: there the box is left out, for the keyboard would find it.
 */
export function TickAll({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isMeasuring, setMeasuring] = useState(false);
  useLayoutEffect(() => {
    setMeasuring(Boolean(place.current?.closest('.ant-table-measure-row')));
  }, []);
  return isMeasuring ? null : <span ref={place}>{children}</span>;
}
