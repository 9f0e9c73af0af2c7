import { useContext, useEffect, useRef, useState } from 'react';
import { Alert, Button, Input, Table, type GetRef } from 'antd';
import { useServices, useSituation } from '../../../runtime/contexts.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { Pager } from '../../../runtime/screen/Pager.tsx';
import { DEFAULT_PAGE_SIZE } from '../../../runtime/screen/pageSizes.ts';
import type { PageQuery, Paged } from '../../../runtime/services/paging.ts';
import type { UserRow } from '../../../runtime/services/people.ts';
import { ExcludedPeople } from '../choice/excludedPeople.ts';
import { OrgFilter } from './OrgFilter.tsx';
import { forgetPerson, recentPeople } from './recentPeople.ts';
import type { ChosenItem } from './selectorData.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
import type { PickerProps } from './SelectorDialog.tsx';

/** Debounce time of the search in ms. */
const DEBOUNCE_MS = 300;

const COLUMNS = [
  { title: '姓名', dataIndex: 'showName', width: '30%' },
  { title: '部门', dataIndex: 'deptName' },
  { title: '单位', dataIndex: 'unitName', responsive: ['md' as const] },
];

/** Returns the text for an empty table. */
function emptyText({ name, orgId }: { name: string; orgId: string }): string {
  if (name === '') return '没有人员';
  return orgId === '' ? `没有姓名包含“${name}”的人员` : `此部门没有“${name}”`;
}

/** Picker of users: search by name or pinyin, filter by department, paging, and recently chosen people. */
export function UserPicker({
  isMultiple,
  initialSearchText,
  picked,
  onToggle,
  onDrop: onRemove,
  onTake: onDoubleClickItem,
}: PickerProps) {
  const services = useServices();
  const { user } = useSituation();
  const isNarrow = useIsNarrowerThan(PHONE_WIDTH);
  const tableRef = useRef<GetRef<typeof Table>>(null);
  const excludedIds = useContext(ExcludedPeople);
  const [recent, setRecent] = useState(() => recentPeople(user.id).filter(({ id }) => !excludedIds.includes(id)));
  const [typedText, setTypedText] = useState(initialSearchText);
  const [query, setQuery] = useState<{ name: string; orgId: string; page: PageQuery; attempt: number }>({
    name: initialSearchText.trim(),
    orgId: '',
    page: { pageNum: 1, pageSize: DEFAULT_PAGE_SIZE },
    attempt: 0,
  });
  const [answer, setAnswer] = useState<{ query: object; found: Paged<UserRow>; failure: string | null } | null>(null);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setQuery((current) =>
          current.name === typedText.trim()
            ? current
            : { ...current, name: typedText.trim(), page: { ...current.page, pageNum: 1 } },
        ),
      DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [typedText]);
  useEffect(() => {
    let isCurrent = true;
    services.users.search(query.name, query.page, query.orgId || undefined).then(
      (found) => {
        if (isCurrent) setAnswer({ query, found, failure: null });
      },
      (error: unknown) => {
        if (isCurrent) setAnswer({ query, found: { list: [], total: 0 }, failure: failureText(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [services, query]);
  const failure = answer?.failure ?? null;
  const changePage = (pageNum: number, pageSize: number): void => {
    setQuery({ ...query, page: { pageNum, pageSize } });
    tableRef.current?.scrollTo({ top: 0 });
  };
  /**
   * Selects or deselects a recent person. The browser stores people without the state of their accounts, so a selected
   * person's account is checked on the server.
   */
  const toggleRecent = (item: ChosenItem): void => {
    onToggle(item);
    if (picked.some(({ id }) => id === item.id)) return;
    services.users.search('', { pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }, undefined, item.id).then(
      ({ list }) => {
        if (list.some(({ id }) => id === item.id)) return;
        onRemove(item.id);
        forgetPerson(user.id, item.id);
        setRecent((current) => current.filter(({ id }) => id !== item.id));
        notice('warning', `“${item.label}”的账号已停用，不能选择`);
      },
      // after a failed request the selection stays: saving checks it again
      () => undefined,
    );
  };
  const toChosen = (row: UserRow) => ({ id: row.id, label: row.showName });
  return (
    <div className="sf-people">
      <OrgFilter
        orgId={query.orgId}
        isNarrow={isNarrow}
        onChange={(orgId) => setQuery({ ...query, orgId, page: { ...query.page, pageNum: 1 } })}
      />
      <div className="sf-people-list">
        <Input.Search
          data-autofocus
          allowClear
          placeholder="姓名、拼音或首字母"
          aria-label="输入姓名查找"
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
          style={{ marginBottom: 8, maxWidth: 360 }}
        />
        {failure !== null && (
          <Alert
            type="error"
            message={`人员加载失败：${failure}`}
            action={
              <Button size="small" onClick={() => setQuery({ ...query, attempt: query.attempt + 1 })}>
                重试
              </Button>
            }
            style={{ marginBottom: 8 }}
          />
        )}
        {recent.length > 0 && query.name === '' && (
          <fieldset className="sf-group sf-recent" aria-label="最近选择">
            <span>最近选择：</span>
            {recent.map((item) => (
              <Button
                key={item.id}
                size="small"
                type={picked.some(({ id }) => id === item.id) ? 'primary' : 'default'}
                ghost={picked.some(({ id }) => id === item.id)}
                aria-pressed={picked.some(({ id }) => id === item.id)}
                onClick={() => toggleRecent(item)}
              >
                {item.label}
              </Button>
            ))}
          </fieldset>
        )}
        <Table<UserRow>
          ref={tableRef}
          size="small"
          rowKey="id"
          rowClassName="sf-pick-row"
          columns={COLUMNS}
          dataSource={answer?.found.list}
          loading={answer?.query !== query}
          locale={{
            emptyText: emptyText(query),
          }}
          rowSelection={{
            type: isMultiple ? 'checkbox' : 'radio',
            hideSelectAll: true,
            columnTitle: <span className="sf-unseen">选择</span>,
            getCheckboxProps: (row) =>
              ({ 'aria-label': row.showName, disabled: excludedIds.includes(row.id) }) as object,
            selectedRowKeys: picked.map(({ id }) => id),
            onSelect: (row) => onToggle(toChosen(row)),
          }}
          onRow={(row) => ({
            onClick: (event) => {
              if (
                !excludedIds.includes(row.id) &&
                !(event.target as HTMLElement).closest('.ant-table-selection-column')
              )
                onToggle(toChosen(row));
            },
            onDoubleClick: () => {
              if (!excludedIds.includes(row.id)) onDoubleClickItem(toChosen(row));
            },
          })}
          scroll={{ y: '50vh' }}
          pagination={false}
        />
        {answer && answer.found.total > 0 ? (
          <Pager {...query.page} total={answer.found.total} onChange={changePage} />
        ) : null}
      </div>
    </div>
  );
}
