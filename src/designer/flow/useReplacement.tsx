import { Alert, Button } from 'antd';
import { useCallback, useState, type ReactNode } from 'react';
import type { FlowText } from './useFlowText.ts';

/**
 * Provides `replace`, which replaces the whole text of a process, and `notice`, which offers to restore the replaced
 * text, because the views cannot undo a replacement. The notice is hidden when the user closes it, and while the
 * replaced text is equal to the current or the saved text.
 */
export function useReplacement(
  { text, latest, replace: setText }: FlowText,
  savedText: string,
): { replace(next: string): Promise<void>; notice: ReactNode } {
  const [replacedText, setReplacedText] = useState<string | null>(null);
  const replace = useCallback(
    async (next: string) => {
      // waits for pending changes, which belong to the replaced text
      setReplacedText(await latest());
      setText(next);
    },
    [latest, setText],
  );
  const isOffered = replacedText !== null && replacedText !== text && replacedText !== savedText;
  const notice = isOffered ? (
    <Alert
      type="info"
      showIcon
      closable
      onClose={() => setReplacedText(null)}
      message="流程内容已整个替换，替换前有未保存的修改"
      action={
        <Button size="small" onClick={() => void replace(replacedText)} data-action="restore-replaced">
          恢复替换前的内容
        </Button>
      }
      data-notice="replaced"
    />
  ) : null;
  return { replace, notice };
}
