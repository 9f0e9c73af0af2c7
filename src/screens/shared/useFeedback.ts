import { useMemo } from 'react';
import { App, message as staticMessage, Modal } from 'antd';
import type { MessageInstance } from 'antd/es/message/interface';
import { readingTime } from '../../runtime/host/readingTime.ts';
import { usePageConfirmDialogs } from '../../runtime/screen/PageConfirmDialogs.tsx';

type Confirm = (options: {
  title: string;
  content?: string;
  okText?: string;
  isDanger?: boolean;
  onOk(): Promise<void> | void;
  onCancel?(): void;
}) => void;

/**
 * Shows a short message; without `seconds` it stays long enough to be read (`readingTime`). Does not return antd's
 * promise: this promise resolves only when the message closes, and a caller that awaited it would be delayed.
 */
type ShowMessage = (text: string, seconds?: number) => void;
interface Messages extends Record<'success' | 'error' | 'info' | 'warning', ShowMessage> {
  /** Shows the text until the returned function is called. */
  loading(text: string): () => void;
}

const toMessages = (instance: MessageInstance): Messages => ({
  success: (text, seconds = readingTime('success', text)) => void instance.success(text, seconds),
  error: (text, seconds = readingTime('error', text)) => void instance.error(text, seconds),
  info: (text, seconds = readingTime('info', text)) => void instance.info(text, seconds),
  warning: (text, seconds = readingTime('warning', text)) => void instance.warning(text, seconds),
  loading: (text) => instance.loading(text, 0),
});

/**
 * Returns short messages, which stay visible when the page is left, and confirm dialogs, which close with the page.
 * Works with and without an enclosing antd <App>.
 */
export function useFeedback(): { message: Messages; confirm: Confirm } {
  const app = App.useApp();
  const pageDialogs = usePageConfirmDialogs();
  const modal = (pageDialogs ?? (app.modal as typeof app.modal | undefined))?.confirm ?? Modal.confirm;
  const instance = (app.message as MessageInstance | undefined)?.success
    ? app.message
    : (staticMessage as unknown as MessageInstance);
  return {
    message: useMemo(() => toMessages(instance), [instance]),
    confirm: ({ title, content, okText = '确定', isDanger = false, onOk, onCancel }) => {
      modal({ title, content, okText, cancelText: '取消', okButtonProps: { danger: isDanger }, onOk, onCancel });
    },
  };
}
