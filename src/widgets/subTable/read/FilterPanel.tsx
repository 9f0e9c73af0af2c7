/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- a popup placed by the menu's layer, closed by Esc from anywhere in it */
import { useId, useState } from 'react';
import { Button, Input } from 'antd';
import { useTable } from '../model.ts';
import type { Reading } from './useReading.ts';

/** Lines of the list; the search finds the rest. */
const LINES = 200;

interface Props {
  column: string;
  reading: Reading;
  onClose(): void;
}

/** The texts of one column to tick, with a search; what is ticked is shown. */
export function FilterPanel({ column, reading, onClose }: Props) {
  const { layout } = useTable();
  const name = useId();
  const [all] = useState(() => reading.texts(column));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => reading.wish.picked.get(column) ?? new Set(all.map(({ text }) => text)),
  );
  const [search, setSearch] = useState('');
  const label = layout.find((item) => item.column.key === column)?.column.node.label ?? column;
  const found = all.filter(({ text }) => text.toLowerCase().includes(search.trim().toLowerCase()));
  const isAll = found.length > 0 && found.every(({ text }) => chosen.has(text));
  const tick = (texts: readonly string[], isOn: boolean): void => {
    const next = new Set(chosen);
    for (const text of texts)
      if (isOn) next.add(text);
      else next.delete(text);
    setChosen(next);
  };
  const apply = (): void => {
    // a search that was typed is the choice: what it does not find is not meant
    const wanted =
      search.trim() === '' ? chosen : new Set(found.map(({ text }) => text).filter((text) => chosen.has(text)));
    reading.pick(column, wanted.size === all.length ? null : wanted);
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
        if (event.key === 'Escape') onClose();
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
        onPressEnter={apply}
      />
      <label className="st-filter-all">
        <input
          type="checkbox"
          checked={isAll}
          disabled={found.length === 0}
          onChange={(event) =>
            tick(
              found.map(({ text }) => text),
              event.target.checked,
            )
          }
        />
        全选
      </label>
      <ul>
        {found.slice(0, LINES).map(({ text, count }, i) => (
          <li key={text}>
            <label htmlFor={`${name}-${i}`}>
              <input
                id={`${name}-${i}`}
                type="checkbox"
                checked={chosen.has(text)}
                onChange={(event) => tick([text], event.target.checked)}
              />
              <span title={text}>{text === '' ? '（空）' : text}</span>
              <small>{count}</small>
            </label>
          </li>
        ))}
        {found.length > LINES && <li className="st-hint">{`另有 ${found.length - LINES} 项，请搜索`}</li>}
        {found.length === 0 && <li className="st-hint">没有找到</li>}
      </ul>
      <footer>
        <Button
          size="small"
          data-action="clear-filter"
          onClick={() => {
            reading.pick(column, null);
            onClose();
          }}
        >
          重置
        </Button>
        <Button
          size="small"
          type="primary"
          data-action="apply-filter"
          disabled={chosen.size === 0 || found.length === 0}
          onClick={apply}
        >
          确定
        </Button>
      </footer>
    </div>
  );
}
