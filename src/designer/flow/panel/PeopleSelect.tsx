import { Select, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { blockSelectionKeys } from '../../../runtime/host/unansweredSearch.ts';
import type { UserRow } from '../../../runtime/services/people.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';

const DEBOUNCE_MS = 250;
const nameOf = ({ showName, deptName }: UserRow): string => (deptName ? `${showName}（${deptName}）` : showName);

/** Selects people by name. `value`: their ids, joined by commas. */
export function PeopleSelect({
  value,
  label = '人员',
  isSingle = false,
  onChange,
}: {
  value: string;
  label?: string;
  isSingle?: boolean;
  onChange(value: string): void;
}) {
  const services = useServices();
  const [text, setText] = useState('');
  const [searchTerm, setSearchTerm] = useState('');
  // also runs after a selection, which clears the text: Enter is blocked while the search term differs from the text
  useEffect(() => {
    const timer = setTimeout(() => setSearchTerm(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const ids = value.split(',').filter(Boolean);
  const { load: selected } = useLoad(
    () => (ids.length === 0 ? Promise.resolve([]) : services.users.byIds(ids)),
    [services, value],
  );
  const { load: found } = useLoad(
    () => services.users.search(searchTerm, { pageNum: 1, pageSize: 20 }),
    [services, searchTerm],
  );
  const rows = [...(selected.value ?? []), ...(found.value?.list ?? [])];
  const options = [...new Map(rows.map((row) => [row.id, { value: row.id, label: nameOf(row) }])).values()];
  return (
    <Select
      mode={isSingle ? undefined : 'multiple'}
      showSearch
      filterOption={false}
      aria-label={label}
      placeholder={`输入姓名查找${label}`}
      searchValue={text}
      options={options}
      style={{ width: '100%' }}
      onInputKeyDown={text.trim() !== searchTerm || found.state === 'loading' ? blockSelectionKeys : undefined}
      value={isSingle ? ids[0] : ids}
      notFoundContent={found.state === 'loading' ? <Spin size="small" /> : '没有找到'}
      onSearch={setText}
      onChange={(chosen: string | string[]) => {
        setText('');
        onChange(Array.isArray(chosen) ? chosen.join(',') : chosen);
      }}
    />
  );
}
