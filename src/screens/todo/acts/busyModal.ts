import type { ModalProps } from 'antd';

/** Properties of a dialog whose act cannot be cancelled while it runs: it then neither closes nor starts again. */
export const busyModalProps = (
  isBusy: boolean,
  onClose: () => void,
): Pick<ModalProps, 'confirmLoading' | 'cancelButtonProps' | 'onCancel'> => ({
  confirmLoading: isBusy,
  cancelButtonProps: { disabled: isBusy },
  onCancel: () => {
    if (!isBusy) onClose();
  },
});
