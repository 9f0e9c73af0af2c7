import { Modal } from 'antd';
import { useState } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { TreePane } from './TreePane.tsx';
import { ROOT, type TreeNodes } from './useTreeNodes.ts';

interface Props {
  record: FormRecord;
  nodes: TreeNodes;
  /** Id of the current parent record; ROOT: none. */
  currentParentId: string;
  /** Returns true for the record itself and its descendants, below which it cannot be moved. */
  isAtOrBelow(id: string): boolean;
  onMove(target: string): Promise<void>;
  onClose(): void;
}

/** Dialog that selects the new parent of a record. */
export function MoveDialog({ record, nodes, currentParentId, isAtOrBelow, onMove, onClose }: Props) {
  useReturnedFocus();
  const [target, setTarget] = useState(currentParentId);
  const [isBusy, setBusy] = useState(false);
  const move = async (): Promise<void> => {
    setBusy(true);
    await onMove(target);
    setBusy(false);
  };
  return (
    <Modal
      open
      title={`把“${record.title || '未填写标题'}”移到…`}
      okText="移到这里"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: target === currentParentId }}
      onOk={() => void move()}
      onCancel={onClose}
    >
      <div className="sc-tree-choice">
        <TreePane
          nodes={nodes}
          rootTitle="最上级"
          selected={target}
          isDisabled={(id) => id !== ROOT && isAtOrBelow(id)}
          onSelect={setTarget}
        />
      </div>
    </Modal>
  );
}
