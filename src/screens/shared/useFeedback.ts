import { App, message as staticMessage, Modal } from 'antd';
import type { MessageInstance } from 'antd/es/message/interface';
import { usePageConfirmDialogs } from '../../runtime/screen/PageConfirmDialogs.tsx';

type Confirm = (options: {
  title: string;
  content?: string;
  okText?: string;
  isDanger?: boolean;
  onOk(): Promise<void> | void;
}) => void;

/**
 * Short messages, which stay visible when the page is left, and confirm dialogs, which close with it. Works with and
 * without an enclosing antd <App>.
 */
export function useFeedback(): { message: MessageInstance; confirm: Confirm } {
  const app = App.useApp();
  const questions = usePageConfirmDialogs();
  const modal = (questions ?? (app.modal as typeof app.modal | undefined))?.confirm ?? Modal.confirm;
  return {
    message: (app.message as MessageInstance | undefined)?.success
      ? app.message
      : (staticMessage as unknown as MessageInstance),
    confirm: ({ title, content, okText = '确定', isDanger = false, onOk }) => {
      modal({ title, content, okText, cancelText: '取消', okButtonProps: { danger: isDanger }, onOk });
    },
  };
}
