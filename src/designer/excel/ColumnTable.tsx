import { Checkbox, Input, InputNumber, Select, Space, Table } from 'antd';
import { canBeUnique, hasOptions, type ColumnKind, type GuessedColumn } from './guessColumn.ts';
import type { GuessedForm } from './guessForms.ts';
import { textOfCell } from './sheetTable.ts';

const KIND_OPTIONS: readonly { value: ColumnKind; label: string }[] = [
  { value: 'text', label: '单行文本' },
  { value: 'textarea', label: '多行文本' },
  { value: 'number', label: '数字' },
  { value: 'date', label: '日期' },
  { value: 'datetime', label: '日期时间' },
  { value: 'select', label: '下拉选择' },
  { value: 'yesNo', label: '单选' },
  { value: 'phone', label: '电话' },
  { value: 'identityCard', label: '身份证号' },
  { value: 'relation', label: '关联记录' },
];

/** Maximum number of different values that are proposed as options. */
const MAX_PROPOSED_OPTIONS = 50;

/** Maximum number of values shown as examples of a column. */
const MAX_EXAMPLES = 3;

interface Props {
  form: GuessedForm;
  /** The other forms of the workbook, as targets of relations. */
  otherForms: readonly GuessedForm[];
  onChange(columns: GuessedColumn[]): void;
}

interface ColumnLine {
  index: number;
  column: GuessedColumn;
  examples: string;
  distinctValues: string[];
}

/** The guessed field for each column of a sheet; the user can correct it before the form is created. */
export function ColumnTable({ form, otherForms, onChange }: Props) {
  const change = (index: number, changes: Partial<GuessedColumn>): void =>
    onChange(form.columns.map((column, position) => (position === index ? { ...column, ...changes } : column)));
  const lines = form.columns.map((column, index): ColumnLine => {
    const distinctValues = [
      ...new Set(form.table.rows.map((row) => textOfCell(row[index] ?? null)).filter((text) => text !== '')),
    ];
    return { index, column, distinctValues, examples: distinctValues.slice(0, MAX_EXAMPLES).join('、') };
  });
  const setKind = ({ index, column, distinctValues }: ColumnLine, kind: ColumnKind): void =>
    change(index, {
      kind,
      isUnique: column.isUnique && canBeUnique(kind),
      // options that were read from the sheet or typed are kept, also if the new kind has no options
      options:
        hasOptions(kind) && column.options.length === 0
          ? distinctValues.slice(0, MAX_PROPOSED_OPTIONS)
          : column.options,
      ...(kind === 'relation' && otherForms[0] ? { to: column.to ?? otherForms[0].id } : {}),
    });
  return (
    <Table<ColumnLine>
      size="small"
      rowKey="index"
      pagination={false}
      scroll={{ x: 760, y: 380 }}
      dataSource={lines}
      rowClassName={({ column }) => (column.isLeftOut ? 'ds-left-out' : '')}
      columns={[
        {
          title: '采用',
          key: 'used',
          width: 56,
          render: (_value, { index, column }) => (
            <Checkbox
              aria-label={`采用${column.title}`}
              checked={!column.isLeftOut}
              onChange={(event) => change(index, { isLeftOut: !event.target.checked })}
            />
          ),
        },
        {
          title: '字段名称',
          key: 'title',
          width: 170,
          render: (_value, { index, column }) => (
            <Input
              size="small"
              aria-label={`第 ${index + 1} 列的字段名称`}
              maxLength={40}
              value={column.title}
              status={column.title.trim() === '' ? 'error' : ''}
              disabled={column.isLeftOut}
              onChange={(event) => change(index, { title: event.target.value })}
            />
          ),
        },
        {
          title: '类型',
          key: 'kind',
          width: 220,
          render: (_value, line) => (
            <div className="ds-kind">
              <Select<ColumnKind>
                size="small"
                aria-label={`${line.column.title}的类型`}
                value={line.column.kind}
                disabled={line.column.isLeftOut}
                options={KIND_OPTIONS.filter(({ value }) => value !== 'relation' || otherForms.length > 0)}
                onChange={(kind) => setKind(line, kind)}
                popupMatchSelectWidth={120}
              />
              {line.column.kind === 'relation' ? (
                <Select
                  size="small"
                  aria-label={`${line.column.title}关联的表单`}
                  value={line.column.to}
                  disabled={line.column.isLeftOut}
                  options={otherForms.map(({ id, formName }) => ({ value: id, label: formName }))}
                  onChange={(to) => change(line.index, { to })}
                  popupMatchSelectWidth={160}
                />
              ) : null}
            </div>
          ),
        },
        {
          title: '必填',
          key: 'required',
          width: 56,
          render: (_value, { index, column }) => (
            <Checkbox
              aria-label={`${column.title}必填`}
              checked={column.isRequired}
              disabled={column.isLeftOut}
              onChange={(event) => change(index, { isRequired: event.target.checked })}
            />
          ),
        },
        {
          title: '不重复',
          key: 'unique',
          width: 66,
          render: (_value, { index, column }) => (
            <Checkbox
              aria-label={`${column.title}不重复`}
              checked={column.isUnique}
              disabled={column.isLeftOut || !canBeUnique(column.kind)}
              onChange={(event) => change(index, { isUnique: event.target.checked })}
            />
          ),
        },
        {
          title: '选项、小数位，或表中的内容',
          key: 'examples',
          ellipsis: true,
          render: (_value, { index, column, examples }) =>
            !column.isLeftOut && hasOptions(column.kind) ? (
              <Select
                size="small"
                mode="tags"
                aria-label={`${column.title}的选项`}
                placeholder="输入选项后按回车"
                style={{ width: '100%' }}
                maxTagCount="responsive"
                value={column.options}
                options={column.options.map((option) => ({ value: option, label: option }))}
                onChange={(options: string[]) => change(index, { options })}
              />
            ) : !column.isLeftOut && column.kind === 'number' ? (
              <Space size={6}>
                <InputNumber
                  size="small"
                  aria-label={`${column.title}的小数位`}
                  min={0}
                  max={6}
                  precision={0}
                  style={{ width: 64 }}
                  value={column.precision}
                  onChange={(precision) => change(index, { precision: precision ?? 0 })}
                />
                <span className="sc-note">{examples === '' ? '位小数' : `位小数，如 ${examples}`}</span>
              </Space>
            ) : (
              <span className="sc-note">{examples || (form.table.fields ? '' : '（空）')}</span>
            ),
        },
      ]}
    />
  );
}
