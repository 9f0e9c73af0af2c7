import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { Failure, ReloadFailure } from '../../screens/shared/Failure.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { WaitingReviews } from '../reviews/WaitingReviews.tsx';
import { useKind } from './documentKind.ts';
import { useDocuments } from './useDocuments.ts';

interface NewDocumentProps {
  /** All documents of the kind. */
  all: readonly DocumentSummary[];
  onClose(): void;
  onCreated(key: string): void;
}

/** The list of all documents of one kind. `dialog`: renders the dialog for a new document. */
export function DocumentList({
  title,
  onOpen,
  isNewDialogOpenAtFirst = false,
  renderNewDialog,
}: {
  title: string;
  onOpen(key: string): void;
  /** True if the dialog for a new document is open initially. */
  isNewDialogOpenAtFirst?: boolean;
  renderNewDialog(props: NewDocumentProps): ReactNode;
}) {
  const { kindName } = useKind();
  const { load, reload, search, setSearch, all, found } = useDocuments();
  const [isNewDialogOpen, setNewDialogOpen] = useState(isNewDialogOpenAtFirst);
  if (load.state === 'error' && !load.value) return <Failure error={load.error} onRetry={reload} />;
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Input.Search
            className="sc-search"
            allowClear
            placeholder={`${kindName}键或名称`}
            aria-label={`查找${kindName}`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setNewDialogOpen(true)} data-action="create">
            新建{kindName}
          </Button>
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
        </Space>
      </div>
      {load.state === 'error' ? <ReloadFailure error={load.error} onRetry={reload} /> : null}
      <WaitingReviews />
      <DocumentTable
        documents={found}
        isLoading={load.state === 'loading'}
        isFiltered={search.trim() !== ''}
        onOpen={onOpen}
        usedKeys={all.map((document) => document.key)}
        onChanged={reload}
      />
      {isNewDialogOpen ? renderNewDialog({ all, onClose: () => setNewDialogOpen(false), onCreated: onOpen }) : null}
    </div>
  );
}
