import { Button, Empty, Input, Table } from 'antd';
import { useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import type { PeopleWithAccess } from './reasons.ts';

interface Props {
  /** Request parameters that identify the form, record or menu entry. */
  params: Record<string, string>;
  onShowReasons(userId: string): void;
}

/**
 * Lists the people who can see a form, record or menu entry. One request checks up to 2,000 people; the button 继续检查
 * requests the next ones.
 */
export function PeopleWithAccessTable({ params, onShowReasons }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const [keyword, setKeyword] = useState('');
  /** Pages after the first page, with the keyword for which they were loaded. */
  const [nextPages, setNextPages] = useState<{ keyword: string; pages: PeopleWithAccess[] }>({
    keyword: '',
    pages: [],
  });
  const [isBusy, setBusy] = useState(false);
  const loadPage = (after?: string): Promise<PeopleWithAccess> =>
    services.request({
      url: '/system/sys/role/who',
      method: 'GET',
      params: { ...params, ...(keyword === '' ? {} : { keyword }), ...(after === undefined ? {} : { after }) },
    }) as Promise<PeopleWithAccess>;
  const { load, reload } = useLoad(() => loadPage(), [services, keyword]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  const pages = [...(load.value ? [load.value] : []), ...(nextPages.keyword === keyword ? nextPages.pages : [])];
  const rows = pages.flatMap((page) => page.rows);
  const checkedCount = pages.reduce((sum, page) => sum + page.checked, 0);
  const nextCursor = pages.at(-1)?.next ?? null;
  const loadNextPage = async (after: string): Promise<void> => {
    setBusy(true);
    try {
      const page = await loadPage(after);
      setNextPages((before) => ({ keyword, pages: [...(before.keyword === keyword ? before.pages : []), page] }));
    } catch (error) {
      message.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const showsRights = rows.some(({ rights }) => rights !== '');
  return (
    <>
      <Input.Search
        allowClear
        className="sc-search dz-grid-search"
        placeholder="姓名或部门"
        aria-label="按姓名或部门查找"
        defaultValue={keyword}
        onSearch={(value) => setKeyword(value.trim())}
      />
      <Table
        size="small"
        rowKey="userId"
        dataSource={rows}
        loading={load.state === 'loading'}
        pagination={rows.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        scroll={{ x: showsRights ? 900 : 700 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有人能看到" /> }}
        columns={[
          { title: '姓名', dataIndex: 'name', width: 100 },
          { title: '部门', dataIndex: 'deptName', width: 160 },
          ...(showsRights ? [{ title: '权限', dataIndex: 'rights', width: 260 }] : []),
          { title: '来自', dataIndex: 'because' },
          {
            title: '操作',
            key: 'act',
            width: 90,
            render: (_value, { userId, name }) => (
              <Button
                type="link"
                size="small"
                aria-label={`${name}：为什么`}
                onClick={() => onShowReasons(userId)}
                data-action="why"
              >
                为什么
              </Button>
            ),
          },
        ]}
      />
      <output className="dz-why-line dz-why-told">
        已检查 {checkedCount} 人，{rows.length} 人能看到{nextCursor === null ? '。' : '；还有人未检查。'}
        {nextCursor === null ? null : (
          <Button type="link" loading={isBusy} onClick={() => void loadNextPage(nextCursor)} data-action="more">
            继续检查
          </Button>
        )}
      </output>
    </>
  );
}
