import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button, Input, type InputRef } from 'antd';
import { CloseOutlined, DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { MAX_FULLY_RENDERED_ROWS } from '../grid/styles.ts';
import { useTable, useTopic } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';

/** Maximum number of matches; nobody steps through more. */
const MAX_MATCHES = 9999;

/**
 * Searches all rows, including unmounted rows, which the browser's own search does not find. Shown only for tables with
 * so many rows that some are unmounted. Opened by its button and by Ctrl+F in the table.
 */
export function FindBar() {
  const { store, layout, actions, surface } = useTable();
  const { topics, rows, cursor } = store;
  useTopic(topics, 'structure');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => topics.subscribe('find', () => setOpen(true)), [topics]);
  if (rows.all().length <= MAX_FULLY_RENDERED_ROWS) return null;
  if (!isOpen)
    return (
      <Button
        size="small"
        type="text"
        icon={<SearchOutlined />}
        aria-label="查找"
        title="查找（Ctrl+F）"
        data-action="find"
        onClick={() => setOpen(true)}
      />
    );
  const showMatch = (cell: CellRef): void => {
    cursor.move(cell);
    surface.current?.reveal(rows.indexOf(cell.rowId), cell.column);
  };
  const search = (text: string): CellRef[] => {
    const lowerCaseText = text.trim().toLowerCase();
    const matches: CellRef[] = [];
    if (lowerCaseText === '') return matches;
    for (const row of rows.all()) {
      for (const { column } of layout) {
        if (
          matches.length < MAX_MATCHES &&
          actions.access(column, row).visible &&
          actions.text(column, row).toLowerCase().includes(lowerCaseText)
        )
          matches.push({ rowId: row.id, column: column.key });
      }
    }
    return matches;
  };
  const close = (): void => {
    setOpen(false);
    const active = cursor.active();
    if (active) surface.current?.focus(active);
  };
  return <SearchBar search={search} onShow={showMatch} onClose={close} />;
}

function SearchBar({
  search,
  onShow,
  onClose,
}: {
  search(text: string): CellRef[];
  onShow(cell: CellRef): void;
  onClose(): void;
}) {
  const { store, layout } = useTable();
  const rowsVersion = useTopic(store.topics, 'rows');
  const [text, setText] = useState('');
  const [matchIndex, setMatchIndex] = useState(-1);
  const input = useRef<InputRef>(null);
  useEffect(() => {
    const focus = (): void => input.current?.focus({ cursor: 'all' });
    focus();
    return store.topics.subscribe('find', focus);
  }, [store]);
  // deferred, so that typing does not wait for the search
  const deferredText = useDeferredValue(text);
  // eslint-disable-next-line react/exhaustive-deps -- the search reads rows and columns; rowsVersion and layout change with them
  const matches = useMemo(() => search(deferredText), [deferredText, rowsVersion, layout]);
  const goToMatch = (step: 1 | -1): void => {
    if (matches.length === 0) return;
    const startIndex = step === 1 ? 0 : matches.length - 1;
    const next = matchIndex < 0 ? startIndex : (matchIndex + step + matches.length) % matches.length;
    setMatchIndex(next);
    onShow(matches[next]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      goToMatch(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  const countText = (): string => {
    if (deferredText.trim() === '') return '';
    if (matches.length === 0) return '没有找到';
    if (matchIndex < 0) return `${matches.length} 处`;
    return `${Math.min(matchIndex, matches.length - 1) + 1} / ${matches.length}`;
  };
  return (
    <div className="st-findbar">
      <Input
        ref={input}
        size="small"
        prefix={<SearchOutlined />}
        placeholder="在表中查找"
        aria-label="在表中查找"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMatchIndex(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <output className="st-count">{countText()}</output>
      <Button
        size="small"
        type="text"
        icon={<UpOutlined />}
        aria-label="上一处"
        title="上一处（Shift+Enter）"
        data-action="find-previous"
        disabled={matches.length === 0}
        onClick={() => goToMatch(-1)}
      />
      <Button
        size="small"
        type="text"
        icon={<DownOutlined />}
        aria-label="下一处"
        title="下一处（Enter）"
        data-action="find-next"
        disabled={matches.length === 0}
        onClick={() => goToMatch(1)}
      />
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label="关闭查找"
        data-action="find-close"
        onClick={onClose}
      />
    </div>
  );
}
