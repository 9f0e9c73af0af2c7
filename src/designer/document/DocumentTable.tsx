import { Button, Empty, Table, type TableColumnType } from 'antd';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { usePages } from '../../runtime/screen/usePages.tsx';
import { onRowKey } from '../../screens/shared/onRowKey.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { DocumentActions } from '../uses/DocumentActions.tsx';
import { useKind } from './documentKind.ts';

type Column = TableColumnType<DocumentSummary>;

interface Props {
  documents: readonly DocumentSummary[];
  isLoading: boolean;
  isFiltered: boolean;
  onOpen(key: string): void;
  /** Keys of all documents of the kind. */
  usedKeys: readonly string[];
  /**
   * Called when the list must be loaded again: a document was disabled, enabled or deleted, its draft was discarded, or
   * an action was refused because of an outdated revision.
   */
  onChanged(): void;
}

/**
 * A table of documents of one kind: name, key, published version, draft, references, time of the last change. On a
 * phone it has two columns.
 */
export function DocumentTable({ documents, isLoading, isFiltered, onOpen, usedKeys, onChanged }: Props) {
  const { kind, kindName } = useKind();
  const { shown, pager } = usePages(documents);
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const versionTextOf = ({ version: number }: DocumentSummary): string => (number > 0 ? `第 ${number} 版` : '未发布');
  const statusTagsOf = ({ hasDraft, disabledBy }: DocumentSummary) => (
    <>
      {disabledBy ? (
        <span title={`由${disabledBy}停用`}>
          <StatusTag tone="bad">已停用</StatusTag>
        </span>
      ) : null}
      {hasDraft ? <StatusTag tone="warn">有草稿</StatusTag> : null}
    </>
  );
  const actions = (row: DocumentSummary) => (
    <DocumentActions document={row} usedKeys={usedKeys} onOpen={onOpen} onChanged={onChanged} />
  );
  const nameColumn: Column = {
    title: `${kindName}名称`,
    key: 'name',
    width: isPhone ? undefined : 220,
    render: (_value, row) => (
      <>
        <button
          type="button"
          className="sc-link"
          onClick={() => onOpen(row.key)}
          data-action={isPhone ? 'edit' : undefined}
        >
          {row.name}
        </button>
        {isPhone ? (
          <div className="sc-note ds-document-key">
            {row.key}
            <br />
            {row.updateTime}
            {actions(row)}
          </div>
        ) : null}
      </>
    ),
  };
  const keyColumn: Column = { title: `${kindName}键`, dataIndex: 'key', width: 220, ellipsis: true };
  const versionColumn: Column = {
    title: isPhone ? '版本' : '已发布版本',
    key: 'version',
    width: isPhone ? 92 : 110,
    render: (_value, row) =>
      isPhone ? (
        <>
          {versionTextOf(row)}
          <br />
          {statusTagsOf(row)}
        </>
      ) : (
        versionTextOf(row)
      ),
  };
  const statusColumn: Column = { title: '状态', key: 'draft', width: 150, render: (_value, row) => statusTagsOf(row) };
  const timeColumn: Column = { title: '更新时间', dataIndex: 'updateTime', width: 180 };
  const usesColumn: Column = {
    title: '被引用',
    key: 'uses',
    width: 90,
    render: (_value, { uses: count }) => (count ? `${count} 处` : <span className="sc-note">无</span>),
  };
  const actionColumn: Column = {
    title: '操作',
    key: 'open',
    width: 130,
    render: (_value, row) => (
      <>
        <Button type="link" size="small" onClick={() => onOpen(row.key)} data-action="edit">
          编辑
        </Button>
        {actions(row)}
      </>
    ),
  };
  return (
    <>
      <Table<DocumentSummary>
        size="middle"
        tableLayout="fixed"
        rowKey="key"
        loading={isLoading}
        dataSource={shown}
        pagination={false}
        scroll={isPhone ? {} : { x: 1080 }}
        locale={{
          emptyText: (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={isFiltered ? `没有符合条件的${kindName}` : `还没有${kindName}`}
            />
          ),
        }}
        onRow={({ key }) =>
          ({
            tabIndex: 0,
            [`data-${kind}-key`]: key,
            onDoubleClick: () => onOpen(key),
            onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => onRowKey(event, () => onOpen(key)),
          }) as React.HTMLAttributes<HTMLElement>
        }
        columns={
          isPhone
            ? [nameColumn, versionColumn]
            : [nameColumn, keyColumn, versionColumn, statusColumn, usesColumn, timeColumn, actionColumn]
        }
      />
      {pager}
    </>
  );
}
