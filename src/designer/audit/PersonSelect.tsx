import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { blockSelectionKeys } from '../../runtime/host/unansweredSearch.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';

const DEBOUNCE_MS = 250;

interface Props {
  value: string;
  onChange(userId: string): void;
  /** Shown while no person is selected. */
  placeholder?: string;
  canClear?: boolean;
}

/** Selects a person by name or pinyin; '' if none is selected. */
export function PersonSelect({ value, onChange, placeholder = '全部人员', canClear = true }: Props) {
  const { users } = useServices();
  const [typedText, setTypedText] = useState('');
  const [searchTerm, setSearchTerm] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearchTerm(typedText.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typedText]);
  const { load, reload } = useLoad(
    async () => (await users.search(searchTerm, { pageNum: 1, pageSize: 20 })).list,
    [users, searchTerm],
  );
  const { load: selectedLoad } = useLoad(async () => (value === '' ? [] : users.byIds([value])), [users, value]);
  // after a failure `load.value` still holds the people whom the previous search found; they are not offered
  const found = load.state === 'error' ? [] : (load.value ?? []);
  const people = [...found, ...(selectedLoad.value ?? [])].filter(
    ({ id }, index, all) => all.findIndex((person) => person.id === id) === index,
  );
  return (
    <Select
      aria-label="人员"
      placeholder={placeholder}
      allowClear={canClear}
      showSearch
      filterOption={false}
      popupMatchSelectWidth={false}
      value={value || undefined}
      data-filter="person"
      loading={load.state === 'loading'}
      notFoundContent={
        load.state === 'loading'
          ? '查找中…'
          : load.state === 'error'
            ? `查找失败：${messageOf(load.error)}`
            : '没有找到'
      }
      onOpenChange={(isOpen) => {
        if (isOpen && load.state === 'error') reload();
      }}
      options={people.map(({ id, showName, deptName }) => ({ value: id, label: showName, dept: deptName }))}
      optionRender={({ data, label }) => (
        <span>
          {label}
          {data.dept ? <span className="dz-audit-dept">{data.dept}</span> : null}
        </span>
      )}
      onInputKeyDown={typedText.trim() !== searchTerm || load.state === 'loading' ? blockSelectionKeys : undefined}
      onSearch={setTypedText}
      onChange={(id?: string) => {
        setTypedText('');
        onChange(id ?? '');
      }}
    />
  );
}
