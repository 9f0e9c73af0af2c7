import { Checkbox, Empty, Modal } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import type { FlowOptions } from '../../../runtime/services/tasks.ts';
import { busyModalProps } from './busyModal.ts';

const KIND_LABELS: Readonly<Record<string, string>> = {
  sign: '会签',
  parallel: '并行加签',
  before: '前加签',
  after: '后加签',
  delegate: '委派',
};

interface Props {
  signers: NonNullable<FlowOptions['task']>['signers'];
  isBusy: boolean;
  onDone(taskIds: readonly string[]): void;
  onClose(): void;
}

/** Dialog to remove approvers of the node who have not decided yet. */
export function RemoveSignDialog({ signers, isBusy, onDone, onClose }: Props) {
  useReturnedFocus();
  const [selectedTaskIds, setSelectedIds] = useState<readonly string[]>([]);
  return (
    <Modal
      open
      title="减签"
      okText="确定减签"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: selectedTaskIds.length === 0 }}
      onOk={() => onDone(selectedTaskIds)}
      {...busyModalProps(isBusy, onClose)}
      maskClosable={false}
      width={480}
    >
      <div className="sc-opinion" data-act="removeSign">
        <p className="sc-note">减去的人员不再办理此节点。</p>
        {signers.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有可以减去的办理人" />
        ) : (
          <Checkbox.Group
            className="sc-signers"
            value={[...selectedTaskIds]}
            onChange={(values) => setSelectedIds(values.map(String))}
          >
            {signers.map((signer) => (
              <Checkbox key={signer.taskId} value={signer.taskId} disabled={!signer.canRemove}>
                {signer.names}（{KIND_LABELS[signer.kind] ?? '办理'}）
              </Checkbox>
            ))}
          </Checkbox.Group>
        )}
      </div>
    </Modal>
  );
}
