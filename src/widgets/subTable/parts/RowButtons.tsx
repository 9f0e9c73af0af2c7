import { useEffect, useState } from 'react';
import type { NodeByTag } from '../../../grammar/nodes.ts';
import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { isRowButtonShown } from '../../../rules/buttons.ts';
import { useRegistry } from '../../../runtime/contexts.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { openHyperlink } from '../../../runtime/host/hyperlink.ts';
import { useTable, type TableModel } from '../model.ts';
import { opIcon } from './OpIcons.tsx';

type Button = NodeByTag['opColumn']['items'][number];

/** OP-010: the operation column is set up this long after the table, in ms. */
const SETUP_MS = 50;

/** Whether a configured button is shown (OP-009), and may do what it says; an unknown operator hides it. */
function isShown(button: Button, row: Row, model: TableModel): boolean {
  const { rights, session } = model;
  if (button.eventType === 'copy' && !rights.copy) return false;
  if (button.eventType === 'remove' && !(rights.remove && model.actions.mayRemove(row.id))) return false;
  if (button.eventType === 'edit' && !firstEditable(model, row)) return false;
  try {
    return isRowButtonShown(button, row.fieldsMap, session.situation);
  } catch {
    return false;
  }
}

/**
 * SL-012, OP: the configured buttons of the operation column, then 复制 and 删除 where the table has them and no button
 * stands for them.
 */
export function RowButtons({ row, index }: { row: Row; index: number }) {
  const model = useTable();
  const { rights, actions, table, emit, remove } = model;
  const registry = useRegistry();
  const isReady = useReady(table.operations !== null);
  const items = isReady ? (table.operations?.items ?? []).filter((item) => isShown(item, row, model)) : [];
  const has = (event: string): boolean => items.some((item) => item.eventType === event);
  const [running, setRunning] = useState<string | null>(null);
  /** What a plugin does may take its time: its button waits, and a failure is told. */
  const emitAndWait = async (item: Button): Promise<void> => {
    setRunning(item.label);
    try {
      const event = item.eventType ?? item.label;
      await emit(event, row);
      // nothing that can be pressed does nothing
      if (!registry.action(event)) notice('warning', `此按钮的动作“${event}”无法识别，请联系管理员`);
    } catch (error) {
      notice('error', failureText(error));
    } finally {
      setRunning(null);
    }
  };
  const run = (item: Button): void => {
    if (item.eventType === 'copy') actions.copy([row.id]);
    else if (item.eventType === 'remove') remove([row.id]);
    else if (item.eventType === 'edit') editFirst(model, row);
    else if (item.eventType === 'open') openHyperlink(item.HyperlinkUrl ?? '', { id: row.id, ...row.fieldsMap });
    else void emitAndWait(item);
  };
  const name = (text: string): string => `${text}第 ${index + 1} 行`;
  return (
    <>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          className={`st-button st-button-${item.__config__?.type || 'text'}`}
          data-action={item.eventType ?? item.label}
          aria-label={name(item.label)}
          disabled={running === item.label}
          onClick={() => run(item)}
        >
          {opIcon(item.__config__?.icon)}
          {item.label}
        </button>
      ))}
      {rights.copy && !has('copy') && (
        <button
          type="button"
          className="st-button"
          data-action="copy-row"
          aria-label={name('复制')}
          disabled={actions.remainingRows() < 1}
          onClick={() => actions.copy([row.id])}
        >
          复制
        </button>
      )}
      {rights.remove && actions.mayRemove(row.id) && !has('remove') && (
        <button
          type="button"
          className="st-button st-button-danger"
          data-action="remove-row"
          aria-label={name('删除')}
          onClick={() => remove([row.id])}
        >
          删除
        </button>
      )}
    </>
  );
}

const firstEditable = ({ actions }: TableModel, row: Row): CompiledColumn | undefined =>
  actions.columns().find((candidate) => actions.isEditable(candidate, row));

function editFirst(model: TableModel, row: Row): void {
  const { store } = model;
  const column = firstEditable(model, row);
  if (column) store.cursor.startEdit({ rowId: row.id, column: column.key });
}

const readyTables = new WeakSet<object>();

/** False until the delay has passed once for this table; later rows appear with their buttons. */
function useReady(hasSetup: boolean): boolean {
  const { store } = useTable();
  const [isReady, setReady] = useState(!hasSetup || readyTables.has(store));
  useEffect(() => {
    if (isReady) return undefined;
    const timer = window.setTimeout(() => {
      readyTables.add(store);
      setReady(true);
    }, SETUP_MS);
    return () => window.clearTimeout(timer);
  }, [isReady, store]);
  return isReady;
}
