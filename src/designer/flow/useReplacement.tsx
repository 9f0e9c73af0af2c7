import { Alert, Button } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import type { FlowText } from './useFlowText.ts';

/**
 * Replaces the text of a process as a whole, which neither view can undo. `notice` offers the replaced text until it is
 * closed, unless that text is saved; to restore it is a replacement, too.
 */
export function useReplacement(
  { text, latest, replace: setText }: FlowText,
  savedText: string,
): { replace(next: string): Promise<void>; notice: ReactNode } {
  const [replaced, setReplaced] = useState<string | null>(null);
  const replace = useCallback(
    async (next: string) => {
      // changes that are still being written belong to the replaced text
      setReplaced(await latest());
      setText(next);
    },
    [latest, setText],
  );
  const isOffered = replaced !== null && replaced !== text && replaced !== savedText;
  const notice = isOffered ? (
    <Alert
      type="info"
      showIcon
      closable
      onClose={() => setReplaced(null)}
      message="流程内容已整个替换，替换前有未保存的修改"
      action={
        <Button size="small" onClick={() => void replace(replaced)} data-action="restore-replaced">
          恢复替换前的内容
        </Button>
      }
      data-notice="replaced"
    />
  ) : null;
  return { replace, notice };
}
