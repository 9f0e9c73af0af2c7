import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { WaitingReviews } from '../reviews/WaitingReviews.tsx';
import { useKind } from './documentKind.ts';
import { useDocuments } from './useDocuments.ts';

interface NewOne {
  all: readonly DocumentSummary[];
  onClose(): void;
  onMade(key: string): void;
}

/** All documents of a kind (processes; screens of the menu, the shell and before sign-in); `dialog` makes a new one. */
export function DocumentList({
  title,
  onOpen,
  isAsked = false,
  dialog,
}: {
  title: string;
  onOpen(key: string): void;
  /** The page was opened to make a new one. */
  isAsked?: boolean;
  dialog(given: NewOne): ReactNode;
}) {
  const { word } = useKind();
  const { load, reload, search, setSearch, all, found } = useDocuments();
  const [isNew, setNew] = useState(isAsked);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Input.Search
            className="sc-search"
            allowClear
            placeholder={`${word}键或名称`}
            aria-label={`查找${word}`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setNew(true)} data-action="create">
            新建{word}
          </Button>
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
        </Space>
      </div>
      <WaitingReviews />
      <DocumentTable
        documents={found}
        isLoading={load.state === 'loading'}
        isSearched={search.trim() !== ''}
        onOpen={onOpen}
        taken={all.map((one) => one.key)}
        onChanged={reload}
      />
      {isNew ? dialog({ all, onClose: () => setNew(false), onMade: onOpen }) : null}
    </div>
  );
}
