import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { blockSelectionKeys } from '../../../runtime/host/unansweredSearch.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import type { RuleNames } from './ruleNames.ts';
import { nameOfReceiver } from './describeRules.ts';

const DEBOUNCE_MS = 250;

interface Props {
  id: string;
  value: unknown;
  names: RuleNames;
  onChange(value: string[] | undefined): void;
}

const PERSON_PREFIX = 'user:';

/** Loads the options for people: people found by the search term, and the people among the chosen receivers. */
function usePeople(term: string, chosen: readonly string[]) {
  const { users } = useServices();
  const ids = chosen.flatMap((receiver) =>
    receiver.startsWith(PERSON_PREFIX) ? [receiver.slice(PERSON_PREFIX.length)] : [],
  );
  const { load: found } = useLoad(
    () =>
      term === '' ? Promise.resolve([]) : users.search(term, { pageNum: 1, pageSize: 20 }).then(({ list }) => list),
    [users, term],
  );
  const { load: selected } = useLoad(
    () => (ids.length === 0 ? Promise.resolve([]) : users.byIds(ids)),
    [users, ids.join()],
  );
  const people = new Map([...(selected.value ?? []), ...(found.value ?? [])].map((user) => [user.id, user]));
  const options = [...people.values()].map(({ id, showName, deptName }) => ({
    value: `${PERSON_PREFIX}${id}`,
    label: `人员：${showName}${deptName ? `（${deptName}）` : ''}`,
  }));
  return { options, state: found.state };
}

/**
 * Selects who gets a notification: the record's creator, the head of its department, the people in a field, a role, or
 * a person found by name.
 */
export function Receivers({ id, value, names, onChange }: Props) {
  const chosenReceivers = Array.isArray(value) ? value.map(String) : [];
  const [typedText, setTypedText] = useState('');
  const [term, setTerm] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typedText.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typedText]);
  const people = usePeople(term, chosenReceivers);
  const isSearching = typedText.trim() !== term || people.state === 'loading';
  // the fields that contain people, of the form and of related forms
  const fields = [
    ...names.infos.filter(({ isPerson }) => isPerson).map(({ key, label }) => ({ key, label })),
    ...names.related.flatMap(({ path, label, form }) =>
      [...form.fields.values()]
        .filter(({ definition }) => definition.references?.to === 'user')
        .map(({ key, node }) => ({ key: `${path}.${key}`, label: `${label} › ${node.label ?? key}` })),
    ),
  ].filter(({ key }, index, all) => all.findIndex((field) => field.key === key) === index);
  const options = [
    { value: 'creator', label: '创建人' },
    { value: 'deptLeader', label: '记录所在部门的负责人' },
    ...fields.map(({ key, label }) => ({ value: `field:${key}`, label: `字段：${label}` })),
    ...names.roles.map(({ code, name }) => ({ value: `role:${code}`, label: `角色：${name}` })),
    ...people.options,
  ];
  const unknownReceivers = chosenReceivers.filter((receiver) => !options.some((other) => other.value === receiver));
  return (
    <Select
      id={id}
      size="small"
      mode="multiple"
      aria-label="通知谁"
      placeholder="选择，或输入姓名查找人员"
      searchValue={typedText}
      onSearch={setTypedText}
      // options for people are not filtered again, because the server has found them (also by pinyin)
      filterOption={(text, option) =>
        String(option?.value).startsWith(PERSON_PREFIX) || String(option?.label).includes(text.trim())
      }
      onInputKeyDown={typedText.trim() !== '' && isSearching ? blockSelectionKeys : undefined}
      notFoundContent={isSearching ? '查找中…' : '没有找到'}
      status={chosenReceivers.length === 0 ? 'error' : ''}
      style={{ width: '100%' }}
      value={chosenReceivers}
      options={[
        ...options,
        ...unknownReceivers.map((receiver) => ({ value: receiver, label: nameOfReceiver(receiver, names) })),
      ]}
      onChange={(next: string[]) => {
        setTypedText('');
        onChange(next.length === 0 ? undefined : next);
      }}
    />
  );
}
