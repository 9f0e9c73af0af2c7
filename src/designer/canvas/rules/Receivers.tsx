import { Select } from 'antd';
import type { RuleNames } from './ruleNames.ts';
import { nameOfReceiver } from './describeRules.ts';

interface Props {
  id: string;
  value: unknown;
  names: RuleNames;
  onChange(value: string[] | undefined): void;
}

/** Selects who gets a notification: the record's creator, the head of its department, the people in a field, a role. */
export function Receivers({ id, value, names, onChange }: Props) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const people = [
    ...names.infos.filter(({ isPerson }) => isPerson).map(({ key, label }) => ({ key, label })),
    ...names.related.flatMap(({ path, label, form }) =>
      [...form.fields.values()]
        .filter(({ definition }) => definition.references?.to === 'user')
        .map(({ key, node }) => ({ key: `${path}.${key}`, label: `${label} › ${node.label ?? key}` })),
    ),
  ].filter(({ key }, index, all) => all.findIndex((one) => one.key === key) === index);
  const options = [
    { value: 'creator', label: '创建人' },
    { value: 'deptLeader', label: '记录所在部门的负责人' },
    ...people.map(({ key, label }) => ({ value: `field:${key}`, label: `字段：${label}` })),
    ...names.roles.map(({ code, name }) => ({ value: `role:${code}`, label: `角色：${name}` })),
  ];
  const unknown = chosen.filter((one) => !options.some((other) => other.value === one));
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
      options={[...options, ...unknown.map((one) => ({ value: one, label: nameOfReceiver(one, names) }))]}
      onChange={(next: string[]) => onChange(next.length === 0 ? undefined : next)}
    />
  );
}
