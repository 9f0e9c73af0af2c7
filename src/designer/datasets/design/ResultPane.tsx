import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Collapse, Empty, Segmented, Skeleton } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import type { ChartNode } from '../../../grammar/nodes.ts';
import { lazyFace } from '../../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../../runtime/node/NodeBoundary.tsx';
import type { DatasetPreview, FigureAnswer } from '../../../runtime/services/datasets.ts';
import { chartOfAnswer } from '../../../screens/figures/figureOption.ts';
import { figureText, headingOf } from '../../../screens/figures/figureText.ts';
import { mergeOption } from '../../../screens/home/chartOption.ts';
import '../../../screens/figures/figures.css';
import { CHART_KINDS, proposeChart, type ChartKind } from '../model/chart.ts';
import type { DatasetPreviewState } from '../useDatasetPreview.ts';

const ChartCanvas = lazyFace(async () => (await import('../../../screens/home/ChartCanvas.tsx')).ChartCanvas);

/**
 * The result of the dataset for this administrator: a chart, a table, the first records of a ledger, and the execution
 * plan; or the errors that prevent the query. `preview`: null while the first query runs. `sentence`: the description
 * of the dataset; null if it cannot be described.
 */
export function ResultPane({
  preview,
  sentence,
  onRunAgain,
}: {
  preview: DatasetPreviewState | null;
  sentence: string | null;
  onRunAgain(): void;
}) {
  const result = preview?.result;
  const answer = result?.answer ?? null;
  const errors = result?.problems.filter(({ level }) => level === 'error') ?? [];
  return (
    <section className="ds-preview" aria-label="结果预览">
      <header>
        <span className="sc-note">用您的账号、参数的缺省值查询，仅供查看</span>
        <Button size="small" type="text" icon={<ReloadOutlined />} onClick={onRunAgain}>
          重新查询
        </Button>
      </header>
      <div className="ds-preview-body dd-result">
        {sentence === null ? null : <p className="dd-sentence">{sentence}</p>}
        {preview === null ? <Skeleton active /> : null}
        {preview?.failure ? <Empty description={preview.failure} /> : null}
        {errors.length > 0 ? (
          <Alert
            type="error"
            showIcon
            message="有错误，暂不能查询"
            description={
              <ul className="dd-errors">
                {errors.map(({ message, path }) => (
                  <li key={`${path.join('.')} ${message}`}>{message}</li>
                ))}
              </ul>
            }
          />
        ) : null}
        {preview && !preview.failure && errors.length === 0 && !answer ? (
          <Empty description="文本正确后在此显示结果" />
        ) : null}
        {answer && 'error' in answer ? <Empty description={answer.error.msg} /> : null}
        {answer && !('error' in answer) ? (
          answer.rows.length === 0 ? (
            <Empty description="没有符合条件的记录" />
          ) : (
            <>
              <Chart answer={answer} />
              <ResultTable answer={answer} />
            </>
          )
        ) : null}
        {result?.lines ? (
          'error' in result.lines ? (
            <Empty description={result.lines.error.msg} />
          ) : (
            <LinesTable lines={result.lines} />
          )
        ) : null}
        {result && result.plan.length > 0 ? (
          <Collapse ghost items={[{ key: 'plan', label: '执行计划', children: <pre>{result.plan.join('\n')}</pre> }]} />
        ) : null}
      </div>
    </section>
  );
}

const CHART_HEIGHT_PX = 260;

/** The result as a chart. It has the proposed type until another one is selected; nothing if no chart is proposed. */
function Chart({ answer }: { answer: FigureAnswer }) {
  const proposedChart = useMemo(() => proposeChart(answer), [answer]);
  const [selectedType, setSelectedType] = useState<ChartKind | null>(null);
  const type = selectedType ?? proposedChart?.type;
  const option = useMemo(() => {
    if (!proposedChart) return null;
    return mergeOption(chartOfAnswer({ tag: 'chart', ...proposedChart, type } as ChartNode, answer).option);
  }, [proposedChart, type, answer]);
  if (!option) return null;
  return (
    <div className="dd-chart">
      <Segmented<ChartKind>
        size="small"
        aria-label="图表种类"
        value={type}
        options={CHART_KINDS.map(({ value, label }) => ({
          value,
          label: value === proposedChart?.type ? `${label}（推荐）` : label,
        }))}
        onChange={setSelectedType}
      />
      <NodeBoundary tag="chart" path={[]}>
        <Suspense fallback={<Skeleton active />}>
          <ChartCanvas option={option} height={CHART_HEIGHT_PX} label={answer.name} rows={[]} />
        </Suspense>
      </NodeBoundary>
    </div>
  );
}

/** Maximum number of groups that `ResultTable` shows. */
const MAX_TABLE_ROWS = 100;

/** The result as a table: one row per group. */
function ResultTable({ answer: { groups, figures, rows, total } }: { answer: FigureAnswer }) {
  return (
    <>
      <p className="sc-note">
        共 {total} 组
        {rows.length > MAX_TABLE_ROWS || total > rows.length
          ? `，显示前 ${Math.min(MAX_TABLE_ROWS, rows.length)} 组`
          : ''}
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
          {rows.slice(0, MAX_TABLE_ROWS).map(({ keys, labels, values }) => (
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

/** The first records of a ledger. */
function LinesTable({
  lines: { heads, figures, rows, page },
}: {
  lines: Exclude<NonNullable<DatasetPreview['lines']>, { error: unknown }>;
}) {
  return (
    <>
      <p className="sc-note">
        明细共 {page.total} 条{page.total > rows.length ? `，显示前 ${rows.length} 条` : ''}
      </p>
      <table className="sc-figure-table">
        <thead>
          <tr>
            {heads.map(({ key, label, isNumber }) => (
              <th key={key} scope="col" className={isNumber ? 'sc-number' : undefined}>
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
          {rows.map(({ key, cells, values }) => (
            <tr key={key}>
              {cells.map(({ text }, index) => (
                <td key={heads[index]?.key} className={heads[index]?.isNumber ? 'sc-number' : undefined}>
                  {text}
                </td>
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
