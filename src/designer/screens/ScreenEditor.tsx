import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useRegistry } from '../../runtime/contexts.ts';
import { usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { DesignView } from '../canvas/DesignView.tsx';
import { addItem } from '../canvas/model/designActions.ts';
import { createDesign } from '../canvas/model/design.ts';
import { screenNotation } from '../canvas/model/screenNotation.ts';
import { SCREEN_PALETTE, SHELL_PALETTE } from '../canvas/model/screenPalette.ts';
import { DesignerContext, type DesignerContextValue } from '../canvas/designerContext.ts';
import { useDesignedText } from '../canvas/useDesignedText.ts';
import { useDevice } from '../document/Device.tsx';
import { EditorFrame } from '../document/EditorFrame.tsx';
import { nameIn } from '../document/documentText.ts';
import { PutInMenuButton } from '../document/PutInMenuButton.tsx';
import { useEditing } from '../document/useEditing.ts';
import { useExternalProblems } from '../document/useExternalProblems.ts';
import { useProblemList } from '../document/useProblemList.tsx';
import type { Origin } from '../editor/textOrigin.ts';
import { useQuickFixes } from '../mend/useQuickFixes.tsx';
import { PutInMenuDialog } from '../menu/PutInMenuDialog.tsx';
import { EmptyPage } from './EmptyPage.tsx';
import { ScreenPanel } from './ScreenPanel.tsx';
import { ScreenPreview } from './ScreenPreview.tsx';
import { ScreenSurface } from './ScreenSurface.tsx';
import { useCheckedScreen } from './useCheckedScreen.ts';

/** The shell, the layout around all pages. */
const SHELL = 'platform/shell';

/** Screens that are shown outside the shell, before sign-in or instead of a page; they are edited as text only. */
const TEXT_ONLY_SCREENS = [
  'platform/login',
  'platform/401',
  'platform/404',
  'platform/bind',
  'platform/register',
  'platform/noticePush',
];

interface Props {
  origin: Origin;
  /** Leaves the editor. `hasNewVersion`: a version was published in this editor. */
  onBack(hasNewVersion: boolean): void;
  onReload(): void;
}

type View = 'design' | 'preview' | 'json';

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'design', label: '设计' },
  { value: 'preview', label: '预览' },
  { value: 'json', label: 'JSON' },
];

/** Editor of a screen: designer, preview and JSON for pages and the shell; JSON only for `TEXT_ONLY_SCREENS`. */
export function ScreenEditor(props: Props) {
  return TEXT_ONLY_SCREENS.includes(props.origin.key) ? <TextEditor {...props} /> : <PageEditor {...props} />;
}

/** The JSON of a screen next to its preview. */
function TextEditor({ origin, onBack, onReload }: Props) {
  const editing = useEditing(origin, onReload);
  const { checked, isChecking, lastValid, isOutdated } = useCheckedScreen(editing.text, origin.key);
  const { problems, counts, isCheckingNames } = useExternalProblems(checked, editing.publishing.serverCheck);
  const [device, setDevice] = useDevice();
  return (
    <EditorFrame
      editing={editing}
      problems={problems}
      counts={counts}
      isChecking={isChecking || isCheckingNames}
      preview={<ScreenPreview screen={lastValid} isOutdated={isOutdated} device={device} onDevice={setDevice} />}
      onBack={() => onBack(editing.publishing.version > origin.version)}
    />
  );
}

/** Returns the designer context of one page. Blocks have no keys, so no `syllables` are loaded. */
function useScreenDesigning(origin: Origin): DesignerContextValue {
  const registry = useRegistry();
  const palette = origin.key === SHELL ? SHELL_PALETTE : SCREEN_PALETTE;
  const [design] = useState(() =>
    createDesign({
      text: origin.text,
      notation: screenNotation(registry, { screenKey: origin.key, title: origin.name }),
    }),
  );
  return useMemo(
    () => ({
      design,
      palette,
      syllables: () => null,
      isPublished: () => false,
      isPublishedOption: () => false,
      insert(itemId) {
        const item = palette.items.find(({ id }) => id === itemId);
        if (item) addItem(design, item, null);
      },
    }),
    [design, palette],
  );
}

function PageEditor({ origin, onBack, onReload }: Props) {
  const editing = useEditing(origin, onReload);
  const navigation = usePageNavigation();
  const designing = useScreenDesigning(origin);
  const { design } = designing;
  const requestedView = VIEWS.find(({ value }) => value === navigation.query.view)?.value ?? 'design';
  const [view, setView] = useState<View>(design.get().isBroken ? 'json' : requestedView);
  const { attachJson, showView, goTo } = useDesignedText<View>({ design, editing, view, setView });
  const { checked, isChecking, lastValid, isOutdated } = useCheckedScreen(editing.text, origin.key);
  const { problems, counts, isCheckingNames, recheck } = useExternalProblems(checked, editing.publishing.serverCheck);
  const isBusy = isChecking || isCheckingNames;
  const quickFixes = useQuickFixes(designing, recheck);
  const problemList = useProblemList({ design, problems, counts, isChecking: isBusy, goTo, quickFixes });
  const [device, setDevice] = useDevice();
  const preview = (
    <ScreenPreview
      screen={lastValid}
      isOutdated={isOutdated}
      isPage={origin.key !== SHELL}
      device={device}
      onDevice={setDevice}
    />
  );
  return (
    <DesignerContext value={designing}>
      <EditorFrame
        editing={{ ...editing, attach: attachJson, setText: design.setText, goTo }}
        problems={problems}
        counts={counts}
        isChecking={isBusy}
        onBack={() => onBack(editing.publishing.version > origin.version)}
        tools={<PutInMenuButton editing={editing} />}
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
            <DesignView
              surface={ScreenSurface}
              panel={SCREEN_PANEL}
              device={device}
              onDevice={setDevice}
              empty={EMPTY_PAGE}
              problems={problemList}
            />
          ) : view === 'preview' ? (
            preview
          ) : undefined
        }
        preview={preview}
      >
        {editing.openDialog === 'menu' ? (
          <PutInMenuDialog
            component={origin.key}
            name={nameIn(editing.publishing.savedText) ?? origin.name}
            onClose={() => editing.setOpenDialog(null)}
          />
        ) : null}
      </EditorFrame>
    </DesignerContext>
  );
}

const SCREEN_PANEL = <ScreenPanel />;
const EMPTY_PAGE = <EmptyPage />;
