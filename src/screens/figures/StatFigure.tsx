import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import type { StatCardNode } from '../../grammar/nodes.ts';
import { SubscribeButton } from '../subscriptions/SubscribeButton.tsx';
import { messageOf } from '../shared/messages.ts';
import { figureText, withAmountFormat, NO_VALUE, numberOf, unitOf } from './figureText.ts';
import { emptyText } from './FigureShell.tsx';
import { Sparkline } from './Sparkline.tsx';
import { compileTone } from './tone.ts';
import { useDrill } from './useDrill.tsx';
import { useFigure } from './useFigure.ts';
import '../related/related.css';
import './figures.css';

/** Returns the change from `before` to `now` in percent; null if a value is missing or `before` is 0. */
function percentChange(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : ((now - before) / Math.abs(before)) * 100;
}

/**
 * Card with one figure of a dataset. Optionally shows its change from another figure (e.g. of last year) in percent,
 * its percentage of a target, and a line chart of the figure by a group (e.g. by month). A click shows the records.
 */
export function StatFigure({ node }: { node: StatCardNode }) {
  const figureKeys = [node.value, node.compare, node.of].filter((name) => name !== undefined);
  const { load, question } = useFigure(node, { by: [], ...(figureKeys.length > 0 ? { figures: figureKeys } : {}) });
  const trend = useFigure(
    node,
    { by: node.trend ? [node.trend] : [], ...(node.value ? { figures: [node.value] } : {}) },
    node.trend !== undefined,
  );
  const answer = useMemo(
    () => (load.value ? withAmountFormat(load.value, node.amountFormat) : undefined),
    [load.value, node.amountFormat],
  );
  const drill = useDrill(question, answer);
  // a figure that the dataset no longer has is missing in the answer; no other figure may take its place
  const figureIndex = node.value === undefined ? 0 : (answer?.figures.findIndex(({ key }) => key === node.value) ?? -1);
  const figure = answer?.figures[figureIndex];
  const value = answer?.rows[0]?.values[figureIndex] ?? null;
  const comparedIndex = answer?.figures.findIndex(({ key }) => key === node.compare) ?? -1;
  const changePercent =
    comparedIndex < 0 ? null : percentChange(numberOf(value), numberOf(answer?.rows[0]?.values[comparedIndex]));
  const targetIndex = node.of === undefined ? -1 : (answer?.figures.findIndex(({ key }) => key === node.of) ?? -1);
  const fixedTarget = node.target === undefined ? null : String(node.target);
  const targetText = targetIndex >= 0 ? (answer?.rows[0]?.values[targetIndex] ?? null) : fixedTarget;
  const targetFigure = answer?.figures[targetIndex];
  const target = numberOf(targetText);
  const reachedPercent = target === null || target === 0 ? null : ((numberOf(value) ?? 0) / target) * 100;
  const trendAnswer = trend.load.state === 'error' ? undefined : trend.load.value;
  const toneOf = useMemo(() => (node.tone ? compileTone(node.tone) : undefined), [node.tone]);
  const text = figure ? figureText(value, figure) : NO_VALUE;
  const title = node.title ?? figure?.label ?? '';
  // a user without permission to see any record gets a text, because a 0 would be misleading
  const isNotPermitted = answer !== undefined && !answer.maySee && (numberOf(value) ?? 0) === 0;
  return (
    <div
      className="sc-stat sc-stat-figure"
      data-stat={title}
      data-tone={toneOf?.(value) ?? 'default'}
      aria-busy={load.state === 'loading'}
    >
      <div className="sc-stat-title">{title}</div>
      <div className="sc-stat-value">
        {load.state === 'error' ? (
          <span role="alert" title={messageOf(load.error)} className="sc-stat-failed">
            {messageOf(load.error)}
          </span>
        ) : isNotPermitted && answer ? (
          <span className="sc-stat-failed">{emptyText(answer)}</span>
        ) : figure && drill.canOpen(figure.key) && value !== null ? (
          <button
            type="button"
            className="sc-figure-open"
            onClick={() => drill.open({ keys: {}, labels: [], figure: figure.key })}
          >
            {text}
          </button>
        ) : (
          text
        )}
        {figure && text !== NO_VALUE && !isNotPermitted ? <small>{node.unit ?? unitOf(figure)}</small> : null}
      </div>
      {figure ? (
        <span className="sc-stat-tools">
          <SubscribeButton title={title} question={question} />
        </span>
      ) : null}
      {changePercent === null ? null : (
        <div className="sc-stat-change" data-direction={changePercent < 0 ? 'down' : 'up'}>
          较{answer?.figures[comparedIndex]?.label ?? '前'}{' '}
          {changePercent < 0 ? <CaretDownOutlined /> : <CaretUpOutlined />}
          {Math.abs(changePercent).toFixed(1)}%
        </div>
      )}
      {figure && reachedPercent !== null && !isNotPermitted ? (
        <div className="sc-stat-target" data-reached={reachedPercent >= 100 ? '' : undefined}>
          <span className="sc-stat-bar" aria-hidden>
            <span style={{ width: `${Math.max(0, Math.min(100, reachedPercent))}%` }} />
          </span>
          完成 {reachedPercent.toFixed(1)}%，{targetFigure?.label ?? '目标'}{' '}
          {figureText(targetText, targetFigure ?? figure)}
          {` ${node.unit ?? unitOf(targetFigure ?? figure)}`.trimEnd()}
        </div>
      ) : null}
      {node.trend === undefined || isNotPermitted ? null : figure && trendAnswer ? (
        <Sparkline answer={trendAnswer} figure={figure} />
      ) : (
        // reserves the space of the line during loading
        <div className="sc-sparkline" aria-hidden />
      )}
      {drill.drawer}
    </div>
  );
}
