import { EditorFrame } from './EditorFrame.tsx';
import type { Origin } from './origin.ts';
import { ScreenPreview } from './ScreenPreview.tsx';
import { useEditing } from './useEditing.ts';
import { useScreenChecked } from './useScreenChecked.ts';

/** One screen's definition beside the screen itself. */
export function ScreenEditor({ origin, onBack, onReload }: { origin: Origin; onBack(): void; onReload(): void }) {
  const editing = useEditing(origin, onReload);
  const { checked, isChecking, good, isOld } = useScreenChecked(editing.text, origin.key);
  return <EditorFrame editing={editing} problems={checked.problems} counts={checked.counts} isChecking={isChecking} preview={<ScreenPreview screen={good} isOld={isOld} />} onBack={onBack} />;
}
