import { Button, Dropdown, Table, type ButtonProps, type MenuProps } from 'antd';
import { useState } from 'react';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { useServices } from '../../runtime/contexts.ts';
import { sizeText } from '../../widgets/el-upload/sizeText.ts';
import { openFile, openingOf } from '../../widgets/el-upload/fileOpening.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { Folder, FolderCalls, FolderDocument } from './folderCalls.ts';
import { pathTo } from './folderPaths.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { NameDialog } from './NameDialog.tsx';
import { VersionsDrawer } from './VersionsDrawer.tsx';

interface Props {
  documents: readonly FolderDocument[];
  folders: readonly Folder[];
  calls: FolderCalls;
  /** True if the documents are search results from several folders: the folder of each document is shown. */
  isSearchResult: boolean;
  isLoading: boolean;
  /** Opens the folder of a search result. */
  onShowFolder(folder: Folder): void;
  /** Called after a document was changed, moved or removed, and after a removal has failed. */
  onChanged(): void;
}

type DialogKind = 'versions' | 'rename' | 'move';

const PAGE_SIZE = 50;

/** The documents of a folder or of a search, each with its latest version and the user's actions. */
export function DocumentTable({
  documents,
  folders,
  calls,
  isSearchResult,
  isLoading,
  onShowFolder,
  onChanged,
}: Props) {
  const services = useServices();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const { message, confirm } = useFeedback();
  const [dialog, setDialog] = useState<{ kind: DialogKind; document: FolderDocument } | null>(null);
  const close = (): void => setDialog(null);
  const folderOf = ({ folderId }: FolderDocument): Folder | undefined => folders.find(({ id }) => id === folderId);
  const remove = (document: FolderDocument): void =>
    confirm({
      title: `删除“${document.name}”吗？`,
      content: '它的所有版本一并删除，文件夹的管理者可以在“已删除”中恢复。',
      okText: '删除',
      isDanger: true,
      onOk: async () => {
        try {
          await calls.removeDocument(document);
          message.success('已删除');
        } catch (error) {
          message.error(messageOf(error), 6);
        }
        onChanged();
      },
    });
  const menuOf = (document: FolderDocument): MenuProps => ({
    items: [
      { key: 'download', label: '下载' },
      { key: 'versions', label: '历史版本' },
      ...(folderOf(document)?.mayWrite
        ? [
            { key: 'rename', label: '改名' },
            { key: 'move', label: '移到…' },
            { key: 'remove', label: '删除', danger: true },
          ]
        : []),
    ],
    onClick: ({ key }) => {
      if (key === 'download') openFile(services, document.file, 'download');
      else if (key === 'remove') remove(document);
      else setDialog({ kind: key as DialogKind, document });
    },
  });
  const nameCell = (document: FolderDocument) => (
    <span className="sc-folder-document" data-document={document.name}>
      <Button type="link" onClick={() => openingOf(services, document.file, true).open()}>
        {document.name}
      </Button>
      {isPhone ? (
        <span className="sc-folder-note">
          第 {document.version} 版　{document.createByName}　{document.createTime.slice(0, 16)}
        </span>
      ) : null}
      {isSearchResult ? (
        <Button
          type="link"
          size="small"
          className="sc-folder-note"
          onClick={() => {
            const folder = folderOf(document);
            if (folder) onShowFolder(folder);
          }}
        >
          {pathTo(folders, document.folderId)
            .map(({ name }) => name)
            .join(' / ')}
        </Button>
      ) : null}
    </span>
  );
  return (
    <>
      <Table<FolderDocument>
        size="small"
        rowKey="id"
        loading={isLoading}
        dataSource={[...documents]}
        pagination={documents.length > PAGE_SIZE ? { pageSize: PAGE_SIZE, showSizeChanger: false } : false}
        columns={[
          {
            title: '名称',
            key: 'name',
            render: (_value, document) => nameCell(document),
            sorter: (a, b) => a.name.localeCompare(b.name, 'zh'),
          },
          ...(isPhone
            ? []
            : [
                {
                  title: '版本',
                  key: 'version',
                  width: 90,
                  render: (_value: unknown, document: FolderDocument) => (
                    <Button
                      type="link"
                      size="small"
                      onClick={() => setDialog({ kind: 'versions', document })}
                      {...({ 'data-action': 'versions' } as ButtonProps)}
                    >
                      第 {document.version} 版
                    </Button>
                  ),
                },
                {
                  title: '大小',
                  key: 'size',
                  width: 100,
                  render: (_value: unknown, { file }: FolderDocument) => sizeText(file.size ?? 0),
                  sorter: (a: FolderDocument, b: FolderDocument) => (a.file.size ?? 0) - (b.file.size ?? 0),
                },
                { title: '更新人', key: 'by', width: 100, dataIndex: 'createByName' },
                {
                  title: '更新时间',
                  key: 'time',
                  width: 160,
                  render: (_value: unknown, { createTime }: FolderDocument) => createTime.slice(0, 16),
                  sorter: (a: FolderDocument, b: FolderDocument) => a.createTime.localeCompare(b.createTime),
                },
              ]),
          {
            title: '操作',
            key: 'more',
            width: 72,
            render: (_value, document) => (
              <Dropdown trigger={['click']} menu={menuOf(document)}>
                <Button type="link" size="small" aria-label={`“${document.name}”的操作`}>
                  更多
                </Button>
              </Dropdown>
            ),
          },
        ]}
      />
      {dialog?.kind === 'versions' ? (
        <VersionsDrawer
          document={dialog.document}
          mayWrite={folderOf(dialog.document)?.mayWrite === true}
          calls={calls}
          onChanged={onChanged}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'rename' ? (
        <NameDialog
          title="文件改名"
          isFile
          name={dialog.document.name}
          onSave={async (name) => {
            await calls.saveDocument(dialog.document, { name });
            onChanged();
          }}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'move' ? (
        <MoveDialog
          name={dialog.document.name}
          folders={folders}
          currentFolderId={dialog.document.folderId}
          onMove={async (folderId) => {
            await calls.saveDocument(dialog.document, { folderId });
            onChanged();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
