import { Alert, Button, Checkbox, Segmented, Select, Skeleton } from 'antd';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import { COMPACT_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { LeaveGuard } from '../../screens/navigation/LeaveGuard.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { STORED_INPUT_NOTE } from '../../screens/shared/storedInput/StoredInputOffer.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { countLevels } from '../check/counts.ts';
import type { LocatedProblem } from '../editor/located.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { NewerVersionNotice } from '../uses/NewerVersionNotice.tsx';
import { useRequestedPath } from '../uses/useRequestedPath.ts';
import { EditorHead } from '../document/EditorHead.tsx';
import { UnsavedTextOffer } from '../document/UnsavedTextOffer.tsx';
import { ProblemList } from '../document/ProblemList.tsx';
import { PublishDialog } from '../document/publishing/PublishDialog.tsx';
import { useFitHeight } from '../document/useFitHeight.ts';
import { CommentPanel } from '../reviews/CommentPanel.tsx';
import { ReviewBanner } from '../reviews/ReviewBanner.tsx';
import { CommentsProvider, type CommentParts } from '../reviews/CommentsContext.tsx';
import { elementName } from '../reviews/elementName.ts';
import { MergeDialog } from '../collaboration/MergeDialog.tsx';
import { usePublishingWithBackup } from '../document/publishing/usePublishing.ts';
import { VersionDialog } from '../document/publishing/VersionDialog.tsx';
import type { FlowImportNote } from '../../runtime/services/documents.ts';
import { bindForm } from './bindForm.ts';
import type { Mark } from './bpmn/Diagram.tsx';
import { SettingsDataContext } from './panel/design.ts';
import { useKind } from '../document/documentKind.ts';
import { FlowImportReport } from './FlowImportReport.tsx';
import { ensureDiagram } from './model/ensureDiagram.ts';
import { StepsPane } from './steps/StepsPane.tsx';
import { allSteps } from './steps/plan.ts';
import { usePlan } from './steps/usePlan.ts';
import { TrialDrawer } from './trial/TrialDrawer.tsx';
import { useLoadedSettingsData } from './useLoadedSettingsData.ts';
import { useFlowCheck, type FlowProblem } from './useFlowCheck.ts';
import { useFlowText } from './useFlowText.ts';
import { useReplacement } from './useReplacement.tsx';
import { useFlowImport } from './useFlowImport.tsx';

/** Loaded when the diagram is shown, because the drawing library is large. */
const DiagramPane = lazyFace(async () => (await import('./bpmn/DiagramPane.tsx')).DiagramPane);

type Mode = 'steps' | 'diagram';

/**
 * The editor of one process: a list of steps or a diagram, the problems, draft, publishing and versions. `onReload`:
 * loads the process from the server again.
 */
export function FlowEditor({ origin, onBack, onReload }: { origin: Origin; onBack(): void; onReload(): void }) {
  const services = useServices();
  const { nameIn } = useKind();
  const { message } = useFeedback();
  const isNarrow = useIsNarrowerThan(COMPACT_WIDTH);
  const root = useRef<HTMLDivElement>(null);
  useFitHeight(root);
  const showError = useCallback(
    (error: unknown) => {
      message.error(messageOf(error));
    },
    [message],
  );
  const flow = useFlowText(origin.text, showError);
  const { text } = flow;
  const editablePlan = usePlan(flow);
  const { publishing, backup, restore } = usePublishingWithBackup({
    origin,
    text,
    latestText: flow.latest,
    onReload,
    replace: flow.replace,
  });
  const replacement = useReplacement(flow, publishing.savedText);
  const { design: settingsData, formChoice, failure, reload } = useLoadedSettingsData(origin.key);
  const { problems, isChecking } = useFlowCheck(origin.key, text, formChoice.formKey);
  /** The mode that the user chose, or that `showElement` needs; null: none yet. */
  const [requestedMode, setRequestedMode] = useState<Mode | null>(null);
  const mode: Mode = editablePlan.readResult?.ok === false ? 'diagram' : (requestedMode ?? 'steps');
  const [openDialog, setOpenDialog] = useState<'publish' | 'versions' | 'trial' | null>(null);
  /** Ids of the elements through which the last trial run passed. */
  const [trialPath, setTrialPath] = useState<readonly string[]>([]);
  const [importNotes, setImportNotes] = useState<readonly FlowImportNote[] | null>(null);
  const [selectedElement, setSelectedElement] = useState('');
  /** Whether publishing also makes `formToBind` use this process. */
  const [shouldBind, setShouldBind] = useState(true);
  const isDirty = text !== publishing.savedText;
  const isDirtyRef = useRef(isDirty);
  useEffect(() => {
    isDirtyRef.current = isDirty;
  }, [isDirty]);
  const hasUnsavedChanges = useCallback(() => isDirtyRef.current, []);
  const marks = useMemo(() => {
    const marksByElement = new Map<string, Mark>(trialPath.map((id) => [id, 'path']));
    for (const { elementId, level } of problems)
      if (elementId !== '' && level !== 'info' && marksByElement.get(elementId) !== 'error')
        marksByElement.set(elementId, level);
    return marksByElement;
  }, [problems, trialPath]);
  const name = nameIn(text) ?? origin.name;
  // the form that can be made to use this process at publishing: the selected form, unless it uses the process already
  const formToBind = formChoice.publishedForms.find(
    ({ key }) => key === formChoice.formKey && !formChoice.usingForms.some(({ formKey }) => formKey === key),
  );

  /** Shows an element: in the list of steps if the list contains it, else in the diagram. */
  const showElement = (element: string): void => {
    if (element === '') return;
    const isListed =
      editablePlan.readResult?.ok === true &&
      [editablePlan.readResult.plan.applicant, ...allSteps(editablePlan.readResult.plan.steps)].some(
        (step) => step.id === element || (step.kind === 'branch' && step.branches.some(({ id }) => id === element)),
      );
    if (!isListed) setRequestedMode('diagram');
    setSelectedElement(element);
  };
  const parts: CommentParts = {
    selected:
      selectedElement === ''
        ? null
        : { part: `element:${selectedElement}`, name: elementName(text, selectedElement) ?? selectedElement },
    nameOf: (part) => elementName(text, part.slice('element:'.length)),
    show: (part) => showElement(part.slice('element:'.length)),
  };
  const goTo = (problem: LocatedProblem): void => {
    setOpenDialog(null);
    showElement((problem as FlowProblem).elementId);
  };
  useRequestedPath(([element]) => showElement(String(element ?? '')));
  const flowImport = useFlowImport();
  const importText = async (xml: string): Promise<void> => {
    try {
      const imported = await flowImport.run({
        key: origin.key,
        text: xml,
        options: formChoice.formKey ? { formKey: formChoice.formKey } : {},
      });
      if (!imported) return;
      await replacement.replace(await ensureDiagram(imported.definition));
      setImportNotes(imported.report);
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  /** `acknowledged`: the token of the impact that the user has acknowledged. */
  const publish = async (note: string, acknowledged?: string): Promise<void> => {
    if (!(await publishing.publish(note, acknowledged))) return;
    setOpenDialog(null);
    if (!formToBind || !shouldBind) return;
    try {
      const version = await bindForm(services, formToBind.key, { key: origin.key, name });
      message.success(`表单“${formToBind.name}”第 ${version} 版起使用此流程`);
      reload();
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  return (
    <SettingsDataContext value={settingsData}>
      <CommentsProvider documentKey={origin.key} parts={parts}>
        {flowImport.dialog}
        <div
          ref={root}
          className="ds-editor fd-editor"
          data-designer={origin.key}
          data-checking={isChecking}
          data-mode={mode}
        >
          <LeaveGuard
            hasUnsavedInput={hasUnsavedChanges}
            onKeep={backup.keep}
            onDiscard={backup.drop}
            keptNote={STORED_INPUT_NOTE}
          />
          <EditorHead
            documentKey={origin.key}
            name={name}
            publishing={publishing}
            isDirty={isDirty}
            onOpen={setOpenDialog}
            onBack={onBack}
          >
            <Segmented<Mode>
              value={mode}
              onChange={setRequestedMode}
              aria-label="怎样编辑"
              options={[
                { value: 'steps', label: '步骤', disabled: editablePlan.readResult?.ok === false },
                { value: 'diagram', label: '流程图' },
              ]}
            />
            <Select
              showSearch
              optionFilterProp="label"
              aria-label="对应的表单"
              className="fd-form"
              placeholder="对应的表单"
              value={formChoice.formKey || null}
              onChange={(key: string | null) => {
                if (!key) return;
                formChoice.selectForm(key);
                // the shown path comes from a trial with the previous form
                setTrialPath([]);
              }}
              data-action="form"
              options={formChoice.publishedForms.map(({ key, name: formName }) => ({
                value: key,
                label: formChoice.usingForms.some(({ formKey }) => formKey === key) ? `${formName}（在用）` : formName,
              }))}
            />
            <Button onClick={() => setOpenDialog('trial')} data-action="trial">
              试运行
            </Button>
          </EditorHead>
          {publishing.pendingMerge ? <MergeDialog merge={publishing.pendingMerge} /> : null}
          <NewerVersionNotice
            documentKey={origin.key}
            publishing={publishing}
            text={text}
            isDirty={isDirty}
            onReload={() => {
              void backup.drop();
              onReload();
            }}
          />
          <ReviewBanner
            documentKey={origin.key}
            publishing={publishing}
            isDirty={isDirty}
            onRequestReview={() => setOpenDialog('publish')}
            onReload={() => {
              void backup.drop();
              onReload();
            }}
          />
          {replacement.notice}
          {failure ? (
            <Alert
              type="warning"
              showIcon
              message={`表单的字段没有加载出来：${messageOf(failure)}`}
              action={
                <Button size="small" onClick={reload} data-action="reload-design">
                  重试
                </Button>
              }
            />
          ) : null}
          <UnsavedTextOffer origin={origin} backup={backup} onRestore={restore} />
          {editablePlan.readResult?.ok === false && requestedMode === null ? (
            <Alert
              type="info"
              showIcon
              closable
              message={`这个流程不能显示为步骤：${editablePlan.readResult.reason}`}
            />
          ) : null}
          <div className="fd-body">
            {mode === 'diagram' ? (
              <NodeBoundary tag="flowDiagram" path={[]}>
                <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
                  <DiagramPane
                    flow={flow}
                    marks={marks}
                    selectedId={selectedElement}
                    onSelect={setSelectedElement}
                    isNarrow={isNarrow}
                    onImport={(xml) => void importText(xml)}
                  />
                </Suspense>
              </NodeBoundary>
            ) : editablePlan.readResult?.ok ? (
              <StepsPane
                editablePlan={editablePlan}
                plan={editablePlan.readResult.plan}
                marks={marks}
                selectedId={selectedElement}
                onSelect={setSelectedElement}
                isNarrow={isNarrow}
              />
            ) : (
              <Skeleton active paragraph={{ rows: 10 }} />
            )}
            <CommentPanel />
          </div>
          <div className="fd-problems">
            <ProblemList problems={problems} counts={countLevels(problems)} isChecking={isChecking} onGo={goTo} />
          </div>
          {openDialog === 'publish' ? (
            <PublishDialog
              documentKey={origin.key}
              readText={flow.latest}
              errors={problems.filter(({ level }) => level === 'error')}
              isChecking={isChecking}
              isBusy={publishing.isBusy}
              onGo={goTo}
              onClose={() => setOpenDialog(null)}
              onRequestReview={(reviewerId, note) => {
                void publishing.requestReview(reviewerId, note).then((isDone) => {
                  if (isDone) setOpenDialog(null);
                });
              }}
              onPublish={(note, acknowledged) => void publish(note, acknowledged)}
            >
              {formToBind ? (
                <p>
                  <Checkbox checked={shouldBind} onChange={(event) => setShouldBind(event.target.checked)}>
                    同时让表单“{formToBind.name}”使用此流程
                  </Checkbox>
                </p>
              ) : null}
            </PublishDialog>
          ) : null}
          {openDialog === 'trial' ? (
            <TrialDrawer
              key={formChoice.formKey}
              text={text}
              getLatestText={flow.latest}
              formKey={formChoice.formKey}
              onClose={() => {
                setOpenDialog(null);
                setTrialPath([]);
              }}
              onTried={setTrialPath}
            />
          ) : null}
          {importNotes ? (
            <FlowImportReport
              notes={importNotes}
              onClose={() => setImportNotes(null)}
              onGo={(element) => {
                setImportNotes(null);
                showElement(element);
              }}
            />
          ) : null}
          {openDialog === 'versions' ? (
            <VersionDialog
              documentKey={origin.key}
              text={text}
              onClose={() => setOpenDialog(null)}
              onRolledBack={publishing.handleRollback}
              onLoadText={(oldText, version) => {
                void replacement.replace(oldText);
                setOpenDialog(null);
                message.info(`已载入第 ${version} 版的内容，保存或发布后生效`);
              }}
            />
          ) : null}
        </div>
      </CommentsProvider>
    </SettingsDataContext>
  );
}
