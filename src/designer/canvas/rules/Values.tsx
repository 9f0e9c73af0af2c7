import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { Option, ValueType } from '../../../kernel/index.ts';
import { isObject } from '../model/nodes.ts';
import { OneOf } from './lines.tsx';
import { OneValue, type ValueTarget } from './OneValue.tsx';
import type { RuleNames } from './ruleNames.ts';

interface Props {
  value: unknown;
  /** The fields that get values; null while their form is not chosen. */
  fields: readonly ValueTarget[] | null;
  names: RuleNames;
  /** What the select of fields for a value is called. */
  takeFrom?: string;
  onChange(value: Record<string, unknown> | undefined): void;
}

/** Pairs of a field and its value: a field of this record, something fixed, or an expression. */
export function Values({ value, fields: given, names, takeFrom = '取本记录的字段', onChange }: Props) {
  const entries = Object.entries(isObject(value) ? value : {});
  const [added, setAdded] = useState<string | null>(null);
  const set = (next: [string, unknown][]): void => onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const fields = given ?? [];
  const free = fields.find((one) => !entries.some(([key]) => key === one.value));
  return (
    <div className="ds-pairs">
      {entries.map(([key, one], index) => {
        const put = (entry: [string, unknown]): void => set(entries.map((other, at) => (at === index ? entry : other)));
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the name is what is chosen
          <div key={index} className="ds-rule-value">
            <OneOf label="字段" value={key} choices={fields} onChange={(next) => put([next ?? key, one])} />
            <span aria-hidden="true">=</span>
            <OneValue
              target={fields.find((field) => field.value === key) ?? { value: key, label: key }}
              text={String(one)}
              names={names}
              takeFrom={takeFrom}
              isNew={added === key}
              onChange={(next) => put([key, next])}
            >
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label="删除此值"
                onClick={() => set(entries.filter((_one, at) => at !== index))}
              />
            </OneValue>
          </div>
        );
      })}
      <Button
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={free === undefined}
        onClick={() => {
          setAdded(free?.value ?? null);
          set([...entries, [free?.value ?? '', "''"]]);
        }}
      >
        {given === null ? '先选择记录' : '添加一个字段'}
      </Button>
    </div>
  );
}

/** What may get a value, of fields of a form or columns of a sub-table. */
export const valueTargets = (
  parts: Iterable<{
    key: string;
    node: { label?: string };
    valueType: ValueType;
    options: readonly Option[] | null;
  }>,
): ValueTarget[] =>
  [...parts].map(({ key, node, valueType, options }) => ({
    value: key,
    label: node.label || key,
    type: valueType,
    offers: options && options.length > 0 ? options : null,
  }));
