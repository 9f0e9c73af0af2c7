import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button, Input, type InputRef } from 'antd';
import { CloseOutlined, DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { FLOW_ROWS } from '../grid/styles.ts';
import { useTable, useTopic } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';

/** Cells that are found at most; nobody walks through more one by one. */
const MOST = 9999;

/** Finds a text in rows of which most are not in the page, where the browser's own search cannot look. Opens by its button and by Ctrl+F in the table. */
export function FindBar() {
  const { store, layout, actions, surface } = useTable();
  const { topics, rows, cursor } = store;
  useTopic(topics, 'structure');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => topics.subscribe('find', () => setOpen(true)), [topics]);
  if (rows.all().length <= FLOW_ROWS) return null;
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
  const show = (cell: CellRef): void => {
    cursor.move(cell);
    surface.current?.reveal(rows.indexOf(cell.rowId), cell.column);
  };
  const search = (text: string): CellRef[] => {
    const wanted = text.trim().toLowerCase();
    const found: CellRef[] = [];
    if (wanted === '') return found;
    for (const row of rows.all()) {
      for (const { column } of layout) {
        if (
          found.length < MOST &&
          actions.access(column, row).visible &&
          actions.text(column, row).toLowerCase().includes(wanted)
        )
          found.push({ rowId: row.id, column: column.key });
      }
    }
    return found;
  };
  const close = (): void => {
    setOpen(false);
    const active = cursor.active();
    if (active) surface.current?.focus(active);
  };
  return <Bar search={search} onShow={show} onClose={close} />;
}

function Bar({
  search,
  onShow,
  onClose,
}: {
  search(text: string): CellRef[];
  onShow(cell: CellRef): void;
  onClose(): void;
}) {
  const { store, layout } = useTable();
  const version = useTopic(store.topics, 'rows');
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const box = useRef<InputRef>(null);
  useEffect(() => {
    const focus = (): void => box.current?.focus({ cursor: 'all' });
    focus();
    return store.topics.subscribe('find', focus);
  }, [store]);
  // typing does not wait for the search through all rows
  const late = useDeferredValue(text);
  // eslint-disable-next-line react/exhaustive-deps -- the search reads rows and columns: what stands for their change is listed
  const found = useMemo(() => search(late), [late, version, layout]);
  const go = (step: 1 | -1): void => {
    if (found.length === 0) return;
    const next = at < 0 ? (step === 1 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
    setAt(next);
    onShow(found[next]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  const count =
    late.trim() === ''
      ? ''
      : found.length === 0
        ? '没有找到'
        : at < 0
          ? `${found.length} 处`
          : `${Math.min(at, found.length - 1) + 1} / ${found.length}`;
  return (
    <div className="st-findbar">
      <Input
        ref={box}
        size="small"
        prefix={<SearchOutlined />}
        placeholder="在表中查找"
        aria-label="在表中查找"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <output className="st-count">{count}</output>
      <Button
        size="small"
        type="text"
        icon={<UpOutlined />}
        aria-label="上一处"
        title="上一处（Shift+Enter）"
        data-action="find-previous"
        disabled={found.length === 0}
        onClick={() => go(-1)}
      />
      <Button
        size="small"
        type="text"
        icon={<DownOutlined />}
        aria-label="下一处"
        title="下一处（Enter）"
        data-action="find-next"
        disabled={found.length === 0}
        onClick={() => go(1)}
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
