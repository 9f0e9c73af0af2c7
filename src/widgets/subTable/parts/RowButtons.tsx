import { useEffect, useState } from 'react';
import type { NodeByTag } from '../../../grammar/nodes.ts';
import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { isRowButtonShown } from '../../../rules/buttons.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { hyperlinkFromPage, openHyperlink } from '../../../runtime/host/hyperlink.ts';
import { copyRows } from '../copyRows.ts';
import { useTable, useTopic, type TableModel } from '../model.ts';
import { buttonIcon } from './buttonIcon.tsx';

type Button = NodeByTag['opColumn']['items'][number];

/** OP-010: delay in ms between the first display of the table and its configured row buttons. */
const CONFIGURED_BUTTONS_DELAY_MS = 50;

/**
 * Returns true if a configured button is shown (OP-009): its action is permitted and its condition is met. An unknown
 * operator in the condition hides the button.
 */
function isButtonShown(button: Button, row: Row, model: TableModel): boolean {
  const { rights, session } = model;
  if (button.eventType === 'copy' && !(rights.copy && model.actions.mayCopy(row.id))) return false;
  if (button.eventType === 'remove' && !(rights.remove && model.actions.mayRemove(row.id))) return false;
  if (button.eventType === 'edit' && !firstEditableColumn(model, row)) return false;
  try {
    return isRowButtonShown(button, row.fieldsMap, session.situation);
  } catch {
    return false;
  }
}

/**
 * SL-012, OP: the configured buttons of the operation column, followed by 复制 and 删除 if they are permitted and have no
 * configured button. Outside of a to-do only the standard buttons are shown.
 */
export function RowButtons({ row, index }: { row: Row; index: number }) {
  const model = useTable();
  const { rights, actions, table, emit, remove, store, session } = model;
  // the number of rows that may still be added depends on the rows
  useTopic(store.topics, 'structure');
  const isFull = actions.remainingRows() < 1;
  const registry = useRegistry();
  const isReady = useConfiguredButtonsDelay(table.operations !== null);
  const items = isReady ? (table.operations?.items ?? []).filter((item) => isButtonShown(item, row, model)) : [];
  const isStandardButtonReplaced = (event: string): boolean =>
    session.situation.todo === '1' && (table.operations?.items ?? []).some((item) => item.eventType === event);
  const [runningLabel, setRunningLabel] = useState<string | null>(null);
  /** Runs a plugin's action. Its button is disabled until the action has ended; a failure is shown. */
  const emitAndWait = async (item: Button): Promise<void> => {
    setRunningLabel(item.label);
    try {
      const event = item.eventType ?? item.label;
      await emit(event, row);
      // tells the user that the button has no registered action
      if (!registry.action(event)) notice('warning', `此按钮的动作“${event}”无法识别，请联系管理员`);
    } catch (error) {
      notice('error', failureText(error));
    } finally {
      setRunningLabel(null);
    }
  };
  const run = (item: Button): void => {
    if (item.eventType === 'copy') copyRows(model, [row.id]);
    else if (item.eventType === 'remove') remove([row.id]);
    else if (item.eventType === 'edit') editFirstCell(model, row);
    else if (item.eventType === 'open') openHyperlink(item.HyperlinkUrl ?? '', { id: row.id, ...row.fieldsMap });
    else void emitAndWait(item);
  };
  const accessibleName = (text: string): string => `${text}第 ${index + 1} 行`;
  return (
    <>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          className={`st-button st-button-${item.__config__?.type || 'text'}`}
          data-action={item.eventType ?? item.label}
          aria-label={accessibleName(item.label)}
          disabled={runningLabel === item.label || (item.eventType === 'copy' && isFull) || opensNothing(item, row)}
          title={opensNothing(item, row) ? '此行没有可打开的内容' : undefined}
          onClick={() => run(item)}
        >
          {buttonIcon(item.__config__?.icon)}
          {item.label}
        </button>
      ))}
      {rights.copy && !isStandardButtonReplaced('copy') && (
        <button
          type="button"
          className="st-button"
          data-action="copy-row"
          aria-label={accessibleName('复制')}
          disabled={isFull}
          onClick={() => copyRows(model, [row.id])}
        >
          复制
        </button>
      )}
      {rights.remove && actions.mayRemove(row.id) && !isStandardButtonReplaced('remove') && (
        <button
          type="button"
          className="st-button st-button-danger"
          data-action="remove-row"
          aria-label={accessibleName('删除')}
          onClick={() => remove([row.id])}
        >
          删除
        </button>
      )}
    </>
  );
}

/**
 * HL-001: returns true for a button that opens a hyperlink (`open`) if there is nothing to open in this row: the
 * address is empty or not permitted, or all fields that it contains are empty.
 */
const opensNothing = ({ eventType, HyperlinkUrl = '' }: Button, row: Row): boolean =>
  eventType === 'open' && hyperlinkFromPage(HyperlinkUrl, { id: row.id, ...row.fieldsMap }) === null;

const firstEditableColumn = ({ actions }: TableModel, row: Row): CompiledColumn | undefined =>
  actions.columns().find((column) => actions.isEditable(column, row));

function editFirstCell(model: TableModel, row: Row): void {
  const { store } = model;
  const column = firstEditableColumn(model, row);
  if (column) store.cursor.startEdit({ rowId: row.id, column: column.key });
}

const readyTables = new WeakSet<object>();

/**
 * Returns true when the configured buttons may be shown: at once without configured buttons, else after the delay. The
 * delay passes once for each table; rows mounted later show their buttons at once.
 */
function useConfiguredButtonsDelay(hasConfiguredButtons: boolean): boolean {
  const { store } = useTable();
  const [isReady, setReady] = useState(!hasConfiguredButtons || readyTables.has(store));
  useEffect(() => {
    if (isReady) return undefined;
    const timer = window.setTimeout(() => {
      readyTables.add(store);
      setReady(true);
    }, CONFIGURED_BUTTONS_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [isReady, store]);
  return isReady;
}
