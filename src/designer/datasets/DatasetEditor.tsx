import { Collapse, Empty, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { DatasetPreview, FigureAnswer } from '../../runtime/services/datasets.ts';
import { figureText, headingOf } from '../../screens/figures/figureText.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import '../../screens/figures/figures.css';
import { countLevels } from '../check/counts.ts';
import { EditorFrame } from '../document/EditorFrame.tsx';
import { useEditing } from '../document/useEditing.ts';
import { locate } from '../editor/located.ts';
import type { Origin } from '../editor/textOrigin.ts';

/** Milliseconds of quiet before the server is asked. */
const QUIET = 600;

interface Tried {
  text: string;
  result: DatasetPreview | null;
  failure: string | null;
}

/** Has the server judge and try the text a moment after typing stops; what was overtaken is dropped. */
function useTried(text: string, datasetKey: string): Tried | null {
  const services = useServices();
  const [tried, setTried] = useState<Tried | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      services.datasets.preview(datasetKey, text).then(
        (result) => isCurrent && setTried({ text, result, failure: null }),
        (error: unknown) => isCurrent && setTried({ text, result: null, failure: messageOf(error) }),
      );
    }, QUIET);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [services, text, datasetKey]);
  return tried;
}

/** One dataset's text beside what it answers to this administrator. */
export function DatasetEditor({ origin, onBack, onReload }: { origin: Origin; onBack(): void; onReload(): void }) {
  const editing = useEditing(origin, onReload);
  const tried = useTried(editing.text, origin.key);
  const found = tried?.result?.problems ?? [];
  return (
    <EditorFrame
      editing={editing}
      problems={locate(editing.text, [...found])}
      counts={countLevels(found)}
      isChecking={tried?.text !== editing.text}
      preview={<ResultPreview tried={tried} />}
      onBack={onBack}
    />
  );
}

function ResultPreview({ tried }: { tried: Tried | null }) {
  const answer = tried?.result?.answer;
  return (
    <section className="ds-preview" aria-label="结果预览">
      <header>
        <span className="sc-note">用您的账号、参数的缺省值查询，仅供查看</span>
      </header>
      <div className="ds-preview-body" style={{ overflow: 'auto', padding: 12 }}>
        {tried === null ? <Skeleton active /> : null}
        {tried?.failure ? <Empty description={tried.failure} /> : null}
        {tried && !tried.failure && !answer ? <Empty description="文本正确后在此显示结果" /> : null}
        {answer && 'error' in answer ? <Empty description={answer.error.msg} /> : null}
        {answer && !('error' in answer) ? <ResultTable answer={answer} /> : null}
        {tried?.result && tried.result.plan.length > 0 ? (
          <Collapse
            ghost
            items={[{ key: 'plan', label: '执行计划', children: <pre>{tried.result.plan.join('\n')}</pre> }]}
          />
        ) : null}
      </div>
    </section>
  );
}

/** So many rows show what comes. */
const SHOWN = 100;

function ResultTable({ answer: { groups, figures, rows, total } }: { answer: FigureAnswer }) {
  return (
    <>
      <p className="sc-note">
        共 {total} 组{rows.length > SHOWN || total > rows.length ? `，显示前 ${Math.min(SHOWN, rows.length)} 组` : ''}
      </p>
      <table className="sc-figure-table">
        <thead>
          <tr>
            {groups.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {figures.map((figure) => (
              <th key={figure.key} scope="col" className="sc-number">
                {headingOf(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ keys, labels, values }) => (
            <tr key={JSON.stringify(keys)}>
              {labels.map((label, index) => (
                <th key={groups[index]?.key} scope="row">
                  {label}
                </th>
              ))}
              {figures.map((figure, index) => (
                <td key={figure.key} className="sc-number">
                  {figureText(values[index], figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
