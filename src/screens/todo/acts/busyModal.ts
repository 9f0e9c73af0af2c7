import type { ModalProps } from 'antd';

/**
 * Returns the props of a dialog whose act cannot be cancelled while it runs: until it ends, the dialog can neither be
 * closed nor start the act again.
 */
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
