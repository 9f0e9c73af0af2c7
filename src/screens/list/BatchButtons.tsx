import { Button } from 'antd';
import { useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { ListQuery } from '../../runtime/services/paging.ts';
import type { BatchFailure } from '../shared/BatchFailures.tsx';
import { messageOf } from '../shared/messages.ts';
import { newId } from '../shared/newId.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { labelOf } from './actions.ts';
import type { CompiledList, ListAction, ListColumn } from './compile.ts';
import { exportedColumns } from './listParts.ts';
import { openPageForRecords } from './openPage.ts';

/** Built-in actions of a list on the selected rows. */
export type BatchName = 'submit' | 'remove' | 'export';

interface Props {
  list: CompiledList;
  /** The columns that the list shows. */
  columns: readonly ListColumn[];
  query: ListQuery;
  selectedRecords: readonly FormRecord[];
  /** Returns true if the user may run the action on the record. The server checks the permission again. */
  isApplicable(name: BatchName, record: FormRecord): boolean;
  /** Row actions that can open one page for all selected rows. */
  pageActions: readonly ListAction[];
  /** Returns true if an action is offered for the record. */
  isOffered(action: ListAction, record: FormRecord): boolean;
  /** Called after an action with the records for which it failed; these stay selected. */
  onDone(failures: readonly BatchFailure[]): void;
}

const BATCH_ACTIONS = [
  { name: 'submit', label: '提交', isDanger: false },
  { name: 'remove', label: '删除', isDanger: true },
] as const;

/**
 * Submits, deletes or exports the selected rows, or opens a page for all of them. Submitting and deleting call the
 * server once per record; failed records are listed with the reason.
 */
export function BatchButtons({
  list,
  columns,
  query,
  selectedRecords,
  isApplicable,
  pageActions,
  isOffered,
  onDone,
}: Props) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const [runningAction, setRunningAction] = useState<BatchName | null>(null);

  const runOne = async (name: 'submit' | 'remove', id: string): Promise<void> => {
    if (name === 'remove') return services.records.remove(list.formKey, id);
    const record = await services.records.get(list.formKey, id);
    await services.records.run(list.formKey, { record, action: 'submit' }, newId());
  };
  const run = async (
    name: 'submit' | 'remove',
    label: string,
    applicableRecords: readonly FormRecord[],
  ): Promise<void> => {
    setRunningAction(name);
    const failures: BatchFailure[] = [];
    // sequential: parallel calls would only wait for each other on the server
    for (const { id = '', title } of applicableRecords)
      await runOne(name, id).catch((error: unknown) => {
        failures.push({ id, title: title || '未填写标题', reason: messageOf(error) });
      });
    setRunningAction(null);
    if (failures.length < applicableRecords.length)
      message.success(`已${label} ${applicableRecords.length - failures.length} 条`);
    onDone(failures);
  };
  const exportableRecords = selectedRecords.filter((record) => isApplicable('export', record));
  const exportSelected = async (): Promise<void> => {
    setRunningAction('export');
    try {
      const ids = exportableRecords.map(({ id }) => id ?? '');
      const { page: _page, ...listQuery } = query;
      const isSaved = await services.records.exportRows(
        list.formKey,
        { ...listQuery, conditions: [...listQuery.conditions, { field: 'id', op: 'in', value: ids }] },
        list.title,
        { isWholeUnit: list.isWholeUnit, columns: exportedColumns(columns) },
      );
      if (isSaved) message.success(`已导出 ${ids.length} 条`);
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setRunningAction(null);
    }
  };
  const labelWithCount = (label: string, count: number): string =>
    count === selectedRecords.length ? label : `${label}（${count}）`;
  return (
    <>
      {BATCH_ACTIONS.map(({ name, label, isDanger }) => {
        const applicableRecords = selectedRecords.filter((record) => isApplicable(name, record));
        return applicableRecords.length === 0 ? null : (
          <Button
            key={name}
            danger={isDanger}
            loading={runningAction === name}
            disabled={runningAction !== null && runningAction !== name}
            onClick={() =>
              confirm({
                title: `确定${label}所选的 ${applicableRecords.length} 条记录吗？`,
                ...(isDanger ? { content: '删除后 30 天内可在回收站恢复。' } : {}),
                okText: label,
                isDanger,
                onOk: () => run(name, label, applicableRecords),
              })
            }
            data-action={`batch-${name}`}
          >
            {labelWithCount(label, applicableRecords.length)}
          </Button>
        );
      })}
      {pageActions.map((action, index) => {
        const offeredRecords = selectedRecords.filter((record) => isOffered(action, record));
        return offeredRecords.length === 0 ? null : (
          <Button
            key={index}
            onClick={() =>
              openPageForRecords(
                action.args?.['path'],
                offeredRecords.map(({ id = '' }) => id),
              )
            }
            data-action="batch-openPage"
          >
            {labelWithCount(labelOf(action), offeredRecords.length)}
          </Button>
        );
      })}
      {exportableRecords.length > 0 ? (
        <Button
          loading={runningAction === 'export'}
          disabled={runningAction !== null && runningAction !== 'export'}
          onClick={() => void exportSelected()}
          data-action="batch-export"
        >
          导出所选
        </Button>
      ) : null}
    </>
  );
}
