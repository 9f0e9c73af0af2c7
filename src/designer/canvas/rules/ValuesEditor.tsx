import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { Option } from '../../../kernel/index.ts';
import type { ValueType } from '../../../expressions/index.ts';
import { isObject } from '../model/nodes.ts';
import { ChoiceSelect } from './controlLines.tsx';
import { ValueEditor, type ValueSource, type ValueTarget } from './ValueEditor.tsx';
import type { RuleNames } from './ruleNames.ts';

interface Props {
  value: unknown;
  /** The fields that may be written; null while their form is not selected. */
  fields: readonly ValueTarget[] | null;
  names: RuleNames;
  /** Label of the select for the source field of a value. */
  sourceFieldLabel?: string;
  onChange(value: Record<string, unknown> | undefined): void;
}

/** Edits an object with an expression for each field key, as a list of fields with their values. */
export function ValuesEditor({
  value,
  fields: fieldsOrNull,
  names,
  sourceFieldLabel = '取本记录的字段',
  onChange,
}: Props) {
  const entries = Object.entries(isObject(value) ? value : {});
  // the sources that the user has selected, by field key, so that each value keeps its source when another is removed
  const [sources, setSources] = useState<ReadonlyMap<string, ValueSource | null>>(new Map());
  const setSource = (key: string, source: ValueSource | null): void =>
    setSources((before) => new Map(before).set(key, source));
  const setEntries = (next: [string, unknown][]): void =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const fields = fieldsOrNull ?? [];
  const isUsed = (name: string): boolean => entries.some(([key]) => key === name);
  const unusedField = fields.find((field) => !isUsed(field.value));
  return (
    <div className="ds-pairs">
      {entries.map(([key, expression], index) => {
        const setEntry = (entry: [string, unknown]): void =>
          setEntries(entries.map((unchanged, position) => (position === index ? entry : unchanged)));
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the field can be changed, so its key is not stable
          <div key={index} className="ds-rule-value">
            <ChoiceSelect
              label="字段"
              value={key}
              choices={fields.filter((field) => field.value === key || !isUsed(field.value))}
              onChange={(next = key) => {
                setSource(next, sources.get(key) ?? null);
                setEntry([next, expression]);
              }}
            />
            <span aria-hidden="true">=</span>
            <ValueEditor
              target={fields.find((field) => field.value === key) ?? { value: key, label: key }}
              text={String(expression)}
              names={names}
              sourceFieldLabel={sourceFieldLabel}
              chosenSource={sources.get(key) ?? null}
              onChoose={(source) => setSource(key, source)}
              onChange={(next) => setEntry([key, next])}
            >
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label="删除此值"
                onClick={() => setEntries(entries.filter((_item, position) => position !== index))}
              />
            </ValueEditor>
          </div>
        );
      })}
      <Button
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={unusedField === undefined}
        onClick={() => {
          const key = unusedField?.value ?? '';
          // a new value starts with the source `field`; until a field is selected, the check reports the empty
          // expression
          setSource(key, 'field');
          setEntries([...entries, [key, '']]);
        }}
      >
        {fieldsOrNull === null ? '先选择记录' : '添加一个字段'}
      </Button>
    </div>
  );
}

/** Converts fields of a form, or columns of a sub-table, to fields that a rule can write. */
export const valueTargets = (
  fields: Iterable<{
    key: string;
    node: { label?: string };
    valueType: ValueType;
    options: readonly Option[] | null;
  }>,
): ValueTarget[] =>
  [...fields].map(({ key, node, valueType, options }) => ({
    value: key,
    label: node.label || key,
    type: valueType,
    offers: options && options.length > 0 ? options : null,
  }));
