import {
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
} from 'react';
import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { RowContext, useRegistry } from '../../../runtime/contexts.ts';
import type { EditedCell, EditProps } from '../../../runtime/node/faces.ts';
import { cellText, storedLabel } from '../cellText.ts';
import { useTable } from '../model.ts';
import type { EditingSession } from '../store/cursor.ts';
import { controlCountOf, firstControl, hasNeighbour } from './controls.ts';
import { useOutsideEvent } from './input/useOutsideEvent.ts';

export type LeaveDirection = 'stay' | 'next' | 'previous' | 'down' | 'up' | 'left' | 'right';

const ARROWS: Readonly<Record<string, LeaveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface Props {
  column: CompiledColumn;
  row: Row;
  editing: EditingSession;
  /** Called to close the editor; 'stay' keeps the cell active without editing. */
  onLeave(direction: LeaveDirection): void;
}

/** `keyCode` of a key press that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;
/** Debounce time in ms between typing and the update of the row. Leaving the cell updates the row at once. */
const DEBOUNCE_MS = 150;

/** The edited value. It is mutated, so that typing renders again only widgets that do not keep their own text. */
interface Draft {
  value: unknown;
  label: string | undefined;
}

/**
 * The editor of one cell of a sub-table: the edit face of the column's widget. The typed value is stored in the row
 * after a pause or when the user leaves the cell. Esc reverts all edits since the cell was opened, unless the last edit
 * was a choice from a list.
 */
export function CellEditor({ column, row, editing, onLeave }: Props) {
  const { table, store, actions, domId } = useTable();
  const faces = useRegistry().widget(column.node.tag)?.faces;
  const Edit = faces?.edit as ComponentType<EditProps> | undefined;
  const keepsText = faces?.keepsText?.(column.node as never) === true;
  const [draft] = useState<Draft>(() => ({
    value: row.fieldsMap[column.key],
    label: storedLabel(column, row.fieldsMap),
  }));
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const pendingEdit = useRef<Draft | null>(null);
  const timer = useRef(0);
  const hasChanged = useRef(false);
  /** Enter was pressed in an open list, or the mouse in a popup: the next change is a choice from a list. */
  const isChoosing = useRef(false);
  /** The last change was a choice from a list. */
  const isChosen = useRef(false);
  const frame = useRef<HTMLDivElement>(null);
  const { token } = editing;
  const [typedText] = useState(editing.typed);
  /**
   * True if typing over the cell started the edit. Arrow keys then leave the cell, as in a spreadsheet; after F2 or a
   * click in the text they move the caret.
   */
  const isTypingOver = useRef(typedText !== undefined);
  const [cell] = useState(() => ({ rowId: row.id, column: column.key }));
  const [editedCell] = useState((): EditedCell => ({
    id: JSON.stringify([table.key, row.id, column.key]),
    value() {
      if (pendingEdit.current !== null) return pendingEdit.current.value;
      return store.rows.all()[store.rows.indexOf(row.id)]?.fieldsMap[column.key];
    },
  }));

  /** Stores the pending edit in the row at once. */
  const flush = useCallback(() => {
    window.clearTimeout(timer.current);
    if (pendingEdit.current === null) return;
    const { value, label } = pendingEdit.current;
    pendingEdit.current = null;
    actions.edit(cell, value, label, token);
  }, [actions, cell, token]);

  const onChange = useCallback(
    (value: unknown, label?: string) => {
      hasChanged.current = true;
      isChosen.current = isChoosing.current;
      pendingEdit.current = { value, label };
      Object.assign(draft, { value, label });
      if (!keepsText) rerender();
      window.clearTimeout(timer.current);
      // an upload may finish after the cell was closed: then the row is updated without debounce
      if (frame.current === null) flush();
      else timer.current = window.setTimeout(flush, DEBOUNCE_MS);
    },
    [flush, draft, keepsText],
  );

  useLayoutEffect(() => () => flush(), [flush]);
  // A second editor may be mounted for the same edit (page shown again, grid replaced by cards). It must not insert the
  // typed text again.
  useLayoutEffect(() => store.cursor.clearTypedText(token), [store, token]);
  useEffect(
    () => () => {
      if (hasChanged.current || store.problems.problemsOf(cell.rowId, cell.column).length > 0) actions.check(cell);
    },
    [actions, cell, store],
  );

  useEffect(() => {
    const { current } = frame;
    if (current && column.definition.column?.keys?.needsFocus && !current.contains(document.activeElement))
      firstControl(current)?.focus();
  }, [column]);
  // in a card the editor may be taller than the value, so it is scrolled into view
  useEffect(() => {
    if (frame.current?.closest('.st-card')) frame.current.scrollIntoView?.({ block: 'nearest' });
  }, []);

  const cancel = useCallback(() => {
    pendingEdit.current = null;
    window.clearTimeout(timer.current);
    hasChanged.current = false;
    store.rows.revert(token);
    onLeave('stay');
  }, [store, token, onLeave]);

  const insideHandlers = useOutsideEvent(
    frame,
    useCallback(
      (target: Node) => {
        flush();
        // a button that acts on the selected cells ends the editing and keeps the cell selected
        const keepsCell = target instanceof Element && target.closest('[data-keeps-cell]') !== null;
        store.cursor.move(keepsCell ? cell : null);
      },
      [flush, store, cell],
    ),
  );

  const { isSingleLine = false, enter = 'after' } = column.definition.column?.keys ?? {};
  const controls = controlCountOf(column);
  /**
   * Returns the direction in which a key leaves the cell, or 'cancel' for Esc. Null if the key does not leave the cell,
   * because the widget needs it (open list, line break, next control, text of an input method) or as an ordinary key.
   */
  const leaveDirectionOf = (event: KeyboardEvent): LeaveDirection | 'cancel' | null => {
    const isComposing = event.nativeEvent.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE;
    if (isComposing || !frame.current?.contains(event.target as Node)) return null;
    const target = event.target as HTMLElement;
    const isOpen = target.getAttribute('aria-expanded') === 'true';
    const isMultiline = target instanceof HTMLTextAreaElement;
    if (event.key === 'Tab' && controls !== 'one' && hasNeighbour(frame.current, target, !event.shiftKey)) return null;
    if (event.key === 'Enter' && controls === 'range' && hasNeighbour(frame.current, target, true)) return null;
    if (event.key === 'Tab') return event.shiftKey ? 'previous' : 'next';
    if (event.key === 'Escape') return isOpen ? null : 'cancel';
    if (event.key === 'Enter') {
      const isNeededByWidget =
        isOpen ||
        (target.tagName === 'BUTTON' && enter !== 'before') ||
        (isMultiline && (event.shiftKey || event.altKey));
      if (isNeededByWidget) return null;
      return event.shiftKey ? 'up' : 'down';
    }
    const arrow =
      target instanceof HTMLInputElement &&
      isSingleLine &&
      !event.shiftKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
        ? ARROWS[event.key]
        : undefined;
    return arrow === 'up' || arrow === 'down' || isTypingOver.current ? (arrow ?? null) : null;
  };
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key === 'F2') isTypingOver.current = false;
    if (event.key !== 'Escape')
      isChoosing.current =
        event.key === 'Enter' && (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    const direction = leaveDirectionOf(event);
    // Alt+Enter inserts a line break, as in a spreadsheet; browsers have no default action for these keys
    if (event.key === 'Enter' && event.altKey && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      document.execCommand('insertText', false, '\n');
      return;
    }
    if (direction === null) return;
    // a picker confirms its typed text with Enter: the picker handles the key first, then `onKeyDown` below leaves the
    // cell
    if (
      direction === 'down' &&
      event.key === 'Enter' &&
      enter !== 'before' &&
      !(event.target instanceof HTMLTextAreaElement) &&
      !(event.target as HTMLElement).hasAttribute('aria-expanded')
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    if (direction === 'cancel' && !isChosen.current) {
      cancel();
      return;
    }
    flush();
    onLeave(direction === 'cancel' ? 'stay' : direction);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!frame.current?.contains(event.target as Node)) {
      event.stopPropagation();
      return;
    }
    if (leaveDirectionOf(event) !== 'down' || event.key !== 'Enter') return;
    event.stopPropagation();
    // the widget has already completed the value, and the next key must reach the next cell
    if (enter === 'at-once') {
      event.preventDefault();
      flush();
      onLeave('down');
      return;
    }
    // after the widget's own handlers, some of which run asynchronously
    window.setTimeout(() => {
      flush();
      onLeave('down');
    });
  };

  const problems = store.problems.problemsOf(row.id, column.key);
  const text = cellText(column, row.fieldsMap, undefined);
  return (
    <div
      ref={frame}
      role="presentation"
      className="st-editor"
      data-tag={column.node.tag}
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={onKeyDown}
      // a save by shortcut moves the focus away for a moment, so that the typed text is saved
      onBlur={(event) => {
        if (event.relatedTarget === null) flush();
      }}
      onMouseDownCapture={(event) => {
        isTypingOver.current = false;
        // popups are mounted elsewhere in the page, but React events bubble through the component tree
        isChoosing.current = !frame.current?.contains(event.target as Node);
      }}
      {...insideHandlers}
    >
      <RowContext value={row.fieldsMap}>
        <Suspense fallback={<span className="st-text">{text}</span>}>
          {Edit ? (
            <Edit
              id={`${domId}-editor`}
              node={column.node}
              value={draft.value}
              label={draft.label}
              onChange={onChange}
              disabled={false}
              invalid={problems.length > 0}
              isCell
              cell={editedCell}
              typed={typedText}
              describedBy={problems.length > 0 ? `${domId}-cell-error` : undefined}
            />
          ) : (
            text
          )}
        </Suspense>
      </RowContext>
      {problems.length > 0 && (
        <div className="st-cell-error" id={`${domId}-cell-error`} role="alert">
          {problems[0].message}
        </div>
      )}
    </div>
  );
}
