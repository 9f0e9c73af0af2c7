import { Skeleton } from 'antd';
import type { FormDefinition } from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { Cell } from '../list/Cell.tsx';
import { compileList } from '../list/compile.ts';
import { loadRelatedForms, isRelationPath } from '../list/columns/relatedColumns.ts';
import { RelatedSums } from '../related/RelatedSums.tsx';
import { loadForm } from '../shared/loadForm.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';

type PrintedList = NonNullable<NonNullable<FormDefinition['print']>['lists']>[number];

/** Maximum number of printed rows; a note below the table shows the total. */
const MAX_ROWS = 500;
const PAGE_SIZE = 100;

/** The records of a form that refer to the printed record, as a table with sums. */
export function PrintList({ list, recordId }: { list: PrintedList; recordId: string }) {
  const services = useServices();
  const registry = useRegistry();
  const { formKey, via, columns, sums = [] } = list;
  const { load } = useLoad(async () => {
    const form = await loadForm({ services, vocabulary: registry, formKey });
    const formOf = await loadRelatedForms(columns, form.definition, { services, vocabulary: registry });
    const printedColumns = compileList(
      { tag: 'list', formKey, columns: columns.map((field) => ({ field })) },
      form.definition,
      registry,
      formOf,
    ).columns.filter(({ field }) => columns.includes(field));
    const rows: FormRecord[] = [];
    let total = 0;
    for (let pageNum = 1; rows.length < MAX_ROWS; pageNum += 1) {
      const page = await services.records.list(
        formKey,
        {
          page: { pageNum, pageSize: PAGE_SIZE },
          conditions: [{ field: via, op: 'eq', value: recordId }],
          paths: columns.filter(isRelationPath),
        },
        form.definition.unitReads === '1',
      );
      rows.push(...page.list);
      total = page.total;
      if (page.list.length < PAGE_SIZE) break;
    }
    return { form, printedColumns, rows, total };
  }, [services, registry, list, recordId]);
  const title = list.title ?? load.value?.form.definition.formName ?? '';
  return (
    <section className="pr-list" data-print-list={formKey}>
      <h2>{title}</h2>
      {load.state === 'error' ? <p className="pr-text">{`${title}没有取到：${messageOf(load.error)}`}</p> : null}
      {load.value ? (
        <>
          <table className="pr-table">
            <thead>
              <tr>
                <th className="pr-index" scope="col">
                  序号
                </th>
                {load.value.printedColumns.map((column) => (
                  <th key={column.field} scope="col" data-column={column.field}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {load.value.rows.map((record, index) => (
                <tr key={record.id} data-row={index}>
                  <td className="pr-index">{index + 1}</td>
                  {load.value?.printedColumns.map((column) => (
                    <td
                      key={column.field}
                      className={column.align === 'right' ? 'pr-number' : undefined}
                      data-column={column.field}
                    >
                      <Cell column={column} record={record} />
                    </td>
                  ))}
                </tr>
              ))}
              {load.value.rows.length === 0 ? (
                <tr>
                  <td colSpan={load.value.printedColumns.length + 1}>（无）</td>
                </tr>
              ) : null}
            </tbody>
          </table>
          {load.value.total > load.value.rows.length ? (
            <p className="pr-text">{`只打印前 ${load.value.rows.length} 条，共 ${load.value.total} 条`}</p>
          ) : null}
          {sums.length > 0 && load.value.rows.length > 0 ? (
            <RelatedSums formKey={formKey} via={via} recordId={recordId} fields={sums} form={load.value.form} />
          ) : null}
        </>
      ) : load.state === 'error' ? null : (
        <Skeleton active paragraph={{ rows: 2 }} />
      )}
    </section>
  );
}
