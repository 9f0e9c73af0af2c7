import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTable, useTopic } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';
import { copyBlock, cutBlock, pastedBlock } from './clipboard.ts';
import { isMove, onGridKey, onHistoryKey } from './gridKeys.ts';
import { pasteBlock } from './pasteBlock.ts';
import type { GridControl } from './useGridControl.ts';

interface Props {
  id: string;
  control: GridControl;
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Takes the keyboard while a cell is active but not edited. It is a text area because only an editable element gets
 * input methods: Chinese typed over a cell is composed here, in sight, at the cell's place, and becomes the editor's
 * first text when the composition ends. Plain keys start the editor at once.
 */
export function Capture({ id, control, scroller }: Props) {
  const model = useTable();
  const { store, actions, domId } = model;
  useTopic(store.topics, 'cursor');
  const [isComposing, setComposing] = useState(false);
  const active = store.cursor.active();
  const isIdle = active !== null && store.cursor.editing() === null;
  useLayoutEffect(() => {
    if (isIdle) control.placeKeys();
  }, [isIdle, active, control]);

  const start = (): void => {
    const text = control.takeKeys();
    if (store.jobs.progress() !== null) return;
    const cell = store.cursor.anchor();
    if (text !== '' && cell !== null) control.edit(cell, text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (store.jobs.progress() !== null) {
      // long work goes on over the rows as they are: nothing else may change them
      if (event.key === 'Escape') store.jobs.cancel();
      if (event.key !== 'Tab') event.preventDefault();
      return;
    }
    if (onHistoryKey(event, model)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    // after Esc no cell is marked, but the keyboard is still here: the next movement goes on from where it was
    if (active === null) {
      if (isMove(event.key) && wakeUp()) event.preventDefault();
      return;
    }
    if (onGridKey(event, model, control)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const last = useRef<CellRef | null>(null);
  useLayoutEffect(() => {
    if (active !== null) last.current = active;
  }, [active]);
  const wakeUp = (): boolean => {
    const cell = control.place(last.current) ? last.current : null;
    if (cell) control.go(cell);
    else onFocus();
    return store.cursor.active() !== null;
  };
  const onFocus = (): void => {
    if (store.cursor.active() !== null) return;
    const row = store.rows.all()[0];
    const column = model.layout[0]?.column;
    if (row && column) store.cursor.move({ rowId: row.id, column: column.key });
  };
  /** The keyboard has gone elsewhere in the page (not to another window): no cell stays marked. */
  const onBlur = (): void => {
    window.setTimeout(() => {
      if (
        store.cursor.editing() === null &&
        !control.hasKeyboard() &&
        !scroller.current?.contains(document.activeElement)
      )
        store.cursor.move(null);
    });
  };
  const clip = (event: ClipboardEvent, work: (data: DataTransfer) => void): void => {
    event.preventDefault();
    work(event.clipboardData);
  };
  const column = model.layout.find((item) => item.column.key === active?.column)?.column;
  const index = active === null ? -1 : store.rows.indexOf(active.rowId);
  const row = store.rows.all()[index];
  const name =
    column && row
      ? `第 ${index + 1} 行 ${column.node.label ?? column.key}：${actions.text(column, row) || '空'}`
      : '表格';
  return (
    <textarea
      ref={(element) => control.attachKeys(element)}
      id={id}
      className={isComposing ? 'st-keys st-keys-composing' : 'st-keys'}
      rows={1}
      readOnly={!model.isLive}
      aria-label={name}
      aria-controls={active ? `${domId}-active` : undefined}
      autoComplete="off"
      spellCheck={false}
      tabIndex={store.cursor.editing() === null ? 0 : -1}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onInput={(event) => {
        if (!(event.nativeEvent as InputEvent).isComposing && !isComposing) start();
      }}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => {
        setComposing(false);
        start();
      }}
      onCopy={(event) => clip(event, (data) => copyBlock(model, data, control.copiesHeads()))}
      onCut={(event) => clip(event, (data) => cutBlock(model, data))}
      onPaste={(event) =>
        clip(event, (data) => {
          void pasteBlock(model, pastedBlock(data));
        })
      }
    />
  );
}
