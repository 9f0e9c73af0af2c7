import { Alert, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { countLevels } from '../check/counts.ts';
import { EditorFrame } from '../document/EditorFrame.tsx';
import { PutInMenuButton } from '../document/PutInMenuButton.tsx';
import { useEditing } from '../document/useEditing.ts';
import { locateProblems } from '../editor/located.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { DatasetDesign } from './design/DatasetDesign.tsx';
import { ResultPane } from './design/ResultPane.tsx';
import { useSource } from './design/useSource.ts';
import { readDataset, type DatasetDoc } from './model/datasetDoc.ts';
import { describeDataset } from './model/describeDataset.ts';
import { PutDatasetInMenu } from './PutDatasetInMenu.tsx';
import { useTextHistory } from './useTextHistory.ts';
import { useDatasetPreview } from './useDatasetPreview.ts';

type View = 'design' | 'json';

/** The editor of one dataset: design or JSON text, and a preview of its result for this administrator. */
export function DatasetEditor({ origin, onBack, onReload }: { origin: Origin; onBack(): void; onReload(): void }) {
  const editing = useEditing(origin, onReload);
  const { text, setText, attach } = editing;
  const [view, setView] = useState<View>('design');
  const [lastValidDoc, setLastValidDoc] = useState<DatasetDoc | null>(() => readDataset(origin.text));
  const doc = readDataset(text);
  if (doc && JSON.stringify(doc) !== JSON.stringify(lastValidDoc)) setLastValidDoc(doc);
  const [expandedPaths, setExpandedPaths] = useState<readonly string[]>([]);
  const source = useSource(lastValidDoc ?? { from: '' }, expandedPaths);
  const history = useTextHistory(text, setText);
  const { preview, runAgain } = useDatasetPreview(text, origin.key);
  const problems = preview?.result?.problems ?? [];
  // an invalid text can only be corrected in the text view
  if (doc === null && view !== 'json') setView('json');
  const shownView: View = doc === null ? 'json' : view;
  const { change } = history;
  useEffect(() => {
    // replacing the text by another version or a merge is an undoable step
    if (shownView === 'design') attach({ goTo: () => undefined, replace: change });
  }, [shownView, attach, change]);
  const name = source.load.value?.name;
  const result = (
    <ResultPane
      preview={preview}
      sentence={
        doc && name !== undefined ? describeDataset(doc, name, source.findField, source.load.value?.hasProcess) : null
      }
      onRunAgain={runAgain}
    />
  );
  return (
    <EditorFrame
      editing={{
        ...editing,
        goTo: (problem) => {
          setView('json');
          requestAnimationFrame(() => requestAnimationFrame(() => editing.goTo(problem)));
        },
      }}
      problems={locateProblems(text, [...problems])}
      counts={countLevels(problems)}
      isChecking={preview?.text !== text}
      tools={<PutInMenuButton editing={editing} />}
      views={
        <>
          <Segmented<View>
            className="ds-views"
            aria-label="视图"
            value={shownView}
            options={[
              { value: 'design', label: '设计', disabled: doc === null },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={setView}
          />
          {doc === null ? <Alert banner type="error" message="文本不是可以识别的数据集，请在此改正" /> : null}
        </>
      }
      body={
        shownView === 'design' && doc ? (
          <DatasetDesign
            doc={doc}
            source={source}
            expandedPaths={expandedPaths}
            onExpandedPaths={setExpandedPaths}
            history={history}
            result={result}
          />
        ) : undefined
      }
      preview={result}
      onBack={onBack}
    >
      {editing.openDialog === 'menu' && doc ? (
        <PutDatasetInMenu
          datasetKey={origin.key}
          doc={doc}
          name={doc.name ?? origin.name}
          answer={preview?.result?.answer ?? null}
          onClose={() => editing.setOpenDialog(null)}
        />
      ) : null}
    </EditorFrame>
  );
}
