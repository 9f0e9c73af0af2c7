import { Modal } from 'antd';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';

interface Props {
  count: number;
  onAnswer(isYes: boolean): void;
}

/** Asks before reloaded default rows replace rows that were changed (SL-007). */
export function ReplaceDialog({ count, onAnswer }: Props) {
  useReturnedFocus();
  return (
    <Modal
      open
      title="重新加载默认数据？"
      okText="替换"
      cancelText="保留现有数据"
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      width={400}
      onOk={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      {`表格中已有 ${count} 行。替换后，这些行连同填写的内容都换成重新加载的数据，可以撤销。`}
    </Modal>
  );
}
