import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import type { StatCardNode } from '../../grammar/nodes.ts';
import { compileExpression } from '../../kernel/index.ts';
import { SubscribeButton } from '../subscriptions/SubscribeButton.tsx';
import { messageOf } from '../shared/messages.ts';
import { figureText, inOneUnit, NO_VALUE, numberOf, unitOf } from './figureText.ts';
import { emptyText } from './FigureShell.tsx';
import { useDrill } from './useDrill.tsx';
import { useFigure } from './useFigure.ts';
import '../related/related.css';
import './figures.css';

const TONES: ReadonlySet<unknown> = new Set(['success', 'warning', 'danger']);

/** How a figure stands to another one, in percent; null where that is nothing. */
function change(now: number | null, before: number | null): number | null {
  return now === null || before === null || before === 0 ? null : ((now - before) / Math.abs(before)) * 100;
}

/** One figure of a dataset, with how it stands to another (that of last year). Pressing it opens its records. */
export function StatFigure({ node }: { node: StatCardNode }) {
  const names = [node.value, node.compare].filter((name) => name !== undefined);
  const { load, question } = useFigure(node, { by: [], ...(names.length > 0 ? { figures: names } : {}) });
  const answer = useMemo(
    () => (load.value ? inOneUnit(load.value, node.amountFormat) : undefined),
    [load.value, node.amountFormat],
  );
  const drill = useDrill(question, answer);
  const index = answer
    ? Math.max(
        0,
        answer.figures.findIndex(({ key }) => key === node.value),
      )
    : 0;
  const figure = answer?.figures[index];
  const value = answer?.rows[0]?.values[index] ?? null;
  const other = answer?.figures.findIndex(({ key }) => key === node.compare) ?? -1;
  const moved = other < 0 ? null : change(numberOf(value), numberOf(answer?.rows[0]?.values[other]));
  const tone = node.tone ? compileExpression(node.tone, { value: 'double' })(() => Number(value ?? 0)) : undefined;
  const text = figure ? figureText(value, figure) : NO_VALUE;
  const title = node.title ?? figure?.label ?? '';
  // without the right to see any record a 0 would be misleading
  const isNone = answer !== undefined && !answer.maySee && (numberOf(value) ?? 0) === 0;
  return (
    <div
      className="sc-stat sc-stat-figure"
      data-stat={title}
      data-tone={TONES.has(tone) ? String(tone) : 'default'}
      aria-busy={load.state === 'loading'}
    >
      <div className="sc-stat-title">{title}</div>
      <div className="sc-stat-value">
        {load.state === 'error' ? (
          <span role="alert" title={messageOf(load.error)} className="sc-stat-failed">
            {messageOf(load.error)}
          </span>
        ) : isNone && answer ? (
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
        {figure && text !== NO_VALUE && !isNone ? <small>{node.unit ?? unitOf(figure)}</small> : null}
      </div>
      {figure ? (
        <span className="sc-stat-tools">
          <SubscribeButton title={title} question={question} />
        </span>
      ) : null}
      {moved === null ? null : (
        <div className="sc-stat-change" data-direction={moved < 0 ? 'down' : 'up'}>
          较{answer?.figures[other]?.label ?? '前'} {moved < 0 ? <CaretDownOutlined /> : <CaretUpOutlined />}
          {Math.abs(moved).toFixed(1)}%
        </div>
      )}
      {drill.drawer}
    </div>
  );
}
