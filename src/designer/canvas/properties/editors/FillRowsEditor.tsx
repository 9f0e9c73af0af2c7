import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import type { CompiledForm } from '../../../../kernel/index.ts';
import { useRegistry, useServices } from '../../../../runtime/contexts.ts';
import { loadForm } from '../../../../screens/shared/loadForm.ts';
import { useLoad } from '../../../../screens/shared/useLoad.ts';
import { isObject } from '../../model/nodes.ts';
import { usePanel } from '../panelContext.tsx';
import type { EditorProps } from './basicEditors.tsx';
import { MapEditor, type Choice } from './MapEditor.tsx';
import { ReferenceSelect } from './referenceEditors.tsx';

/**
 * The source of the rows of a sub-table: the sub-table `from` of the related form. `columns`: key of a column that is
 * filled -> key of the column of `from` with the value.
 */
interface RowSource {
  from?: string;
  columns?: Record<string, string>;
}

const tableChoices = (form: CompiledForm | null): Choice[] =>
  [...(form?.tables.values() ?? [])].map(({ key, node }) => ({ value: key, label: node.label || key }));

/** Returns the columns of a sub-table; undefined if the form or the table is not known. */
const columnChoices = (form: CompiledForm | null, key: string | undefined): Choice[] | undefined =>
  form?.tables.get(key ?? '')?.columns.map((column) => ({ value: column.key, label: column.node.label || column.key }));

/** Edits which sub-tables and columns of this form are filled from which sub-tables and columns of the related form. */
export function FillRowsEditor({ property, value, onChange, id }: EditorProps) {
  const services = useServices();
  const vocabulary = useRegistry();
  const { node, table, compiledForm } = usePanel();
  const relatedFormKey = typeof node?.to === 'string' ? node.to : '';
  const { load } = useLoad(
    () => (relatedFormKey === '' ? Promise.resolve(null) : loadForm({ services, vocabulary, formKey: relatedFormKey })),
    [services, vocabulary, relatedFormKey],
  );
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 1 }} title={false} />;
  if (table !== null) return <p>子表中的关联不能带出明细</p>;
  if (compiledForm !== null && compiledForm.tables.size === 0) return <p>本表单还没有子表</p>;
  const relatedForm = load.value ?? null;
  const entries = Object.entries((isObject(value) ? value : {}) as Record<string, RowSource>);
  const setEntries = (next: [string, RowSource][]): void =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const change = (index: number, entry: [string, RowSource]): void =>
    setEntries(entries.map((oldEntry, position) => (position === index ? entry : oldEntry)));
  const tablesOfThisForm = tableChoices(compiledForm);
  const unusedTables = tablesOfThisForm.filter((choice) => !entries.some(([key]) => key === choice.value));
  return (
    <div className="ds-pairs">
      {entries.map(([key, source], index) => (
        <fieldset key={key} className="fd-fill-rows">
          <div className="ds-pair">
            <ReferenceSelect
              id={index === 0 ? id : undefined}
              value={key}
              choices={tablesOfThisForm.filter((choice) => choice.value === key || unusedTables.includes(choice))}
              placeholder="本表单的子表"
              isRequired
              onChange={(next) => next !== undefined && change(index, [next, { ...source, columns: {} }])}
            />
            <ReferenceSelect
              id={undefined}
              value={source.from}
              choices={tableChoices(relatedForm)}
              placeholder="取对方的子表"
              isRequired
              onChange={(next) => change(index, [key, { ...source, from: next ?? '', columns: {} }])}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label="删除此子表"
              onClick={() => setEntries(entries.filter((_item, position) => position !== index))}
            />
          </div>
          <MapEditor
            id={`${id}-${key}`}
            property={property}
            value={source.columns}
            names={columnChoices(compiledForm, key) ?? []}
            values={columnChoices(relatedForm, source.from)}
            labels={{ name: '本子表的列', value: '取对方的列' }}
            onChange={(columns) =>
              change(index, [key, { ...source, columns: (columns ?? {}) as RowSource['columns'] }])
            }
          />
        </fieldset>
      ))}
      <Button
        id={entries.length === 0 ? id : undefined}
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={unusedTables.length === 0}
        onClick={() =>
          setEntries([
            ...entries,
            [unusedTables[0]?.value ?? '', { from: tableChoices(relatedForm)[0]?.value ?? '', columns: {} }],
          ])
        }
      >
        添加一个子表
      </Button>
    </div>
  );
}
