import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTable, useTopic } from '../../model.ts';
import type { CellRef } from '../../store/cursor.ts';
import { copyBlock, cutBlock, readPastedBlock } from '../clipboard.ts';
import { isMoveKey, onGridKey, onHistoryKey } from './gridKeys.ts';
import { pasteBlock } from '../pasteBlock.ts';
import type { GridControl } from '../useGridControl.ts';

interface Props {
  id: string;
  control: GridControl;
  scroller: RefObject<HTMLElement | null>;
}

/** `keyCode` of a key press that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * A text area that has the focus while a cell is active but not edited. Input methods need an editable element:
 * Chinese text is composed visibly over the cell and becomes the first text of the editor when the composition ends.
 * Other characters open the editor at once.
 */
export function KeyCapture({ id, control, scroller }: Props) {
  const model = useTable();
  const { store, actions, domId } = model;
  useTopic(store.topics, 'cursor');
  const [isComposing, setComposing] = useState(false);
  const active = store.cursor.active();
  const isReadyForTyping = active !== null && store.cursor.editing() === null;
  useLayoutEffect(() => {
    if (isReadyForTyping) control.placeKeyCapture();
  }, [isReadyForTyping, active, control]);

  const startEditing = (): void => {
    const text = control.takeTypedText();
    if (store.jobs.progress() !== null) return;
    const cell = store.cursor.anchor();
    if (text !== '' && cell !== null) control.edit(cell, text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE) return;
    if (store.jobs.progress() !== null) {
      // rows must not change while a job is running
      if (event.key === 'Escape') store.jobs.cancel();
      if (event.key !== 'Tab') event.preventDefault();
      return;
    }
    if (onHistoryKey(event, model)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    // after Esc no cell is active but the focus stays: the next arrow key continues from the last active cell
    if (active === null) {
      if (isMoveKey(event.key) && activateLastCell()) event.preventDefault();
      return;
    }
    if (onGridKey(event, model, control)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const lastActive = useRef<CellRef | null>(null);
  useLayoutEffect(() => {
    if (active !== null) lastActive.current = active;
  }, [active]);
  const activateLastCell = (): boolean => {
    const cell = control.positionOf(lastActive.current) ? lastActive.current : null;
    if (cell) control.activate(cell);
    else onFocus();
    return store.cursor.active() !== null;
  };
  const onFocus = (): void => {
    if (store.cursor.active() !== null) return;
    const row = store.rows.all()[0];
    const column = model.layout[0]?.column;
    if (row && column) store.cursor.move({ rowId: row.id, column: column.key });
  };
  /**
   * Deactivates the cell when the focus moves to another element of the page. Keeps it active when the focus moves to
   * another window or to the cell menu, whose commands are for the selected cells.
   */
  const onBlur = (): void => {
    window.setTimeout(() => {
      if (store.cursor.editing() !== null || control.hasFocus() || control.isMenuOpen()) return;
      if (!scroller.current?.contains(document.activeElement)) store.cursor.move(null);
    });
  };
  const handleClipboard = (event: ClipboardEvent, handle: (data: DataTransfer) => void): void => {
    event.preventDefault();
    handle(event.clipboardData);
  };
  const column = model.layout.find((item) => item.column.key === active?.column)?.column;
  const index = active === null ? -1 : store.rows.indexOf(active.rowId);
  const row = store.rows.all()[index];
  const accessibleName =
    column && row
      ? `第 ${index + 1} 行 ${column.node.label ?? column.key}：${actions.text(column, row) || '空'}`
      : '表格';
  return (
    <textarea
      ref={(element) => control.attachKeyCapture(element)}
      id={id}
      className={isComposing ? 'st-keys st-keys-composing' : 'st-keys'}
      rows={1}
      readOnly={!model.isEditMode}
      aria-label={accessibleName}
      aria-controls={active ? `${domId}-active` : undefined}
      autoComplete="off"
      spellCheck={false}
      tabIndex={store.cursor.editing() === null ? 0 : -1}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onInput={(event) => {
        if (!(event.nativeEvent as InputEvent).isComposing && !isComposing) startEditing();
      }}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => {
        setComposing(false);
        startEditing();
      }}
      onCopy={(event) => handleClipboard(event, (data) => copyBlock(model, data, control.isCopyingColumnNames()))}
      onCut={(event) => handleClipboard(event, (data) => cutBlock(model, data))}
      onPaste={(event) =>
        handleClipboard(event, (data) => {
          void pasteBlock(model, readPastedBlock(data));
        })
      }
    />
  );
}
