import { EditorFrame } from '../document/EditorFrame.tsx';
import { PutInMenuDialog } from '../menu/PutInMenuDialog.tsx';
import { nameIn } from '../document/document.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { PutInMenuButton } from '../document/PutInMenuButton.tsx';
import { ScreenPreview } from './ScreenPreview.tsx';
import { useEditing } from '../document/useEditing.ts';
import { useOutside } from '../document/useOutside.ts';
import { useScreenChecked } from './useScreenChecked.ts';

/** Screens that are no pages: they stand around pages, or before sign-in. */
const NO_PAGES = [
  'platform/shell',
  'platform/login',
  'platform/401',
  'platform/404',
  'platform/bind',
  'platform/register',
  'platform/noticePush',
];

/** One screen's definition beside the screen itself. */
export function ScreenEditor({ origin, onBack, onReload }: { origin: Origin; onBack(): void; onReload(): void }) {
  const editing = useEditing(origin, onReload);
  const { checked, isChecking, good, isOld } = useScreenChecked(editing.text, origin.key);
  const { problems, counts, isLooking } = useOutside(checked);
  return (
    <EditorFrame
      editing={editing}
      problems={problems}
      counts={counts}
      isChecking={isChecking || isLooking}
      preview={<ScreenPreview screen={good} isOld={isOld} />}
      onBack={onBack}
      tools={NO_PAGES.includes(origin.key) ? null : <PutInMenuButton editing={editing} />}
    >
      {editing.open === 'menu' ? (
        <PutInMenuDialog
          component={origin.key}
          name={nameIn(editing.work.savedText) ?? origin.name}
          onClose={() => editing.setOpen(null)}
        />
      ) : null}
    </EditorFrame>
  );
}
