import { Modal } from 'antd';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';

interface Props {
  count: number;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks for confirmation before several rows or a filled row are removed. */
export function RemoveDialog({ count, onConfirm, onCancel }: Props) {
  useReturnedFocus();
  return (
    <Modal
      open
      title={count > 1 ? `删除这 ${count} 行？` : '删除这一行？'}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, autoFocus: true }}
      width={400}
      onOk={onConfirm}
      onCancel={onCancel}
    >
      {count > 1 ? '所选的行及其内容将从表格中移除，可以撤销。' : '此行已填写内容，删除后可以撤销。'}
    </Modal>
  );
}
