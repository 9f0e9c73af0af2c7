import { FolderAddOutlined, ReloadOutlined, DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { Breadcrumb, Button, Empty, Input, Skeleton, Tooltip, type ButtonProps } from 'antd';
import { useEffect, useMemo, useRef, useState, type DragEvent } from 'react';
import type { FolderNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { DocumentTable } from './DocumentTable.tsx';
import { createFolderCalls, type Folder } from './folderCalls.ts';
import { pathTo } from './folderPaths.ts';
import { FolderTree } from './FolderTree.tsx';
import { NameDialog } from './NameDialog.tsx';
import { RemovedDrawer } from './RemovedDrawer.tsx';
import { useUploads } from './useUploads.ts';
import '../screens.css';
import './folder.css';

/** Time in ms without typing after which the search starts. */
const SEARCH_DELAY_MS = 300;
/** Maximum number of documents that a search returns; the same number as on the server (`MAX_FOUND_DOCUMENTS`). */
const MAX_RESULTS = 200;
/** Returns `data-action` as a prop: the types of Ant Design do not allow such a key in an object. */
const actionAttribute = (name: string): ButtonProps => ({ 'data-action': name }) as ButtonProps;

/**
 * Files in folders, with versions and rights. The page's query parameter `<space>.folder` contains the id of the shown
 * folder; without it, or with an unknown id, the root is shown.
 */
export function FolderBlock({ node }: BlockProps<FolderNode>) {
  const services = useServices();
  const { message } = useFeedback();
  const navigation = usePageNavigation();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const calls = useMemo(() => createFolderCalls(services, node.space), [services, node.space]);
  const tree = useLoad(() => calls.tree(), [calls]);
  const title = node.title ?? '共享文件';
  const folders = useMemo(
    () => (tree.load.value ?? []).map((folder) => (folder.parentId === null ? { ...folder, name: title } : folder)),
    [tree.load.value, title],
  );
  const folderParameter = `${node.space}.folder`;
  const requestedId = navigation.query[folderParameter] ?? '';
  const shownFolder = folders.find(({ id }) => id === requestedId) ?? folders.find(({ parentId }) => parentId === null);
  const [typedText, setTypedText] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typedText.trim()), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typedText]);
  const shownFolderId = shownFolder?.id ?? '';
  const requestKey = `${shownFolderId} ${keyword}`;
  const documents = useLoad(
    async () => ({
      requestKey,
      list:
        keyword !== '' ? await calls.search(keyword) : shownFolderId === '' ? [] : await calls.documents(shownFolderId),
    }),
    [calls, keyword, shownFolderId],
  );
  const reload = (): void => {
    tree.refresh();
    documents.refresh();
  };
  const uploads = useUploads(calls, shownFolderId, reload);
  const fileInput = useRef<HTMLInputElement>(null);
  const [isNewFolderOpen, setNewFolderOpen] = useState(false);
  const [isRemovedDrawerOpen, setRemovedDrawerOpen] = useState(false);
  const [isDraggedOver, setDraggedOver] = useState(false);

  const showFolder = (folder: Folder): void => {
    const { [folderParameter]: _shownFolderId, ...otherParams } = navigation.query;
    setTypedText('');
    setKeyword('');
    navigation.setQuery(folder.parentId === null ? otherParams : { ...otherParams, [folderParameter]: folder.id });
  };
  if (tree.load.state === 'error' && !tree.load.value)
    return <Failure title="文件夹没有打开" error={tree.load.error} onRetry={tree.reload} />;
  if (!shownFolder) return <Skeleton active paragraph={{ rows: 6 }} />;

  const mayUpload = shownFolder.mayWrite && keyword === '';
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setDraggedOver(false);
    if (mayUpload) void uploads.send([...event.dataTransfer.files]);
    else
      message.warning(
        shownFolder.mayWrite ? '正在查找，请先清空查找内容再上传' : '您没有上传到此文件夹的权限，文件没有上传',
      );
  };
  const path = pathTo(folders, shownFolder.id);
  const subfolders = folders.filter(({ parentId }) => parentId === shownFolder.id);
  const renderDocuments = () => {
    // the documents of the previous folder or search are not shown while the new ones load, or if loading fails
    const shownDocuments = documents.load.value?.requestKey === requestKey ? documents.load.value.list : undefined;
    if (documents.load.state === 'error' && !shownDocuments)
      return <Failure title="文件没有加载出来" error={documents.load.error} onRetry={documents.reload} />;
    if (shownDocuments === undefined) return <Skeleton active paragraph={{ rows: 4 }} />;
    if (shownDocuments.length > 0)
      return (
        <>
          {keyword !== '' && shownDocuments.length >= MAX_RESULTS ? (
            <p className="sc-folder-note">只列出最近更新的 {MAX_RESULTS} 个，请输入更具体的名称</p>
          ) : null}
          <DocumentTable
            documents={shownDocuments}
            folders={folders}
            calls={calls}
            isSearchResult={keyword !== ''}
            isLoading={documents.load.state === 'loading'}
            onShowFolder={showFolder}
            onChanged={reload}
          />
        </>
      );
    if (keyword === '' && subfolders.length > 0) return null;
    const hint = mayUpload ? '还没有文件，可把文件拖到这里上传' : '还没有文件';
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={keyword === '' ? hint : `没有名称含“${keyword}”的文件`}
      />
    );
  };
  return (
    <section className="sc-panel sc-folder" aria-label={title} data-folder-space={node.space}>
      {isPhone ? null : (
        <nav className="sc-folder-tree" aria-label="文件夹">
          <FolderTree folders={folders} openId={shownFolder.id} calls={calls} onShow={showFolder} onChanged={reload} />
        </nav>
      )}
      <div
        className="sc-folder-main"
        data-over={isDraggedOver && mayUpload && !uploads.isBusy ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(true);
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          // the event also occurs when the pointer moves to an element inside this one
          if (!currentTarget.contains(relatedTarget as Node | null)) setDraggedOver(false);
        }}
        onDrop={drop}
      >
        <div className="sc-folder-bar">
          <Breadcrumb
            items={path.map((folder) => ({
              key: folder.id,
              title:
                folder.id === shownFolder.id ? (
                  folder.name
                ) : (
                  <Button type="link" size="small" onClick={() => showFolder(folder)}>
                    {folder.name}
                  </Button>
                ),
            }))}
          />
          <div className="sc-folder-tools">
            <Input.Search
              allowClear
              placeholder="按文件名查找"
              aria-label="按文件名查找"
              value={typedText}
              maxLength={100}
              onChange={({ target }) => setTypedText(target.value)}
              onSearch={(text) => setKeyword(text.trim())}
            />
            {shownFolder.mayWrite ? (
              <Button
                icon={<FolderAddOutlined />}
                onClick={() => setNewFolderOpen(true)}
                {...actionAttribute('new-folder')}
              >
                新建文件夹
              </Button>
            ) : null}
            {shownFolder.mayWrite ? (
              <Button
                type="primary"
                icon={<UploadOutlined />}
                loading={uploads.isBusy}
                disabled={!mayUpload}
                onClick={() => fileInput.current?.click()}
                {...actionAttribute('upload')}
              >
                {uploads.isBusy ? `正在上传 ${uploads.percent}%` : '上传文件'}
              </Button>
            ) : null}
            <Tooltip title="刷新">
              <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={reload} />
            </Tooltip>
            {folders.some(({ mayManage }) => mayManage) ? (
              <Tooltip title="已删除">
                <Button
                  icon={<DeleteOutlined />}
                  aria-label="已删除"
                  onClick={() => setRemovedDrawerOpen(true)}
                  {...actionAttribute('removed')}
                />
              </Tooltip>
            ) : null}
          </div>
          <input
            ref={fileInput}
            type="file"
            multiple
            hidden
            aria-label="选择要上传的文件"
            onChange={({ target }) => {
              void uploads.send([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </div>
        {keyword === '' && subfolders.length > 0 ? (
          <FolderTree
            folders={folders}
            openId={shownFolder.id}
            calls={calls}
            onShow={showFolder}
            onChanged={reload}
            isFlat
          />
        ) : null}
        {renderDocuments()}
      </div>
      {isNewFolderOpen ? (
        <NameDialog
          title={`在“${shownFolder.name}”中新建文件夹`}
          name=""
          onSave={async (name) => {
            await calls.saveFolder({ parentId: shownFolder.id, name });
            reload();
          }}
          onClose={() => setNewFolderOpen(false)}
        />
      ) : null}
      {isRemovedDrawerOpen ? (
        <RemovedDrawer calls={calls} rootName={title} onChanged={reload} onClose={() => setRemovedDrawerOpen(false)} />
      ) : null}
    </section>
  );
}
