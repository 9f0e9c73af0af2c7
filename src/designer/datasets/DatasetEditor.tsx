import { Alert, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { countLevels } from '../check/counts.ts';
import { EditorFrame } from '../document/EditorFrame.tsx';
import { PutInMenuButton } from '../document/PutInMenuButton.tsx';
import { useEditing } from '../document/useEditing.ts';
import { locate } from '../editor/located.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { DatasetDesign } from './design/DatasetDesign.tsx';
import { ResultPane } from './design/ResultPane.tsx';
import { useSource } from './design/useSource.ts';
import { readDataset, type DatasetDoc } from './model/datasetDoc.ts';
import { describeDataset } from './model/describe.ts';
import { PutDatasetInMenu } from './PutDatasetInMenu.tsx';
import { useTextHistory } from './useTextHistory.ts';
import { useTried } from './useTried.ts';

type View = 'design' | 'json';

/** One dataset, made by choosing or as text, beside what it answers to this administrator. */
export function DatasetEditor({ origin, onBack, onReload }: { origin: Origin; onBack(): void; onReload(): void }) {
  const editing = useEditing(origin, onReload);
  const { text, setText, attach } = editing;
  const [view, setView] = useState<View>('design');
  const [lastGood, setLastGood] = useState<DatasetDoc | null>(() => readDataset(origin.text));
  const doc = readDataset(text);
  if (doc && JSON.stringify(doc) !== JSON.stringify(lastGood)) setLastGood(doc);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const source = useSource(lastGood ?? { from: '' }, opened);
  const history = useTextHistory(text, setText);
  const { tried, again } = useTried(text, origin.key);
  const found = tried?.result?.problems ?? [];
  // a text that is no dataset is mended as text
  const shown: View = lastGood === null || doc === null ? 'json' : view;
  useEffect(() => {
    if (shown === 'design') attach({ goTo: () => undefined, replace: setText });
  }, [shown, attach, setText]);
  const name = source.load.value?.name;
  const result = (
    <ResultPane
      tried={tried}
      sentence={
        doc && name !== undefined ? describeDataset(doc, name, source.find, source.load.value?.isApproved) : null
      }
      onAgain={again}
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
      problems={locate(text, [...found])}
      counts={countLevels(found)}
      isChecking={tried?.text !== text}
      tools={<PutInMenuButton editing={editing} />}
      views={
        <>
          <Segmented<View>
            className="ds-views"
            aria-label="视图"
            value={shown}
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
        shown === 'design' && doc ? (
          <DatasetDesign
            doc={doc}
            source={source}
            opened={opened}
            onOpened={setOpened}
            history={history}
            result={result}
          />
        ) : undefined
      }
      preview={result}
      onBack={onBack}
    >
      {editing.open === 'menu' && doc ? (
        <PutDatasetInMenu
          datasetKey={origin.key}
          doc={doc}
          name={doc.name ?? origin.name}
          answer={tried?.result?.answer ?? null}
          onClose={() => editing.setOpen(null)}
        />
      ) : null}
    </EditorFrame>
  );
}
