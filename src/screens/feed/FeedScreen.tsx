import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Paged } from '../../runtime/services/paging.ts';
import type { Topic } from '../../runtime/services/messageServices.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../runtime/screen/pageSizes.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { messageOf } from '../shared/messages.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { Feed, type FeedProps } from './Feed.tsx';

export interface FeedQuery {
  text: string;
  readStatus: string;
  page: { pageNum: number; pageSize: number };
}

interface Props<T> extends Pick<
  FeedProps<T>,
  'idOf' | 'titleHead' | 'titleOf' | 'isNew' | 'columns' | 'isMultiline' | 'onOpen'
> {
  title: string;
  searchHint: string;
  emptyText: string;
  /** Topic of server events that reload the list; null: none. */
  topic: Topic | null;
  hasReadFilter?: boolean;
  load(query: FeedQuery): Promise<Paged<T>>;
  /**
   * Renders the buttons for the selected rows. A button calls `finish` after its action: the list is loaded again, and
   * these rows are deselected. Absent: rows cannot be selected.
   */
  buttons?(ids: string[], finish: () => void): ReactNode;
  /** Renders the buttons that do not depend on the selection. */
  generalButtons?(reload: () => void): ReactNode;
}

const READ_STATES = [
  { value: '', label: '全部' },
  { value: '0', label: '未读' },
  { value: '1', label: '已读' },
];

/**
 * Screen with a list of messages. Search text, read state and page are stored in the address. Rows can be selected, and
 * server events reload the list.
 */
export function FeedScreen<T>({
  title,
  searchHint,
  emptyText,
  topic,
  hasReadFilter = false,
  load: loadPage,
  buttons,
  generalButtons,
  ...feed
}: Props<T>) {
  const navigation = usePageNavigation();
  const { keyword: text = '', read: readStatus = '', page = '1', size = '' } = navigation.query;
  const pageNum = Math.max(1, Math.floor(Number(page)) || 1);
  const pageSize = PAGE_SIZES.includes(Number(size)) ? Number(size) : DEFAULT_PAGE_SIZE;
  // the typed text, and the search text in the address at the time of typing
  const [search, setSearch] = useState({ appliedText: text, typed: text });
  // when the search text in the address changes, it replaces the typed text
  const typedText = search.appliedText === text ? search.typed : text;
  const [selectedIds, setSelectedIds] = useState<string[]>([]);
  const { load, reload, refresh } = useLoad(
    () => loadPage({ text, readStatus, page: { pageNum, pageSize } }),
    [loadPage, text, readStatus, pageNum, pageSize],
  );
  useServerEvents(topic, refresh);
  useShownAgainListener(refresh);
  const rows = load.value?.list ?? [];
  const total = load.value?.total ?? 0;
  const selectedIdsOnPage = selectedIds.filter((id) => rows.some((row) => feed.idOf(row) === id));
  const setQuery = (query: Record<string, string>): void =>
    navigation.setQuery(
      Object.fromEntries(
        Object.entries({ ...navigation.query, page: '', ...query }).filter(([, value]) => value !== ''),
      ),
    );
  // rows that the user selects during the action stay selected
  const finish = (): void => {
    setSelectedIds((before) => before.filter((id) => !selectedIdsOnPage.includes(id)));
    reload();
  };
  const isFiltered = text !== '' || readStatus !== '';

  return (
    <div className="sc-list" data-feed={title}>
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <div className="sc-toolbar-buttons">
          {hasReadFilter ? (
            <Select
              aria-label="阅读状态"
              value={readStatus}
              options={READ_STATES}
              onChange={(read: string) => setQuery({ read })}
              className="sc-short-select"
              data-action="read-state"
            />
          ) : null}
          <Input.Search
            className="sc-search"
            value={typedText}
            placeholder={searchHint}
            allowClear
            enterButton="查询"
            aria-label={searchHint}
            onChange={(event) => setSearch({ appliedText: text, typed: event.target.value })}
            onSearch={(value) => {
              if (value.trim() === text) reload();
              else setQuery({ keyword: value.trim() });
            }}
          />
          <Button icon={<ReloadOutlined />} onClick={finish} data-action="refresh">
            刷新
          </Button>
        </div>
      </div>
      {generalButtons || buttons ? (
        <div className="sc-feed-actions">
          {generalButtons?.(reload)}
          {buttons?.(selectedIdsOnPage, finish)}
          {selectedIdsOnPage.length > 0 ? <span className="sc-note">已选 {selectedIdsOnPage.length} 项</span> : null}
        </div>
      ) : null}
      {load.state === 'error' ? (
        <Alert
          type="warning"
          showIcon
          message="列表加载失败"
          description={messageOf(load.error)}
          action={
            <Button size="small" onClick={reload} data-action="retry">
              重试
            </Button>
          }
        />
      ) : null}
      <Feed
        rows={rows}
        isLoading={load.state === 'loading' && load.value === undefined}
        empty={
          load.state === 'loading' ? (
            <span />
          ) : (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isFiltered ? '没有符合条件的内容' : emptyText} />
          )
        }
        {...feed}
        {...(buttons ? { selection: { ids: selectedIdsOnPage, onChange: setSelectedIds } } : {})}
      />
      {total > 0 ? (
        <Pager
          pageNum={pageNum}
          pageSize={pageSize}
          total={total}
          isEmpty={rows.length === 0}
          onChange={(nextPage, nextSize) => setQuery({ page: String(nextPage), size: String(nextSize) })}
        />
      ) : null}
    </div>
  );
}
