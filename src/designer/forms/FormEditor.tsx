import { Button } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { EditorFrame } from '../document/EditorFrame.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { nameIn } from '../document/document.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { PutFormInMenu } from './PutFormInMenu.tsx';
import { PutInMenuButton } from '../document/PutInMenuButton.tsx';
import { Preview } from '../document/Preview.tsx';
import { useChecked } from './useChecked.ts';
import { useEditing } from '../document/useEditing.ts';
import { useOutside } from '../document/useOutside.ts';

/** One form's definition beside the form itself, at any node of its flow; forms of other designers come in here. */
export function FormEditor({ origin, onBack, onReload }: { origin: Origin; onBack(): void; onReload(): void }) {
  const services = useServices();
  const editing = useEditing(origin, onReload);
  const { checked, isChecking, good, isOld } = useChecked(editing.text, origin.key);
  const { problems, counts, isLooking } = useOutside(checked);
  const flowKey = good?.definition.flowKey ?? '';
  const { load: config } = useLoad(
    () => (flowKey === '' ? Promise.resolve(null) : services.forms.flowConfig(origin.key)),
    [services, origin.key, flowKey],
  );
  return (
    <EditorFrame
      editing={editing}
      problems={problems}
      counts={counts}
      isChecking={isChecking || isLooking}
      onBack={onBack}
      tools={
        <>
          <PutInMenuButton editing={editing} />
          <Button onClick={() => editing.setOpen('import')} data-action="import">
            导入
          </Button>
        </>
      }
      preview={
        <Preview compiled={good} count={checked.fields + checked.tables} isOld={isOld} config={config.value ?? null} />
      }
    >
      {editing.open === 'import' ? (
        <ImportDialog
          formKey={origin.key}
          formName={origin.name}
          onClose={() => editing.setOpen(null)}
          onTake={editing.replace}
        />
      ) : null}
      {editing.open === 'menu' ? (
        <PutFormInMenu
          formKey={origin.key}
          name={nameIn(editing.work.savedText) ?? origin.name}
          onClose={() => editing.setOpen(null)}
        />
      ) : null}
    </EditorFrame>
  );
}
