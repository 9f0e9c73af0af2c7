import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { checkExpression } from '../../../expressions/index.ts';
import { useSettingsData, useElementScope, type FieldInfo } from '../panel/design.ts';
import { ExpressionInput } from './ExpressionInput.tsx';
import { completionsFor } from './completions.ts';
import {
  formatCondition,
  OPERATORS,
  readSimpleCondition,
  type Op,
  type SimpleCondition,
  type Term,
} from './simpleCondition.ts';

const NUMBER_OPS = new Set<Op>(['==', '!=', '>', '>=', '<', '<=']);
const TEXT_OPS = new Set<Op>(['==', '!=', 'contains']);
const LIST_OPS = new Set<Op>(['contains']);
const BOOLEAN_OPS = new Set<Op>(['==']);
const OPTION_OPS = new Set<Op>(['==', '!=']);

function opsOf(field: FieldInfo | undefined): ReadonlySet<Op> {
  if (field?.type === 'list') return LIST_OPS;
  if (field?.type === 'bool') return BOOLEAN_OPS;
  if (field?.type === 'double') return NUMBER_OPS;
  if (field?.options) return OPTION_OPS;
  return field?.type === 'string' ? TEXT_OPS : NUMBER_OPS;
}
const operatorOptions = (field: FieldInfo | undefined): typeof OPERATORS =>
  OPERATORS.filter(({ value }) => opsOf(field).has(value));
/** Returns the initial operator of a comparison with a field. */
function initialOp(field: FieldInfo | undefined): Op {
  if (field?.type === 'double') return '>';
  return field?.type === 'list' ? 'contains' : '==';
}
function initialValue(field: FieldInfo | undefined): Term['value'] {
  if (field?.type === 'double') return 0;
  return field?.type === 'bool' ? true : (field?.options?.[0]?.value ?? '');
}

function ValueInput({
  term,
  field,
  onChange,
}: {
  term: Term;
  field: FieldInfo | undefined;
  onChange(value: Term['value']): void;
}) {
  if (typeof term.value === 'boolean')
    return (
      <Select
        aria-label="值"
        value={term.value}
        options={[
          { value: true, label: '是' },
          { value: false, label: '否' },
        ]}
        onChange={onChange}
      />
    );
  if (typeof term.value === 'number' && !field?.options)
    return (
      <InputNumber
        aria-label="值"
        value={term.value}
        onChange={(next) => {
          if (next !== null) onChange(next);
        }}
        style={{ width: '100%' }}
      />
    );
  if (field?.options)
    return (
      <Select
        aria-label="值"
        showSearch
        optionFilterProp="label"
        value={term.value}
        options={field.options.map(({ label, value }) => ({ label, value }))}
        onChange={(next) => onChange(next as Term['value'])}
      />
    );
  return <Input aria-label="值" value={String(term.value)} onChange={(event) => onChange(event.target.value)} />;
}

function TermList({ condition, onChange }: { condition: SimpleCondition; onChange(next: SimpleCondition): void }) {
  const { fields } = useSettingsData();
  // fields outside of sub-tables; list fields only if they have options
  const usableFields = fields.filter(({ columns, type, options }) => columns === null && (type !== 'list' || options));
  const fieldInfoOf = (key: string): FieldInfo | undefined => fields.find((field) => field.key === key);
  const change = (index: number, next: Term): void =>
    onChange({ ...condition, terms: condition.terms.map((term, position) => (position === index ? next : term)) });
  const add = (): void => {
    const [field] = usableFields;
    onChange({
      ...condition,
      terms: [...condition.terms, { field: field?.key ?? '', op: initialOp(field), value: initialValue(field) }],
    });
  };
  return (
    <>
      {condition.terms.length > 1 ? (
        <Segmented
          size="small"
          aria-label="几个条件之间"
          value={condition.join}
          options={[
            { value: '&&', label: '同时满足' },
            { value: '||', label: '满足任一' },
          ]}
          onChange={(join) => onChange({ ...condition, join: join as SimpleCondition['join'] })}
        />
      ) : null}
      {condition.terms.map((term, index) => {
        const field = fieldInfoOf(term.field);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- comparisons may repeat and have no unique name
          <div key={index} className="fd-term" data-term={term.field}>
            <Select
              showSearch
              optionFilterProp="label"
              aria-label="字段"
              value={term.field}
              options={[
                ...usableFields.map(({ key, label }) => ({ value: key, label })),
                ...(field ? [] : [{ value: term.field, label: term.field }]),
              ]}
              onChange={(key: string) => {
                const next = fieldInfoOf(key);
                change(index, { field: key, op: initialOp(next), value: initialValue(next) });
              }}
            />
            <Select<Op>
              aria-label="比较"
              value={term.op}
              options={[
                ...operatorOptions(field),
                ...OPERATORS.filter(
                  ({ value }) =>
                    value === term.op && !operatorOptions(field).some((operator) => operator.value === value),
                ),
              ]}
              onChange={(op) => change(index, { ...term, op })}
            />
            <ValueInput term={term} field={field} onChange={(value) => change(index, { ...term, value })} />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label="删除此条件"
              onClick={() =>
                onChange({ ...condition, terms: condition.terms.filter((_item, position) => position !== index) })
              }
              data-action="removeTerm"
            />
          </div>
        );
      })}
      <Button
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={usableFields.length === 0}
        onClick={add}
        data-action="addTerm"
      >
        {usableFields.length === 0 ? '先选择对应的表单' : '添加条件'}
      </Button>
    </>
  );
}

/**
 * Edits a condition as a list of comparisons or as an expression. A condition that is not a list of comparisons can be
 * edited only as an expression.
 */
export function ConditionEditor({ value, onChange }: { value: string; onChange(next: string): void }) {
  const { types: formTypes, fields } = useSettingsData();
  const scope = useElementScope();
  const types = scope.types ?? formTypes?.form ?? null;
  const completions = useMemo(
    () => completionsFor(fields, { isRepeated: scope.isRepeated, table: scope.table }),
    [fields, scope.isRepeated, scope.table],
  );
  const condition = readSimpleCondition(value);
  const [isTextShown, setTextShown] = useState(condition === null);
  // expressions in the syntax of other process engines (`${…}`, `#{…}`) are not checked here
  const problems =
    value.trim() === '' || types === null || /[$#]\{/.test(value) ? [] : checkExpression(value, types, 'bool');
  return (
    <div className="fd-condition" data-panel="condition">
      <Segmented<string>
        size="small"
        aria-label="怎样写条件"
        value={isTextShown || !condition ? 'text' : 'terms'}
        options={[
          { value: 'terms', label: '选择', disabled: condition === null },
          { value: 'text', label: '表达式' },
        ]}
        onChange={(next) => setTextShown(next === 'text')}
      />
      {isTextShown || !condition ? (
        <ExpressionInput
          value={value}
          label="条件表达式"
          completions={completions}
          placeholder="如 amount > 5000 && kind == 'travel'"
          status={problems.length > 0 ? 'error' : ''}
          onCommit={onChange}
        />
      ) : (
        <TermList condition={condition} onChange={(next) => onChange(formatCondition(next))} />
      )}
      {problems.slice(0, 3).map(({ message }) => (
        <p key={message} className="fd-fault" role="alert">
          {message}
        </p>
      ))}
      {isTextShown && fields.length > 0 ? (
        <Select
          aria-label="插入字段"
          size="small"
          placeholder="插入字段"
          showSearch
          optionFilterProp="label"
          value={null}
          options={fields
            .filter(({ columns }) => columns === null)
            .map(({ key, label }) => ({ value: key, label: `${label}（${key}）` }))}
          onChange={(key: string | null) => {
            if (key) onChange(value.trim() === '' ? key : `${value} ${key}`);
          }}
        />
      ) : null}
    </div>
  );
}
