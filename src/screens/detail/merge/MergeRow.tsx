import { Radio } from 'antd';
import { isTable, type CompiledField, type CompiledTable } from '../../../kernel/form.ts';
import type { Choice, MergeItem, Side } from '../../../kernel/records/threeWay.ts';
import { textOfField } from '../../../kernel/records/title.ts';
import { ToneTag } from '../../shared/ToneTag.tsx';
import { ValueView } from '../../shared/ValueView.tsx';

interface Props {
  item: MergeItem; field: CompiledField; column: CompiledField | undefined; choice: Choice;
  canChoose: boolean;
  onChoose(id: string, choice: Choice): void;
}

/** Columns that tell one row from another when a whole row is spoken of. */
const TOLD = 3;

/** A row in one line: its first filled columns. */
export function rowText(table: CompiledTable, fieldsMap: Readonly<Record<string, unknown>>): string {
  return table.columns.map((column) => textOfField(column, fieldsMap)).filter((text) => text !== '').slice(0, TOLD).join('，') || '空行';
}

function Shown({ side, field, column, absent }: { side: Side | null; field: CompiledField; column: CompiledField | undefined; absent: string }) {
  if (side === null) return <span className="sc-note">{absent}</span>;
  if (isTable(field) && !column) return <>{rowText(field, side.value as Readonly<Record<string, unknown>>)}</>;
  const node = (column ?? field).node;
  const isEmpty = (column ?? field).isEmpty(side.value);
  return isEmpty ? <span className="sc-note">空</span> : <ValueView node={node} value={side.value} label={side.label} />;
}

const TAGS = { both: ['warn', '双方都修改了'], mine: ['busy', '我的修改'], theirs: ['plain', '他人的修改'] } as const;

export function whereOf({ rowNumber, rowId }: Pick<MergeItem, 'rowNumber' | 'rowId'>, field: CompiledField, column: CompiledField | undefined): string {
  const row = rowId === undefined ? '' : rowNumber === undefined ? ' 新行' : ` 第 ${rowNumber} 行`;
  return `${field.node.label || field.key}${row}${column ? ` ${column.node.label || column.key}` : ''}`;
}

/** One place at which the two differ. Of what both changed, and of my own changes, one side is chosen. */
export function MergeRow({ item, field, column, choice, canChoose, onChoose }: Props) {
  const [tone, text] = TAGS[item.by];
  const isMineChosen = choice === 'mine';
  const where = whereOf(item, field, column);
  const parts = { field, column };
  const isRow = item.kind === 'row';
  return (
    <li className="sc-merge-item" data-merge={item.column ?? item.key} data-by={item.by}>
      <div className="sc-merge-head"><strong>{where}</strong><ToneTag tone={tone}>{text}</ToneTag></div>
      <dl className="sc-merge-sides">
        <div><dt>打开时</dt><dd><Shown side={item.base} {...parts} absent={isRow ? '没有此行' : '未知'} /></dd></div>
        <div className={item.by === 'theirs' || !isMineChosen ? undefined : 'sc-merge-chosen'}><dt>我的</dt><dd>{item.by === 'theirs' ? <span className="sc-note">未修改</span> : <Shown side={item.mine} {...parts} absent="删除此行" />}</dd></div>
        <div className={item.by === 'theirs' || !isMineChosen ? 'sc-merge-chosen' : undefined}><dt>最新</dt><dd><Shown side={item.theirs} {...parts} absent={item.base ? '已删除此行' : '没有此行'} /></dd></div>
      </dl>
      {canChoose && item.by !== 'theirs' ? (
        <Radio.Group
          size="small" value={choice} onChange={(event) => onChoose(item.id, event.target.value as Choice)} aria-label={`${where}保留哪一个`}
          options={[{ value: 'mine', label: '用我的' }, { value: 'theirs', label: '用最新的' }]}
        />
      ) : null}
    </li>
  );
}
