import { Modal } from 'antd';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';

interface Props {
  count: number;
  /** Number of rows that replace the current rows; 0 also if the field on which they depend was emptied. */
  newCount: number;
  /** True if the rows come from the record selected in a relation of the form. */
  isFill: boolean;
  onAnswer(isYes: boolean): void;
}

/** Asks for confirmation before reloaded default rows replace changed rows (SL-007). */
export function ReplaceDialog({ count, newCount, isFill, onAnswer }: Props) {
  useReturnedFocus();
  const source = isFill ? '带出' : '重新加载';
  return (
    <Modal
      open
      title={newCount === 0 ? '清空明细？' : isFill ? '换成所选记录的明细？' : '重新加载默认数据？'}
      okText={newCount === 0 ? '清空' : '替换'}
      cancelText="保留现有数据"
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      width={400}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {newCount === 0
        ? `现在没有可${source}的数据，表格中已有 ${count} 行。清空后这些行连同填写的内容都会删除，可以撤销。`
        : `表格中已有 ${count} 行。替换后，这些行连同填写的内容都换成${source}的数据，可以撤销。`}
    </Modal>
  );
}
