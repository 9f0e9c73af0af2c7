import { Popover } from 'antd';
import type { CompiledForm } from '../../../kernel/index.ts';
import { textOfField, type ComparedValue } from '../../../records/index.ts';
import type { Marks } from '../../../runtime/node/marks.ts';
import type { ChangeAuthor, ChangesByOthers } from '../../../runtime/services/records.ts';
import { ChangeValues, changeLocation, fieldAndColumnOf } from './ChangeValues.tsx';

type ChangeWithAuthor = ChangesByOthers['changes'][number];

/** Returns the name of the person who made a change, their task node and the time of the change. */
export const authorText = ({ userName, time, taskNode }: ChangeAuthor): string =>
  [userName, taskNode, time].filter((part) => part !== '').join('　');

/** Maximum number of changes listed in the popover of a field. */
const MAX_POPOVER_CHANGES = 8;

/** The mark next to the label of a field, with a popover that lists the changes of the field. */
function FieldMark({ compiled, changes }: { compiled: CompiledForm; changes: readonly ChangeWithAuthor[] }) {
  const isInRows = changes[0]?.rowId !== undefined;
  const content = (
    <ul className="sc-mark-list">
      {changes.slice(0, MAX_POPOVER_CHANGES).map((change) => (
        <li key={change.id}>
          {isInRows ? <strong>{changeLocation(compiled, change)}</strong> : null}
          <ChangeValues compiled={compiled} change={change} />
          <span className="sc-note">{authorText(change.by)}</span>
        </li>
      ))}
      {changes.length > MAX_POPOVER_CHANGES ? (
        <li className="sc-note">另有 {changes.length - MAX_POPOVER_CHANGES} 处</li>
      ) : null}
    </ul>
  );
  return (
    <Popover content={content} trigger={['hover', 'click']} placement="topLeft">
      <button type="button" className="sc-mark" data-action="show-change">
        {isInRows ? `${changes.length} 处修改` : '已修改'}
      </button>
    </Popover>
  );
}

/** Returns the text of a cell's value; 空 for an empty value. */
function cellText(compiled: CompiledForm, change: ChangeWithAuthor, compared: ComparedValue | null): string {
  const fieldAndColumn = fieldAndColumnOf(compiled, change);
  if (!fieldAndColumn?.column || !compared) return '空';
  return (
    textOfField(fieldAndColumn.column, {
      [fieldAndColumn.column.key]: compared.value,
      ...(compared.label ? { [`${fieldAndColumn.column.key}Label`]: compared.label } : {}),
    }) || '空'
  );
}

/** Returns the marks for values that others have changed; null without changes. */
export function marksOf(compiled: CompiledForm, { changes }: ChangesByOthers): Marks | null {
  if (changes.length === 0) return null;
  const byField = new Map<string, ChangeWithAuthor[]>();
  const cells = new Map<string, string>();
  const rows = new Map<string, string>();
  for (const change of changes) {
    byField.set(change.key, [...(byField.get(change.key) ?? []), change]);
    if (change.rowId === undefined) continue;
    if (change.kind === 'row') {
      if (change.after !== null) rows.set(`${change.key} ${change.rowId}`, `新增的行　${authorText(change.by)}`);
    } else
      cells.set(
        `${change.key} ${change.rowId} ${change.column}`,
        `已修改：${cellText(compiled, change, change.before)} → ${cellText(compiled, change, change.after)}　${authorText(change.by)}`,
      );
  }
  return {
    field: (key) => {
      const changesOfField = byField.get(key);
      return changesOfField ? <FieldMark compiled={compiled} changes={changesOfField} /> : null;
    },
    cell: (table, rowId, column) => cells.get(`${table} ${rowId} ${column}`) ?? null,
    row: (table, rowId) => rows.get(`${table} ${rowId}`) ?? null,
  };
}
