import { FolderOpenOutlined, FolderOutlined, LockOutlined, MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tree, type MenuProps } from 'antd';
import { useState } from 'react';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { Folder, FolderCalls } from './folderCalls.ts';
import { pathTo, toTree, type FolderTreeNode } from './folderPaths.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { NameDialog } from './NameDialog.tsx';
import { RightsDialog } from './RightsDialog.tsx';

interface Props {
  folders: readonly Folder[];
  /** Id of the open folder. */
  openId: string;
  calls: FolderCalls;
  onShow(folder: Folder): void;
  onChanged(): void;
  /** Shows only the subfolders of the open folder, as a plain list. */
  isFlat?: boolean;
}

type Act = 'add' | 'rename' | 'move' | 'rights' | 'remove';

/** The folders of a space, with a menu of the user's actions for each folder. */
export function FolderTree({ folders, openId, calls, onShow, onChanged, isFlat = false }: Props) {
  const { message, confirm } = useFeedback();
  // only a phone shows menus in the flat list: elsewhere the tree is next to it and has the menus
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<{ act: Act; folder: Folder } | null>(null);
  const close = (): void => setDialog(null);
  const remove = (folder: Folder): void =>
    confirm({
      title: `删除文件夹“${folder.name}”吗？`,
      content: '其中的文件夹和文件一并删除，可以在“已删除”中恢复。',
      okText: '删除',
      isDanger: true,
      onOk: async () => {
        try {
          await calls.removeFolder(folder);
          message.success('已删除');
          const parentFolder = folders.find(({ id }) => id === folder.parentId);
          if (parentFolder && pathTo(folders, openId).some(({ id }) => id === folder.id)) onShow(parentFolder);
        } catch (error) {
          message.error(messageOf(error), 6);
        }
        onChanged();
      },
    });
  const choicesOf = (folder: Folder): MenuProps['items'] => [
    ...(folder.mayWrite ? [{ key: 'add', label: '新建文件夹' }] : []),
    ...(folder.mayManage && folder.parentId !== null
      ? [
          { key: 'rename', label: '改名' },
          { key: 'move', label: '移到…' },
        ]
      : []),
    ...(folder.mayManage ? [{ key: 'rights', label: '权限' }] : []),
    ...(folder.mayManage && folders.find(({ id }) => id === folder.parentId)?.mayManage
      ? [{ key: 'remove', label: '删除', danger: true }]
      : []),
  ];
  const menuOf = (folder: Folder) => {
    const items = choicesOf(folder) ?? [];
    return items.length === 0 ? null : (
      <Dropdown
        trigger={['click']}
        menu={{
          items,
          onClick: ({ key, domEvent }) => {
            domEvent.stopPropagation();
            if (key === 'remove') remove(folder);
            else setDialog({ act: key as Act, folder });
          },
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={`“${folder.name}”的操作`}
          onClick={(event) => event.stopPropagation()}
        />
      </Dropdown>
    );
  };
  const titleOf = (folder: Folder) => (
    <span className="sc-folder-name" data-folder={folder.name}>
      <span className="sc-folder-text" title={folder.name}>
        {folder.name}
      </span>
      {folder.hasOwnRights && folder.mayManage && folder.parentId !== null ? (
        <LockOutlined title="单独设置了权限" />
      ) : null}
      {folder.documents > 0 ? <span className="sc-folder-count">{folder.documents}</span> : null}
      {menuOf(folder)}
    </span>
  );
  const ancestorIds = pathTo(folders, openId).map(({ id }) => id);
  const nodes = toTree(folders);
  const findOpenNode = (siblings: readonly FolderTreeNode[]): FolderTreeNode | undefined =>
    siblings.map((node) => (node.key === openId ? node : findOpenNode(node.children))).find(Boolean);
  return (
    <>
      {isFlat ? (
        <ul className="sc-folder-flat">
          {(findOpenNode(nodes)?.children ?? []).map(({ key, folder }) => (
            <li key={key}>
              <Button type="text" icon={<FolderOutlined />} onClick={() => onShow(folder)}>
                {folder.name}
                {folder.documents > 0 ? <span className="sc-folder-count">{folder.documents} 个文件</span> : null}
              </Button>
              {isPhone ? menuOf(folder) : null}
            </li>
          ))}
        </ul>
      ) : (
        <Tree<FolderTreeNode>
          blockNode
          showIcon
          treeData={nodes}
          icon={({ expanded }: { expanded?: boolean }) => (expanded ? <FolderOpenOutlined /> : <FolderOutlined />)}
          titleRender={({ folder }) => titleOf(folder)}
          selectedKeys={[openId]}
          expandedKeys={[...expandedIds, ...ancestorIds]}
          onExpand={(_keys, { node, expanded }) =>
            setExpandedIds(
              (before) => new Set(expanded ? [...before, node.key] : [...before].filter((key) => key !== node.key)),
            )
          }
          onSelect={(_keys, { node }) => onShow(node.folder)}
        />
      )}
      {dialog?.act === 'add' || dialog?.act === 'rename' ? (
        <NameDialog
          title={dialog.act === 'add' ? `在“${dialog.folder.name}”中新建文件夹` : '文件夹改名'}
          name={dialog.act === 'add' ? '' : dialog.folder.name}
          onSave={async (name) => {
            const { id, revision } = dialog.folder;
            await calls.saveFolder(dialog.act === 'add' ? { parentId: id, name } : { id, name, revision });
            onChanged();
          }}
          onClose={close}
        />
      ) : null}
      {dialog?.act === 'move' ? (
        <MoveDialog
          name={dialog.folder.name}
          folders={folders}
          currentFolderId={dialog.folder.parentId ?? ''}
          movedId={dialog.folder.id}
          onMove={async (parentId) => {
            const { id, name, revision } = dialog.folder;
            await calls.saveFolder({ id, parentId, name, revision });
            onChanged();
          }}
          onClose={close}
        />
      ) : null}
      {dialog?.act === 'rights' ? (
        <RightsDialog
          folder={dialog.folder}
          parentName={folders.find(({ id }) => id === dialog.folder.parentId)?.name ?? ''}
          calls={calls}
          onChanged={onChanged}
          onClose={close}
        />
      ) : null}
    </>
  );
}
