import { Button, Empty, Table } from 'antd';
import type { DocumentSummary } from '../runtime/services/documents.ts';
import { usePages } from '../runtime/usePages.tsx';
import { onRowKey } from '../screens/shared/rowKeys.ts';
import { ToneTag } from '../screens/shared/ToneTag.tsx';
import { useKind } from './kind.ts';

interface Props { documents: readonly DocumentSummary[]; isLoading: boolean; isSearched: boolean; onOpen(key: string): void }

/** Documents of one kind: name, key, published version, whether a draft waits, when it last changed. */
export function DocumentTable({ documents, isLoading, isSearched, onOpen }: Props) {
  const { kind, word } = useKind();
  const { shown, pager } = usePages(documents);
  return (
    <>
      <Table<DocumentSummary>
        size="middle" tableLayout="fixed" rowKey="key" loading={isLoading} dataSource={shown} pagination={false} scroll={{ x: 920 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isSearched ? `没有符合条件的${word}` : `还没有${word}`} /> }}
        onRow={({ key }) => ({ tabIndex: 0, [`data-${kind}-key`]: key, onDoubleClick: () => onOpen(key), onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => onRowKey(event, () => onOpen(key)) } as React.HTMLAttributes<HTMLElement>)}
        columns={[
          { title: `${word}名称`, dataIndex: 'name', width: 220, render: (name: string, { key }) => <button type="button" className="sc-link" onClick={() => onOpen(key)}>{name}</button> },
          { title: `${word}键`, dataIndex: 'key', width: 220, ellipsis: true },
          { title: '已发布版本', dataIndex: 'version', width: 110, render: (version: number) => (version > 0 ? `第 ${version} 版` : '未发布') },
          { title: '草稿', dataIndex: 'hasDraft', width: 100, render: (hasDraft: boolean) => (hasDraft ? <ToneTag tone="warn">有草稿</ToneTag> : null) },
          { title: '更新时间', dataIndex: 'updateTime', width: 180 },
          { title: '操作', key: 'open', width: 90, render: (_value, { key }) => <Button type="link" size="small" onClick={() => onOpen(key)} data-action="edit">编辑</Button> },
        ]}
      />
      {pager}
    </>
  );
}
