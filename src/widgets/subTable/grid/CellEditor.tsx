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
import type { EditProps } from '../../../runtime/node/faces.ts';
import { cellText, companionOf } from '../cellText.ts';
import { useTable } from '../model.ts';
import type { Editing } from '../store/cursor.ts';
import { controlsOf, firstControl, hasNeighbour } from './controls.ts';
import { useStayInside } from './useStayInside.ts';

export type Leave = 'stay' | 'next' | 'previous' | 'down' | 'up' | 'left' | 'right';

const ARROWS: Readonly<Record<string, Leave>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

interface Props {
  column: CompiledColumn;
  row: Row;
  editing: Editing;
  /** The editor asks to be left; 'stay' keeps the cell active without editing. */
  onLeave(how: Leave): void;
}

/** How long typing rests before formulas, totals and the form follow it, in ms. Leaving the cell does not wait. */
const REST_MS = 150;

/** What the editor holds; changed in place, so that typing renders nothing but a face that needs it. */
interface Draft {
  value: unknown;
  label: string | undefined;
}

/**
 * The one live widget of a sub-table: the edit face of the column's tag. What is typed lives here and reaches the
 * row when typing rests or the cell is left by any way; Esc takes the whole stay back, but not what was chosen from a list
 * last: that was finished by choosing it.
 */
export function CellEditor({ column, row, editing, onLeave }: Props) {
  const { store, actions, domId } = useTable();
  const faces = useRegistry().widget(column.node.tag)?.faces;
  const Edit = faces?.edit as ComponentType<EditProps> | undefined;
  const keepsText = faces?.keepsText?.(column.node as never) === true;
  const [draft] = useState<Draft>(() => ({
    value: row.fieldsMap[column.key],
    label: companionOf(column, row.fieldsMap),
  }));
  const [, show] = useReducer((turn: number) => turn + 1, 0);
  const pending = useRef<Draft | null>(null);
  const timer = useRef(0);
  const hasChanged = useRef(false);
  /** Enter went to an open list, or a press into it: a change that follows was chosen. */
  const isChoosing = useRef(false);
  const isChosen = useRef(false);
  const frame = useRef<HTMLDivElement>(null);
  /** Typed over a cell, as in a spreadsheet: the arrows go on to the next cell, until F2 or a press in the text gives them to the text. */
  const { token } = editing;
  const [typed] = useState(editing.typed);
  const isEntering = useRef(typed !== undefined);
  const [cell] = useState(() => ({ rowId: row.id, column: column.key }));

  const flush = useCallback(() => {
    window.clearTimeout(timer.current);
    if (pending.current === null) return;
    const { value, label } = pending.current;
    pending.current = null;
    actions.edit(cell, value, label, token);
  }, [actions, cell, token]);

  const onChange = useCallback(
    (value: unknown, label?: string) => {
      hasChanged.current = true;
      isChosen.current = isChoosing.current;
      pending.current = { value, label };
      Object.assign(draft, { value, label });
      if (!keepsText) show();
      window.clearTimeout(timer.current);
      // an upload may finish after the cell was left: then there is nothing to wait for
      if (frame.current === null) flush();
      else timer.current = window.setTimeout(flush, REST_MS);
    },
    [flush, draft, keepsText],
  );

  useLayoutEffect(() => () => flush(), [flush]);
  // an editor is mounted anew for the same stay when its page is shown again, or where the table becomes cards
  useLayoutEffect(() => store.cursor.takeTyped(token), [store, token]);
  useEffect(
    () => () => {
      if (hasChanged.current || store.problems.of(cell.rowId, cell.column).length > 0) actions.check(cell);
    },
    [actions, cell, store],
  );

  useEffect(() => {
    const { current } = frame;
    if (current && column.definition.column?.keys?.needsFocus && !current.contains(document.activeElement))
      firstControl(current)?.focus();
  }, [column]);
  // in a card: an editor that is taller than the value it stands for is seen whole
  useEffect(() => {
    if (frame.current?.closest('.st-card')) frame.current.scrollIntoView?.({ block: 'nearest' });
  }, []);

  const cancel = useCallback(() => {
    pending.current = null;
    window.clearTimeout(timer.current);
    hasChanged.current = false;
    store.rows.revert(token);
    onLeave('stay');
  }, [store, token, onLeave]);

  const inside = useStayInside(
    frame,
    useCallback(() => {
      flush();
      store.cursor.move(null);
    }, [flush, store]),
  );

  const { isLine = false, enter = 'after' } = column.definition.column?.keys ?? {};
  const controls = controlsOf(column);
  /** Keys that leave the cell. A key the widget needs (an open list, a new line, text being composed) stays with it. */
  const leaveBy = (event: KeyboardEvent): Leave | 'cancel' | null => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || !frame.current?.contains(event.target as Node))
      return null;
    const target = event.target as HTMLElement;
    const isOpen = target.getAttribute('aria-expanded') === 'true';
    const isMultiline = target instanceof HTMLTextAreaElement;
    if (event.key === 'Tab' && controls !== 'one' && hasNeighbour(frame.current, target, !event.shiftKey)) return null;
    if (event.key === 'Enter' && controls === 'range' && hasNeighbour(frame.current, target, true)) return null;
    if (event.key === 'Tab') return event.shiftKey ? 'previous' : 'next';
    if (event.key === 'Escape') return isOpen ? null : 'cancel';
    if (event.key === 'Enter')
      return isOpen ||
        (target.tagName === 'BUTTON' && enter !== 'before') ||
        (isMultiline && (event.shiftKey || event.altKey))
        ? null
        : event.shiftKey
          ? 'up'
          : 'down';
    const arrow =
      target instanceof HTMLInputElement &&
      isLine &&
      !event.shiftKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
        ? ARROWS[event.key]
        : undefined;
    return arrow === 'up' || arrow === 'down' || isEntering.current ? (arrow ?? null) : null;
  };
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key === 'F2') isEntering.current = false;
    if (event.key !== 'Escape')
      isChoosing.current =
        event.key === 'Enter' && (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    const how = leaveBy(event);
    // a new line in the cell, as in a spreadsheet; browsers give this key no meaning of their own
    if (event.key === 'Enter' && event.altKey && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      document.execCommand('insertText', false, '\n');
      return;
    }
    if (how === null) return;
    // a picker confirms its typed text with Enter: it gets the key first, the bubbling handler below leaves then
    if (
      how === 'down' &&
      event.key === 'Enter' &&
      enter !== 'before' &&
      !(event.target as HTMLElement).hasAttribute('aria-expanded')
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    if (how === 'cancel' && !isChosen.current) {
      cancel();
      return;
    }
    flush();
    onLeave(how === 'cancel' ? 'stay' : how);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!frame.current?.contains(event.target as Node)) {
      event.stopPropagation();
      return;
    }
    if (leaveBy(event) !== 'down' || event.key !== 'Enter') return;
    event.stopPropagation();
    // the value is ready when the key gets here: the next key already belongs to the next cell
    if (enter === 'at-once') {
      event.preventDefault();
      flush();
      onLeave('down');
      return;
    }
    // after the widget's own handlers, of which some work a moment later
    window.setTimeout(() => {
      flush();
      onLeave('down');
    });
  };

  const problems = store.problems.of(row.id, column.key);
  const text = cellText(column, row.fieldsMap, undefined);
  return (
    <div
      ref={frame}
      role="presentation"
      className="st-editor"
      data-tag={column.node.tag}
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={onKeyDown}
      onMouseDownCapture={(event) => {
        isEntering.current = false;
        // lists hang elsewhere in the page, and are told of here all the same
        isChoosing.current = !frame.current?.contains(event.target as Node);
      }}
      {...inside}
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
              typed={typed}
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
