import { Button, Segmented } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { EmptyCanvas } from '../canvas/EmptyCanvas.tsx';
import { DesignView } from '../canvas/DesignView.tsx';
import { addItem } from '../canvas/model/designActions.ts';
import { createDesign } from '../canvas/model/design.ts';
import { optionValuesByField } from '../canvas/model/fieldKeys.ts';
import { formNotation } from '../canvas/model/notation.ts';
import { FORM_PALETTE, paletteItem } from '../canvas/model/palette.ts';
import { FormSurface } from '../canvas/parts/FormSurface.tsx';
import { PropertyPanel } from '../canvas/properties/PropertyPanel.tsx';
import { RulesView } from '../canvas/rules/RulesView.tsx';
import { ListTable } from '../canvas/tables/ListTable.tsx';
import { RightsTable } from '../canvas/tables/RightsTable.tsx';
import { DesignerContext, type DesignerContextValue } from '../canvas/designerContext.ts';
import { useDesignedText } from '../canvas/useDesignedText.ts';
import { withPanelNames } from '../check/withPanelNames.ts';
import { EditorFrame } from '../document/EditorFrame.tsx';
import { nameIn } from '../document/documentText.ts';
import { Preview } from '../document/Preview.tsx';
import { PutInMenuButton } from '../document/PutInMenuButton.tsx';
import { useEditing } from '../document/useEditing.ts';
import { useExternalProblems } from '../document/useExternalProblems.ts';
import { useProblemList } from '../document/useProblemList.tsx';
import type { Origin } from '../editor/textOrigin.ts';
import { loadPinyin, type ToSyllables } from '../keys/generateKeyFromName.ts';
import { useQuickFixes } from '../mend/useQuickFixes.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { PutFormInMenu } from './PutFormInMenu.tsx';
import { MAX_PREVIEW_FIELDS, useCheckedText } from './useCheckedText.ts';

type View = 'design' | 'preview' | 'rights' | 'list' | 'rules' | 'json';

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'design', label: '设计' },
  { value: 'preview', label: '预览' },
  { value: 'rights', label: '权限' },
  { value: 'list', label: '列表' },
  { value: 'rules', label: '规则' },
  { value: 'json', label: 'JSON' },
];

const RULE_KEYS: ReadonlySet<unknown> = new Set(['effects', 'actions', 'reminders', 'createFrom', 'print']);
/** Returns the view that edits a top-level key of the definition; null: the JSON text. */
const viewOfKey = (key: unknown): View | null => (RULE_KEYS.has(key) ? 'rules' : null);

interface Props {
  origin: Origin;
  /** `wasPublished`: true if a version was published while the editor was open. */
  onBack(wasPublished: boolean): void;
  /** Opens the editor of another form. */
  onOpen(formKey: string): void;
  /** Loads the form from the server again. */
  onReload(): void;
}

/**
 * Returns the designer context of a form. `version`: the published version, 0 if there is none. While the keys of this
 * version are not loaded, every key and option is treated as published. Without a published version, none is.
 */
function useFormDesigning(origin: Origin, version: number): DesignerContextValue {
  const registry = useRegistry();
  const services = useServices();
  const [design] = useState(() =>
    createDesign({
      text: origin.text,
      notation: formNotation(registry, { formKey: origin.key, formName: origin.name }),
    }),
  );
  const syllables = useRef<ToSyllables | null>(null);
  useEffect(() => {
    void loadPinyin().then((loaded) => {
      syllables.current = loaded;
    });
  }, []);
  const { load, reload } = useLoad(
    async () => ({
      version,
      fields: optionValuesByField(version === 0 ? null : await services.forms.definition(origin.key, version)),
    }),
    [services, origin.key, version],
  );
  const error = load.state === 'error' ? load.error : null;
  const publishedFields = load.value?.version === version ? load.value.fields : null;
  return useMemo(
    () => ({
      design,
      palette: FORM_PALETTE,
      syllables: () => syllables.current,
      isPublished: (key) => (publishedFields === null ? version > 0 : publishedFields.has(key)),
      isPublishedOption: (key, value) =>
        publishedFields === null ? version > 0 : publishedFields.get(key)?.has(String(value)) === true,
      unknownVersion: publishedFields === null && version > 0 ? { error, retry: reload } : undefined,
      insert(itemId) {
        const item = paletteItem(itemId);
        if (item) addItem(design, item, syllables.current);
      },
    }),
    [design, publishedFields, version, error, reload],
  );
}

/** The editor of one form: canvas, preview, rights, list, rules and JSON; forms of other designers can be imported. */
export function FormEditor({ origin, onBack, onOpen, onReload }: Props) {
  const services = useServices();
  const navigation = usePageNavigation();
  const editing = useEditing(origin, onReload);
  const designing = useFormDesigning(origin, editing.publishing.version);
  const { design } = designing;
  const addressView = VIEWS.find(({ value }) => value === navigation.query.view)?.value ?? 'design';
  /** The selected view, and the view in the address at the time of the selection. */
  const [chosenView, setChosenView] = useState<{ addressView: View; view: View } | null>(null);
  // a new view in the address takes precedence over the previously selected view
  const initialView = design.get().isBroken ? 'json' : addressView;
  const view = chosenView?.addressView === addressView ? chosenView.view : initialView;
  const setView = (next: View): void => setChosenView({ addressView, view: next });
  const { attachJson, showView, goTo } = useDesignedText<View>({ design, editing, view, setView, viewOf: viewOfKey });
  const { checked, isChecking, lastValid, isOutdated } = useCheckedText(editing.text, origin.key);
  const fieldCount = checked.fields + checked.tableCount;
  const {
    problems: textProblems,
    counts,
    isCheckingNames,
    recheck,
  } = useExternalProblems(checked, editing.publishing.serverCheck);
  const problems = useMemo(() => withPanelNames(textProblems, design.doc()), [textProblems, design]);
  const flowKey = lastValid?.definition.flowKey ?? '';
  const { load: config } = useLoad(
    () => (flowKey === '' ? Promise.resolve(null) : services.forms.flowConfig(origin.key)),
    [services, origin.key, flowKey],
  );

  // a ref, so that a new `onOpen` does not render the canvas again
  const onOpenRef = useRef(onOpen);
  useEffect(() => {
    onOpenRef.current = onOpen;
  });
  const isBusy = isChecking || isCheckingNames;
  const [emptyCanvas] = useState(() => <EmptyCanvas onOpen={(key) => onOpenRef.current(key)} />);
  const quickFixes = useQuickFixes(designing, recheck);
  const problemList = useProblemList({ design, problems, counts, isChecking: isBusy, goTo, quickFixes });
  const panel = useMemo(() => <PropertyPanel compiled={lastValid} />, [lastValid]);
  const preview = (
    <Preview compiled={lastValid} fieldCount={fieldCount} isOutdated={isOutdated} config={config.value ?? null} />
  );
  return (
    <DesignerContext value={designing}>
      <EditorFrame
        editing={{ ...editing, attach: attachJson, setText: design.setText, goTo }}
        problems={problems}
        counts={counts}
        isChecking={isBusy}
        onBack={() => onBack(editing.publishing.version > origin.version)}
        tools={
          <>
            <PutInMenuButton editing={editing} />
            <Button onClick={() => editing.setOpenDialog('import')} data-action="import">
              导入
            </Button>
          </>
        }
        views={
          <Segmented<View>
            className="ds-views"
            value={view}
            onChange={showView}
            options={[...VIEWS]}
            aria-label="视图"
          />
        }
        body={
          view === 'design' ? (
            <DesignView surface={FormSurface} panel={panel} empty={emptyCanvas} problems={problemList} />
          ) : view === 'preview' ? (
            preview
          ) : view === 'rights' ? (
            <RightsTable
              config={config.value ?? null}
              flowKey={flowKey}
              formKey={origin.key}
              isPublished={editing.publishing.version > 0}
            />
          ) : view === 'list' ? (
            <ListTable />
          ) : view === 'rules' ? (
            <RulesView
              compiled={lastValid}
              missingReason={fieldCount > MAX_PREVIEW_FIELDS ? 'tooLarge' : isChecking ? 'checking' : undefined}
              nodes={(config.value?.nodes ?? []).map(({ taskNode }) => taskNode)}
              problems={problemList}
            />
          ) : undefined
        }
        preview={preview}
      >
        {editing.openDialog === 'import' ? (
          <ImportDialog
            formKey={origin.key}
            formName={origin.name}
            onClose={() => editing.setOpenDialog(null)}
            onLoadText={editing.replace}
          />
        ) : null}
        {editing.openDialog === 'menu' ? (
          <PutFormInMenu
            formKey={origin.key}
            name={nameIn(editing.publishing.savedText) ?? origin.name}
            onClose={() => editing.setOpenDialog(null)}
          />
        ) : null}
      </EditorFrame>
    </DesignerContext>
  );
}
