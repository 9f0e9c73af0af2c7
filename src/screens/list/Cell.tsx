import type { FormRecord } from '../../grammar/documents.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { ValueView } from '../shared/ValueView.tsx';
import type { ListColumn } from './compile.ts';

function systemText(column: ListColumn['system'], record: FormRecord): string {
  switch (column) {
    case 'title': return record.title ?? '';
    case 'taskNode': return record.taskNode ?? '';
    case 'createBy': return record.createByName ?? '';
    case 'createTime': return record.createTime ?? '';
    case 'updateBy': return record.updateByName ?? '';
    case 'updateTime': return record.updateTime ?? '';
    default: return '';
  }
}

/** One value of a record in a list, drawn by the face that draws it in a form. */
export function Cell({ column, record }: { column: ListColumn; record: FormRecord }) {
  if (column.system === 'flwState') return <FlowStateTag state={record.flwState ?? '0'} />;
  if (!column.node) return <>{systemText(column.system, record)}</>;
  return <ValueView node={column.node} value={record.fieldsMap[column.field]} label={record.fieldsMap[`${column.field}Label`]} />;
}
