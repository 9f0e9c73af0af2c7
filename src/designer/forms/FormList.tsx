import {
  AppstoreAddOutlined,
  FileExcelOutlined,
  FileWordOutlined,
  ImportOutlined,
  PlusOutlined,
  ReloadOutlined,
} from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { Failure, ReloadFailure } from '../../screens/shared/Failure.tsx';
import { DocumentTable } from '../document/DocumentTable.tsx';
import { ExcelDialog } from '../excel/ExcelDialog.tsx';
import { WaitingReviews } from '../reviews/WaitingReviews.tsx';
import { TemplateGallery } from '../templates/TemplateGallery.tsx';
import { ImportFormsDialog } from './ImportFormsDialog.tsx';
import { NewFormDialog } from './NewFormDialog.tsx';
import { useDocuments } from '../document/useDocuments.ts';

/** The list of all forms, with the dialogs that create or import forms. */
export function FormList({ title, onOpen }: { title: string; onOpen(formKey: string): void }) {
  const { load, reload, search, setSearch, all, found } = useDocuments();
  const [openDialog, setOpenDialog] = useState<'new' | 'import' | 'excel' | 'text' | 'template' | null>(null);
  if (load.state === 'error' && !load.value) return <Failure error={load.error} onRetry={reload} />;
  const usedKeys = all.map(({ key }) => key);
  return (
    <div className="sc-list">
      <div className="sc-toolbar">
        <h2 className="sc-title">{title}</h2>
        <Space wrap>
          <Input.Search
            className="sc-search"
            allowClear
            placeholder="表单键或名称"
            aria-label="查找表单"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpenDialog('new')} data-action="create">
            新建表单
          </Button>
          <Button icon={<ImportOutlined />} onClick={() => setOpenDialog('import')} data-action="import">
            导入表单
          </Button>
          <Button icon={<FileExcelOutlined />} onClick={() => setOpenDialog('excel')} data-action="excel">
            从 Excel 新建
          </Button>
          <Button icon={<FileWordOutlined />} onClick={() => setOpenDialog('text')} data-action="text">
            从 Word 或文字新建
          </Button>
          <Button icon={<AppstoreAddOutlined />} onClick={() => setOpenDialog('template')}>
            从模板新建
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
        usedKeys={usedKeys}
        onChanged={reload}
      />
      {openDialog === 'new' ? (
        <NewFormDialog usedKeys={usedKeys} onClose={() => setOpenDialog(null)} onCreated={onOpen} />
      ) : null}
      {openDialog === 'excel' || openDialog === 'text' ? (
        <ExcelDialog
          source={openDialog}
          usedKeys={usedKeys}
          onClose={() => setOpenDialog(null)}
          onOpen={onOpen}
          onCreated={reload}
        />
      ) : null}
      {openDialog === 'template' ? (
        <TemplateGallery forms={all} onClose={() => setOpenDialog(null)} onOpen={onOpen} onCreated={reload} />
      ) : null}
      {openDialog === 'import' ? (
        <ImportFormsDialog
          usedKeys={usedKeys}
          onClose={() => setOpenDialog(null)}
          onOpen={onOpen}
          onImported={reload}
        />
      ) : null}
    </div>
  );
}
