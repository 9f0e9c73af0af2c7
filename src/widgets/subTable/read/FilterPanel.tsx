/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- the popup is positioned by the menu, and Esc anywhere in it closes it */
import { useId, useState } from 'react';
import { Button, Input } from 'antd';
import { unlessComposing } from '../../../runtime/host/composing.ts';
import { useTable } from '../model.ts';
import type { SortFilterControl } from './useSortFilterControl.ts';

/** Maximum number of listed texts; the search finds further texts. */
const MAX_LINES = 200;

interface Props {
  column: string;
  sortFilterControl: SortFilterControl;
  onClose(): void;
}

/** Filter of one column: a search, and the column's texts with check boxes. Rows with a checked text are shown. */
export function FilterPanel({ column, sortFilterControl, onClose }: Props) {
  const { layout } = useTable();
  const idPrefix = useId();
  const [allTexts] = useState(() => sortFilterControl.columnTexts(column));
  const [chosenTexts, setChosenTexts] = useState<ReadonlySet<string>>(
    () => sortFilterControl.sortAndFilter.filterTexts.get(column) ?? new Set(allTexts.map(({ text }) => text)),
  );
  const [search, setSearch] = useState('');
  const label = layout.find((item) => item.column.key === column)?.column.node.label ?? column;
  const matches = allTexts.filter(({ text }) => text.toLowerCase().includes(search.trim().toLowerCase()));
  const areAllChosen = matches.length > 0 && matches.every(({ text }) => chosenTexts.has(text));
  const toggleTexts = (texts: readonly string[], isChosen: boolean): void => {
    const next = new Set(chosenTexts);
    for (const text of texts)
      if (isChosen) next.add(text);
      else next.delete(text);
    setChosenTexts(next);
  };
  // with a search text, only matching texts count as chosen
  const textsToApply =
    search.trim() === ''
      ? chosenTexts
      : new Set(matches.map(({ text }) => text).filter((text) => chosenTexts.has(text)));
  const apply = (): void => {
    // a filter without texts would hide every row
    if (textsToApply.size === 0) return;
    sortFilterControl.filterByTexts(column, textsToApply.size === allTexts.length ? null : textsToApply);
    onClose();
  };
  return (
    <div
      className="st-filter"
      role="dialog"
      tabIndex={-1}
      aria-label={`筛选${label}`}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
      }}
    >
      <Input
        size="small"
        allowClear
        autoFocus
        placeholder={`搜索${label}`}
        aria-label={`搜索${label}`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onPressEnter={unlessComposing(apply)}
      />
      <label className="st-filter-all">
        <input
          type="checkbox"
          checked={areAllChosen}
          disabled={matches.length === 0}
          onChange={(event) =>
            toggleTexts(
              matches.map(({ text }) => text),
              event.target.checked,
            )
          }
        />
        全选
      </label>
      <ul>
        {matches.slice(0, MAX_LINES).map(({ text, count }, i) => (
          <li key={text}>
            <label htmlFor={`${idPrefix}-${i}`}>
              <input
                id={`${idPrefix}-${i}`}
                type="checkbox"
                checked={chosenTexts.has(text)}
                onChange={(event) => toggleTexts([text], event.target.checked)}
              />
              <span title={text}>{text === '' ? '（空）' : text}</span>
              <small>{count}</small>
            </label>
          </li>
        ))}
        {matches.length > MAX_LINES && <li className="st-hint">{`另有 ${matches.length - MAX_LINES} 项，请搜索`}</li>}
        {matches.length === 0 && <li className="st-hint">没有找到</li>}
      </ul>
      <footer>
        <Button
          size="small"
          data-action="clear-filter"
          onClick={() => {
            sortFilterControl.filterByTexts(column, null);
            onClose();
          }}
        >
          重置
        </Button>
        <Button
          size="small"
          type="primary"
          data-action="apply-filter"
          disabled={textsToApply.size === 0}
          onClick={apply}
        >
          确定
        </Button>
      </footer>
    </div>
  );
}
