import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { isObject } from '../model/nodes.ts';
import { receiverWords, type RuleNames } from './ruleWords.ts';

interface LineProps {
  label: string;
  help?: string;
  children(id: string): ReactNode;
}

/** One part of a rule with its name. */
export function Line({ label, help, children }: LineProps) {
  const id = useId();
  return (
    <div className="ds-property" data-beside="true">
      <label htmlFor={id} className="ds-property-name" title={help}>
        {label}
      </label>
      <div className="ds-property-editor">{children(id)}</div>
    </div>
  );
}

export interface Choice {
  value: string;
  label: string;
}

interface ChoiceProps {
  id?: string;
  label: string;
  value: unknown;
  choices: readonly Choice[];
  placeholder?: string;
  allowClear?: boolean;
  onChange(value: string | undefined): void;
}

/** One of several; a value that is not among them stays. */
export function OneOf({ id, label, value, choices, placeholder, allowClear = false, onChange }: ChoiceProps) {
  const now = typeof value === 'string' && value !== '' ? value : null;
  const isStrange = now !== null && !choices.some((one) => one.value === now);
  return (
    <Select
      id={id}
      size="small"
      aria-label={label}
      showSearch
      optionFilterProp="label"
      allowClear={allowClear}
      popupMatchSelectWidth={false}
      style={{ width: '100%' }}
      placeholder={placeholder ?? '请选择'}
      status={now === null && !allowClear ? 'error' : ''}
      value={now}
      options={isStrange ? [...choices, { value: now, label: now }] : [...choices]}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  );
}

interface ReceiversProps {
  id: string;
  value: unknown;
  names: RuleNames;
  onChange(value: string[] | undefined): void;
}

/** Who is told: the creator, the head of the department, people that a field names, roles. */
export function Receivers({ id, value, names, onChange }: ReceiversProps) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const people = [
    ...names.infos.filter(({ isPerson }) => isPerson).map(({ key, label }) => ({ key, label })),
    ...names.reached.flatMap(({ path, label, form }) =>
      [...form.fields.values()]
        .filter(({ definition }) => definition.references?.to === 'user')
        .map(({ key, node }) => ({ key: `${path}.${key}`, label: `${label} › ${node.label ?? key}` })),
    ),
  ].filter(({ key }, index, all) => all.findIndex((one) => one.key === key) === index);
  const known = [
    { value: 'creator', label: '创建人' },
    { value: 'deptLeader', label: '记录所在部门的负责人' },
    ...people.map(({ key, label }) => ({ value: `field:${key}`, label: `字段：${label}` })),
    ...names.roles.map(({ code, name }) => ({ value: `role:${code}`, label: `角色：${name}` })),
  ];
  const strange = chosen.filter((one) => !known.some((other) => other.value === one));
  return (
    <Select
      id={id}
      size="small"
      mode="multiple"
      aria-label="通知谁"
      optionFilterProp="label"
      placeholder="选择人员"
      status={chosen.length === 0 ? 'error' : ''}
      style={{ width: '100%' }}
      value={chosen}
      options={[...known, ...strange.map((one) => ({ value: one, label: receiverWords(one, names) }))]}
      onChange={(next: string[]) => onChange(next.length === 0 ? undefined : next)}
    />
  );
}

interface ValuesProps {
  value: unknown;
  /** The form whose fields get values; null while none is chosen. */
  target: CompiledForm | null;
  names: RuleNames;
  onChange(value: Record<string, unknown> | undefined): void;
}

/** Which field gets which value: a field of this record, or an expression. */
export function Values({ value, target, names, onChange }: ValuesProps) {
  const entries = Object.entries(isObject(value) ? value : {});
  const set = (next: [string, unknown][]): void => onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  const fields = target
    ? [...target.fields.values()].map(({ key, node }) => ({ value: key, label: node.label || key }))
    : [];
  const free = fields.find((one) => !entries.some(([key]) => key === one.value));
  const sources = names.infos.filter(({ columns }) => columns === null);
  return (
    <div className="ds-pairs">
      {entries.map(([key, one], index) => {
        const put = (entry: [string, unknown]): void => set(entries.map((other, at) => (at === index ? entry : other)));
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the name is what is chosen
          <div key={index} className="ds-rule-value">
            <OneOf label="字段" value={key} choices={fields} onChange={(next) => put([next ?? key, one])} />
            <span aria-hidden="true">=</span>
            <Input
              size="small"
              aria-label={`${fields.find((field) => field.value === key)?.label ?? key}的值`}
              placeholder="字段或表达式"
              value={String(one)}
              onChange={({ target: box }) => put([key, box.value])}
            />
            <OneOf
              label="取本记录的字段"
              value=""
              placeholder="取字段"
              allowClear
              choices={sources.map((info) => ({ value: info.key, label: info.label }))}
              onChange={(next) => {
                if (next !== undefined) put([key, next]);
              }}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label="删除此值"
              onClick={() => set(entries.filter((_one, at) => at !== index))}
            />
          </div>
        );
      })}
      <Button
        size="small"
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={free === undefined}
        onClick={() => set([...entries, [free?.value ?? '', "''"]])}
      >
        {target === null ? '先选择记录' : '添加一个字段'}
      </Button>
    </div>
  );
}
