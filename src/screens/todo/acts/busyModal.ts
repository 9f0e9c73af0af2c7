import type { ModalProps } from 'antd';

/**
 * Returns the props of a dialog that runs an act. While the act runs (`isBusy`), the dialog can neither be closed nor
 * start the act again.
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
