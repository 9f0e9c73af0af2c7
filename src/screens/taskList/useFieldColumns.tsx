import { useMemo } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { TaskListNode } from '../../grammar/nodes.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { Cell, isCellEmpty } from '../list/Cell.tsx';
import { compileList, type ListColumn } from '../list/compile.ts';
import { loadForm } from '../shared/loadForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import type { TaskColumn } from './tasks.ts';

/** Returns the key of the form whose fields are columns: the only form of the list, if the document defines columns. */
export const columnFormKey = ({ formKeys, columns }: TaskListNode): string | undefined =>
  columns && columns.length > 0 && formKeys?.length === 1 ? formKeys[0] : undefined;

/** Returns the columns for fields of the list's only form, rendered like the columns of a record list. */
export function useFieldColumns(node: TaskListNode, records: ReadonlyMap<string, FormRecord>): readonly TaskColumn[] {
  const services = useServices();
  const registry = useRegistry();
  const formKey = columnFormKey(node);
  const { load } = useLoad(
    async () => (formKey === undefined ? null : loadForm({ services, vocabulary: registry, formKey })),
    [services, registry, formKey],
  );
  const form = load.value?.definition;
  const listColumns = useMemo((): readonly ListColumn[] => {
    if (!form || !node.columns) return [];
    const fieldKeys = new Set(node.columns.map(({ field }) => field));
    return compileList({ tag: 'list', columns: node.columns }, form, registry).columns.filter(({ field }) =>
      fieldKeys.has(field),
    );
  }, [form, node.columns, registry]);
  return listColumns.map((column): TaskColumn => {
    const findRecord = (recordId: string): FormRecord | undefined => records.get(recordId);
    const isEmpty = (record: FormRecord | undefined): boolean => !record || isCellEmpty(column, record, registry);
    return {
      key: column.field,
      title: column.title,
      width: column.width,
      // tells only whether the cell is empty; `render` shows the value
      text: (task) => (isEmpty(findRecord(task.recordId)) ? '' : column.title),
      render: (task) => {
        const record = findRecord(task.recordId);
        return record && !isEmpty(record) ? <Cell column={column} record={record} /> : null;
      },
    };
  });
}
