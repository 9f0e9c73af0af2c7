import type { FormRecord } from '../../grammar/documents.ts';
import { isEmptyValue } from '../../expressions/index.ts';
import type { Vocabulary } from '../../kernel/index.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { ValueView } from '../shared/ValueView.tsx';
import type { ListColumn } from './compile.ts';
import { DeadlineMark } from './more/DeadlineMark.tsx';

function systemText(column: ListColumn['system'], record: FormRecord): string {
  switch (column) {
    case 'title':
      return record.title ?? '';
    case 'taskNode':
      return record.taskNode ?? '';
    case 'createBy':
      return record.createByName ?? '';
    case 'createTime':
      return record.createTime ?? '';
    case 'updateBy':
      return record.updateByName ?? '';
    case 'updateTime':
      return record.updateTime ?? '';
    default:
      return '';
  }
}

/** Returns true for a cell without content; the column's widget decides which values are empty. */
export function isCellEmpty({ system, field, node }: ListColumn, record: FormRecord, vocabulary: Vocabulary): boolean {
  if (!node && system === null) return isEmptyValue(record.fieldsMap[field]);
  if (!node) return system !== 'flwState' && systemText(system, record) === '';
  return (vocabulary.definition(node.tag)?.isEmpty ?? isEmptyValue)(record.fieldsMap[field]);
}

/** Returns the text of a system column of a related record. */
const relatedText = ({ field }: ListColumn, { fieldsMap }: FormRecord): string => {
  const value = fieldsMap[field];
  return typeof value === 'string' ? value : '';
};

function RelatedState({ value }: { value: unknown }) {
  return typeof value === 'string' && value !== '' ? <FlowStateTag state={value} /> : null;
}

/** One value of a record in a list, rendered by the view face of its widget. */
export function Cell({ column, record }: { column: ListColumn; record: FormRecord }) {
  if (column.system === 'flwState')
    return <FlowStateTag state={record.flwState ?? '0'} hasFlow={!column.hasNoFlow} isWithdrawn={record.isWithdrawn} />;
  if (!column.node && column.system === null)
    return column.isRelatedState ? (
      <RelatedState value={record.fieldsMap[column.field]} />
    ) : (
      <>{relatedText(column, record)}</>
    );
  if (!column.node) return <>{systemText(column.system, record)}</>;
  const value = (
    <ValueView
      node={column.node}
      value={record.fieldsMap[column.field]}
      label={record.fieldsMap[`${column.field}Label`]}
    />
  );
  return column.deadline ? (
    <>
      {value}
      <DeadlineMark column={column} record={record} />
    </>
  ) : (
    value
  );
}
