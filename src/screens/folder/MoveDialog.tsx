import { Modal, TreeSelect } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { messageOf } from '../shared/messages.ts';
import type { Folder } from './folderCalls.ts';
import { isWithin, toTree, type FolderTreeNode } from './folderPaths.ts';

interface Props {
  /** Name of the moved folder or document. */
  name: string;
  folders: readonly Folder[];
  /** Id of the folder that contains the moved folder or document. */
  currentFolderId: string;
  /** Id of the moved folder, which cannot be moved into itself; absent for a document. */
  movedId?: string;
  /** May throw an error; its message is shown below the select. */
  onMove(folderId: string): Promise<void>;
  onClose(): void;
}

/** Dialog in which the user selects the target folder of a moved folder or document. */
export function MoveDialog({ name, folders, currentFolderId, movedId, onMove, onClose }: Props) {
  useReturnedFocus();
  const [targetId, setTargetId] = useState<string | undefined>(undefined);
  const [errorMessage, setErrorMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const choicesOf = (nodes: readonly FolderTreeNode[]): object[] =>
    nodes.map(({ folder, children }) => ({
      value: folder.id,
      title: folder.name,
      disabled:
        !folder.mayWrite ||
        folder.id === currentFolderId ||
        (movedId !== undefined && isWithin(folders, folder.id, movedId)),
      children: choicesOf(children),
    }));
  const move = async (): Promise<void> => {
    if (targetId === undefined) {
      setErrorMessage('请选择目标文件夹');
      return;
    }
    setBusy(true);
    try {
      await onMove(targetId);
      onClose();
    } catch (error) {
      setErrorMessage(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`把“${name}”移到`}
      okText="移动"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => void move()}
      onCancel={onClose}
      maskClosable={false}
      width={440}
    >
      <TreeSelect
        className="sf-fill"
        aria-label="目标文件夹"
        placeholder="选择目标文件夹"
        treeDefaultExpandAll
        showSearch
        treeNodeFilterProp="title"
        treeData={choicesOf(toTree(folders))}
        status={errorMessage === '' ? '' : 'error'}
        value={targetId}
        onChange={(value: string) => {
          setTargetId(value);
          setErrorMessage('');
        }}
      />
      {errorMessage === '' ? null : (
        <p className="sc-folder-problem" role="alert">
          {errorMessage}
        </p>
      )}
    </Modal>
  );
}
