import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { ListFilter } from './compile.ts';
import { FilterControl } from './FilterControl.tsx';
import { isEmptyFilterValue, isDefaultStateFilter } from './query.ts';

interface Props {
  filters: readonly ListFilter[];
  /** Values of the displayed query. */
  values: Readonly<Record<string, unknown>>;
  /** Fields whose filter names an unknown period and filters nothing. */
  ignoredFilters?: readonly string[] | undefined;
  onSearch(values: Record<string, unknown>): void;
  onReset(): void;
}

/** Minimum width of a filter in pixels; it determines the number of filters in the first line. */
const MIN_FILTER_WIDTH = 300;
/** Space between two filters in pixels. */
const COLUMN_GAP = 16;

/** Returns a ref for the form, and the number of columns that fit its width. */
function useColumnCount(): [React.RefObject<HTMLFormElement | null>, number] {
  const ref = useRef<HTMLFormElement>(null);
  const [columnCount, setColumnCount] = useState(4);
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setColumnCount(Math.max(1, Math.floor((width + COLUMN_GAP) / (MIN_FILTER_WIDTH + COLUMN_GAP))));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, columnCount];
}

/** The filters of a list: one line, expandable. Input takes effect with Enter or the button 查询. */
export function FilterBar({ filters, values, ignoredFilters = [], onSearch, onReset }: Props) {
  const id = useId();
  const [ref, columnCount] = useColumnCount();
  // the typed values, and the values of the displayed query at the time of typing
  const [input, setInput] = useState({ appliedValues: values, typed: values });
  // a new query (reset, back button) replaces input typed for the previous query
  const typedValues = input.appliedValues === values ? input.typed : values;
  // the last column of the first line contains the buttons
  const firstLineFilterCount = Math.max(1, columnCount - 1);
  const [isOpen, setOpen] = useState(false);
  // a filter set by the user is never hidden
  const isSet = (filter: ListFilter): boolean =>
    !isEmptyFilterValue(values[filter.field]) && !isDefaultStateFilter(filter, values[filter.field]);
  const alwaysVisibleFilters = filters.filter((filter, index) => index < firstLineFilterCount || isSet(filter));
  const isFoldable = alwaysVisibleFilters.length < filters.length;
  const visibleFilters = isOpen ? filters : alwaysVisibleFilters;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(Object.fromEntries(Object.entries(typedValues).filter(([, value]) => !isEmptyFilterValue(value))));
  };
  if (filters.length === 0) return null;
  const ignoredLabels = filters.filter(({ field }) => ignoredFilters.includes(field)).map(({ label }) => label);
  return (
    <search>
      {ignoredLabels.length > 0 ? (
        <Alert banner type="warning" message={`“${ignoredLabels.join('、')}”的期间无法识别，没有按它查询`} />
      ) : null}
      <form
        ref={ref}
        className="sc-filters"
        style={{ '--columns': columnCount } as React.CSSProperties}
        onSubmit={submit}
        aria-label="查询条件"
      >
        {visibleFilters.map((filter) => (
          <div key={filter.field} className="sc-filter" data-filter={filter.field}>
            <label htmlFor={`${id}-${filter.field}`} title={filter.label}>
              {filter.label}
            </label>
            <div className="sc-filter-control">
              <FilterControl
                id={`${id}-${filter.field}`}
                filter={filter}
                value={typedValues[filter.field]}
                onChange={(value) =>
                  setInput({ appliedValues: values, typed: { ...typedValues, [filter.field]: value } })
                }
              />
            </div>
          </div>
        ))}
        <div className="sc-filter-buttons">
          <Button type="primary" htmlType="submit" icon={<SearchOutlined />} data-action="search">
            查询
          </Button>
          <Button
            onClick={() => {
              // If the query already has the default values, `values` does not change and cannot replace the input.
              setInput({ appliedValues: values, typed: values });
              onReset();
            }}
            data-action="reset"
          >
            重置
          </Button>
          {isFoldable ? (
            <Button
              type="link"
              onClick={() => setOpen(!isOpen)}
              aria-expanded={isOpen}
              data-action="fold"
              icon={isOpen ? <UpOutlined /> : <DownOutlined />}
              iconPosition="end"
            >
              {isOpen ? '收起' : '展开'}
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  );
}
