import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { checkExpression } from '../../../kernel/index.ts';
import { useDesign, usePlace, type FieldInfo } from '../panel/design.ts';
import { ExpressionInput } from './ExpressionInput.tsx';
import { wordsFor } from './offers.ts';
import { conditionOf, OPS, readSimple, type Op, type Simple, type Term } from './simple.ts';

const NUMERIC = new Set<Op>(['==', '!=', '>', '>=', '<', '<=']);
const TEXTUAL = new Set<Op>(['==', '!=', 'contains']);
const ANY_OF = new Set<Op>(['contains']);
const EQUAL = new Set<Op>(['==']);
const CHOSEN = new Set<Op>(['==', '!=']);

function opsOf(field: FieldInfo | undefined): ReadonlySet<Op> {
  if (field?.type === 'list') return ANY_OF;
  if (field?.type === 'bool') return EQUAL;
  if (field?.type === 'double') return NUMERIC;
  if (field?.options) return CHOSEN;
  return field?.type === 'string' ? TEXTUAL : NUMERIC;
}
const opsFor = (field: FieldInfo | undefined): typeof OPS => OPS.filter(({ value }) => opsOf(field).has(value));
/** What a comparison with a field begins with. */
const firstOp = (field: FieldInfo | undefined): Op =>
  field?.type === 'double' ? '>' : field?.type === 'list' ? 'contains' : '==';
const firstValue = (field: FieldInfo | undefined): Term['value'] =>
  field?.type === 'double' ? 0 : field?.type === 'bool' ? true : (field?.options?.[0]?.value ?? '');

function Value({
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
        onChange={(next) => onChange(next ?? 0)}
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

function Terms({ simple, onChange }: { simple: Simple; onChange(next: Simple): void }) {
  const { fields } = useDesign();
  const usable = fields.filter(({ columns, type, options }) => columns === null && (type !== 'list' || options));
  const infoOf = (key: string): FieldInfo | undefined => fields.find((field) => field.key === key);
  const change = (index: number, next: Term): void =>
    onChange({ ...simple, terms: simple.terms.map((term, at) => (at === index ? next : term)) });
  const add = (): void => {
    const [field] = usable;
    onChange({
      ...simple,
      terms: [...simple.terms, { field: field?.key ?? '', op: firstOp(field), value: firstValue(field) }],
    });
  };
  return (
    <>
      {simple.terms.length > 1 ? (
        <Segmented
          size="small"
          aria-label="几个条件之间"
          value={simple.join}
          options={[
            { value: '&&', label: '同时满足' },
            { value: '||', label: '满足任一' },
          ]}
          onChange={(join) => onChange({ ...simple, join: join as Simple['join'] })}
        />
      ) : null}
      {simple.terms.map((term, index) => {
        const field = infoOf(term.field);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- comparisons may repeat and have no other name
          <div key={index} className="fd-term" data-term={term.field}>
            <Select
              showSearch
              optionFilterProp="label"
              aria-label="字段"
              value={term.field}
              options={[
                ...usable.map(({ key, label }) => ({ value: key, label })),
                ...(field ? [] : [{ value: term.field, label: term.field }]),
              ]}
              onChange={(key: string) => {
                const next = infoOf(key);
                change(index, { field: key, op: firstOp(next), value: firstValue(next) });
              }}
            />
            <Select<Op>
              aria-label="比较"
              value={term.op}
              options={[
                ...opsFor(field),
                ...OPS.filter(({ value }) => value === term.op && !opsFor(field).some((one) => one.value === value)),
              ]}
              onChange={(op) => change(index, { ...term, op })}
            />
            <Value term={term} field={field} onChange={(value) => change(index, { ...term, value })} />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label="删除此条件"
              onClick={() => onChange({ ...simple, terms: simple.terms.filter((_one, at) => at !== index) })}
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
        disabled={usable.length === 0}
        onClick={add}
        data-action="addTerm"
      >
        {usable.length === 0 ? '先选择对应的表单' : '添加条件'}
      </Button>
    </>
  );
}

/** A flow's condition: chosen from the form's fields, or typed where it says more. */
export function ConditionEditor({ value, onChange }: { value: string; onChange(next: string): void }) {
  const { types: all, fields } = useDesign();
  const place = usePlace();
  const types = place.types ?? all?.form ?? null;
  const words = useMemo(
    () => wordsFor(fields, { isRepeated: place.isRepeated, table: place.table }),
    [fields, place.isRepeated, place.table],
  );
  const simple = readSimple(value);
  const [isTyped, setTyped] = useState(simple === null);
  const problems =
    value.trim() === '' || types === null || /[$#]\{/.test(value) ? [] : checkExpression(value, types, 'bool');
  return (
    <div className="fd-condition" data-panel="condition">
      <Segmented<string>
        size="small"
        aria-label="怎样写条件"
        value={isTyped || !simple ? 'text' : 'terms'}
        options={[
          { value: 'terms', label: '选择', disabled: simple === null },
          { value: 'text', label: '表达式' },
        ]}
        onChange={(next) => setTyped(next === 'text')}
      />
      {isTyped || !simple ? (
        <ExpressionInput
          value={value}
          label="条件表达式"
          words={words}
          placeholder="如 amount > 5000 && kind == 'travel'"
          status={problems.length > 0 ? 'error' : ''}
          onCommit={onChange}
        />
      ) : (
        <Terms simple={simple} onChange={(next) => onChange(conditionOf(next))} />
      )}
      {problems.slice(0, 3).map(({ message }) => (
        <p key={message} className="fd-fault" role="alert">
          {message}
        </p>
      ))}
      {isTyped && fields.length > 0 ? (
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
