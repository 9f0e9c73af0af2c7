import { Button, Segmented } from 'antd';
import { useMemo, useRef, type ReactNode } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import { COMPACT_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { LeaveGuard } from '../../screens/navigation/LeaveGuard.tsx';
import { STORED_INPUT_NOTE } from '../../screens/shared/storedInput/StoredInputOffer.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import type { Counts } from '../check/counts.ts';
import { JsonEditor } from '../editor/JsonEditor.tsx';
import { spanOfPath } from '../editor/jsonPosition.ts';
import { toDiagnostics, type LocatedProblem } from '../editor/located.ts';
import { CommentPanel } from '../reviews/CommentPanel.tsx';
import { ReviewBanner } from '../reviews/ReviewBanner.tsx';
import { CommentsProvider } from '../reviews/CommentsContext.tsx';
import { MergeDialog } from '../collaboration/MergeDialog.tsx';
import { NewerVersionNotice } from '../uses/NewerVersionNotice.tsx';
import { useRequestedPath } from '../uses/useRequestedPath.ts';
import { EditorHead } from './EditorHead.tsx';
import { UnsavedTextOffer } from './UnsavedTextOffer.tsx';
import { ProblemList } from './ProblemList.tsx';
import { PublishDialog } from './publishing/PublishDialog.tsx';
import type { Editing } from './useEditing.ts';
import { useFitHeight } from './useFitHeight.ts';
import { VersionDialog } from './publishing/VersionDialog.tsx';

interface Props {
  editing: Editing;
  problems: readonly LocatedProblem[];
  counts: Counts;
  isChecking: boolean;
  /** Buttons in the head that only this kind of document has. */
  tools?: ReactNode;
  /** The switch between views, for documents with several views. */
  views?: ReactNode;
  /** A view to show instead of text and preview. */
  body?: ReactNode;
  preview: ReactNode;
  onBack(): void;
  /** Dialogs that only this kind of document has. */
  children?: ReactNode;
}

/** Returns a problem without a message at a path, because `editing.goTo` takes a problem. */
const problemAt = (text: string, path: Path): LocatedProblem => ({
  code: null,
  message: '',
  params: {},
  level: 'info',
  locationText: '',
  line: null,
  path,
  span: spanOfPath(text, path),
});

/** The frame of a document editor: text, problems, preview, draft, publishing, versions and comments. */
export function EditorFrame({
  editing,
  problems,
  counts,
  isChecking,
  tools,
  views,
  body,
  preview,
  onBack,
  children,
}: Props) {
  const { message } = useFeedback();
  const { origin, publishing, openDialog, setOpenDialog, side, setSide, attach, setText } = editing;
  const isNarrow = useIsNarrowerThan(COMPACT_WIDTH);
  const root = useRef<HTMLDivElement>(null);
  useFitHeight(root);
  useRequestedPath((path) => editing.goTo(problemAt(editing.currentText(), path)));
  const diagnostics = useMemo(() => toDiagnostics(problems), [problems]);
  return (
    <CommentsProvider documentKey={origin.key}>
      <div ref={root} className="ds-editor" data-designer={origin.key} data-checking={isChecking}>
        <LeaveGuard
          hasUnsavedInput={editing.hasUnsavedChanges}
          onKeep={editing.backup.keep}
          onDiscard={editing.backup.drop}
          keptNote={STORED_INPUT_NOTE}
        />
        <EditorHead
          documentKey={origin.key}
          name={origin.name}
          publishing={publishing}
          isDirty={editing.isDirty}
          onOpen={setOpenDialog}
          onBack={onBack}
        >
          {tools}
          {body ? null : (
            <Button onClick={editing.format} data-action="format">
              整理格式
            </Button>
          )}
        </EditorHead>
        <NewerVersionNotice
          documentKey={origin.key}
          publishing={publishing}
          text={editing.text}
          isDirty={editing.isDirty}
          onReload={editing.reload}
        />
        <ReviewBanner
          documentKey={origin.key}
          publishing={publishing}
          isDirty={editing.isDirty}
          onRequestReview={() => setOpenDialog('publish')}
          onReload={editing.reload}
        />
        <UnsavedTextOffer origin={origin} backup={editing.backup} onRestore={editing.restore} />
        {views}
        {isNarrow && !body ? (
          <Segmented
            block
            aria-label="显示定义或预览"
            value={side}
            onChange={setSide}
            options={[
              { label: '定义', value: 'text' },
              { label: '预览', value: 'preview' },
            ]}
          />
        ) : null}
        <div className="dr-around">
          {body ?? (
            <div className="ds-panes" data-side={isNarrow ? side : 'both'}>
              <div className="ds-text">
                <div className="ds-code">
                  <JsonEditor
                    ref={attach}
                    initialText={editing.currentText()}
                    onChange={setText}
                    diagnostics={diagnostics}
                    label={`${origin.name}的定义`}
                  />
                </div>
                <ProblemList problems={problems} counts={counts} isChecking={isChecking} onGo={editing.goTo} />
              </div>
              {preview}
            </div>
          )}
          <CommentPanel />
        </div>
        {publishing.pendingMerge ? <MergeDialog merge={publishing.pendingMerge} /> : null}
        {openDialog === 'publish' ? (
          <PublishDialog
            documentKey={origin.key}
            readText={editing.currentText}
            errors={problems.filter(({ level }) => level === 'error')}
            isChecking={isChecking}
            isBusy={publishing.isBusy}
            onGo={editing.goTo}
            onClose={() => setOpenDialog(null)}
            onRequestReview={(reviewerId, note) => {
              void publishing.requestReview(reviewerId, note).then((isDone) => {
                if (isDone) setOpenDialog(null);
              });
            }}
            onPublish={(note, acknowledged) => {
              void publishing.publish(note, acknowledged).then((isDone) => {
                if (isDone) setOpenDialog(null);
              });
            }}
          />
        ) : null}
        {openDialog === 'versions' ? (
          <VersionDialog
            documentKey={origin.key}
            text={editing.text}
            onClose={() => setOpenDialog(null)}
            onRolledBack={publishing.handleRollback}
            onLoadText={(oldText, version) => {
              editing.replace(oldText);
              message.info(`已载入第 ${version} 版的内容，保存或发布后生效`);
            }}
          />
        ) : null}
        {children}
      </div>
    </CommentsProvider>
  );
}
