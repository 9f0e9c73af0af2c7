import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { isObject } from '../../model/nodes.ts';
import type { EditorProps } from './basicEditors.tsx';

export interface Choice {
  value: string;
  label: string;
}

interface PairInputProps {
  id?: string;
  label: string;
  value: string;
  choices: readonly Choice[] | undefined;
  isInvalid?: boolean;
  onChange(next: string): void;
}

/** A select if the possible values are known, else a text input. */
function PairInput({ id, label, value, choices, isInvalid = false, onChange }: PairInputProps): ReactNode {
  if (!choices)
    return (
      <Input
        id={id}
        size="small"
        aria-label={label}
        placeholder={label}
        status={isInvalid ? 'error' : ''}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const isUnknown = value !== '' && !choices.some((choice) => choice.value === value);
  return (
    <Select
      id={id}
      size="small"
      showSearch
      optionFilterProp="label"
      aria-label={label}
      value={value === '' ? null : value}
      placeholder={label}
      options={isUnknown ? [...choices, { value, label: value }] : [...choices]}
      onChange={(next: string | null) => onChange(next ?? '')}
    />
  );
}

/** Returns an unused name for a new pair: `name1`, `name2` … */
function unusedNameAmong(entries: readonly (readonly [string, unknown])[]): string {
  for (let number = entries.length + 1; ; number += 1)
    if (!entries.some(([name]) => name === `name${number}`)) return `name${number}`;
}

/**
 * Edits an object as a list of name-value pairs. A name that another pair already has is not stored, because the other
 * pair would be lost.
 */
export function MapEditor({
  value,
  onChange,
  id,
  names,
  values,
  labels = { name: '名称', value: '值' },
}: EditorProps & { names?: readonly Choice[]; values?: readonly Choice[]; labels?: { name: string; value: string } }) {
  const entries = Object.entries(isObject(value) ? value : {});
  const [duplicate, setDuplicate] = useState<{ index: number; name: string } | null>(null);
  const setEntries = (next: [string, unknown][]): void => {
    setDuplicate(null);
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  };
  const change = (index: number, entry: [string, unknown]): void =>
    setEntries(entries.map((unchanged, position) => (position === index ? entry : unchanged)));
  const isUsed = (name: string): boolean => entries.some(([used]) => used === name);
  const rename = (index: number, name: string, pairValue: unknown): void => {
    if (name !== entries[index]?.[0] && isUsed(name)) setDuplicate({ index, name });
    else change(index, [name, pairValue]);
  };
  const unusedName = names?.find((choice) => !isUsed(choice.value))?.value;
  return (
    <div className="ds-pairs">
      {entries.map(([name, pairValue], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the name can be edited, so it cannot be the key
        <div key={index} className="ds-pair">
          <PairInput
            id={index === 0 ? id : undefined}
            label={labels.name}
            value={duplicate?.index === index ? duplicate.name : name}
            choices={names?.filter((choice) => choice.value === name || !isUsed(choice.value))}
            isInvalid={duplicate?.index === index}
            onChange={(next) => rename(index, next, pairValue)}
          />
          <PairInput
            label={labels.value}
            value={typeof pairValue === 'string' ? pairValue : JSON.stringify(pairValue)}
            choices={values}
            onChange={(next) => change(index, [name, next])}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label="删除此行"
            onClick={() => setEntries(entries.filter((_item, position) => position !== index))}
          />
        </div>
      ))}
      {duplicate === null ? null : (
        <p className="fd-fault" role="alert">
          {labels.name}“{duplicate.name}”重复，未采用
        </p>
      )}
      <Button
        id={entries.length === 0 ? id : undefined}
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={names !== undefined && unusedName === undefined}
        onClick={() => setEntries([...entries, [unusedName ?? unusedNameAmong(entries), values?.[0]?.value ?? '']])}
      >
        添加一行
      </Button>
    </div>
  );
}
