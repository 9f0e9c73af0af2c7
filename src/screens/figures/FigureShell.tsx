import { DownloadOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FigureAnswer, FigureQuestion } from '../../runtime/services/datasets.ts';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { Load } from '../shared/useLoad.ts';
import '../screens.css';
import './figures.css';

interface Props {
  title: string | undefined;
  load: Load<FigureAnswer>;
  question: FigureQuestion;
  minHeight: number;
  onRetry(): void;
  children(answer: FigureAnswer): ReactNode;
}

/** Whoever may not see the records of others reads so, and not that there are none. */
const emptyText = ({ maySee }: FigureAnswer): string => (maySee ? '暂无数据' : '没有您可查看的记录');

/** One block over a dataset: loading, failed, empty or filled; cut answers say so, and each can be exported. */
export function FigureShell({ title, load, question, minHeight, onRetry, children }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const answer = load.value;
  const name = title ?? answer?.name ?? '';
  const isCut = answer !== undefined && answer.total > answer.rows.length;
  return (
    <section
      className="sc-panel sc-figure"
      aria-label={name || '统计'}
      aria-busy={load.state === 'loading'}
      data-dataset={question.datasetKey}
      style={{ minHeight }}
    >
      <div className="sc-panel-head">
        <h3>{name}</h3>
        {answer && answer.rows.length > 0 ? (
          <Button
            type="text"
            size="small"
            icon={<DownloadOutlined />}
            aria-label={`导出${name}`}
            title="导出为 Excel"
            data-action="exportFigure"
            onClick={() => {
              services.datasets.exportTable(question, name).catch((error: unknown) => message.error(messageOf(error)));
            }}
          />
        ) : null}
      </div>
      {load.state === 'error' ? (
        <Failure error={load.error} title={`${name || '统计'}加载失败`} onRetry={onRetry} />
      ) : null}
      {load.state === 'loading' && answer === undefined ? <Skeleton active /> : null}
      {answer !== undefined && load.state !== 'error' ? (
        answer.rows.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={emptyText(answer)} />
        ) : (
          children(answer)
        )
      ) : null}
      {isCut ? (
        <p className="sc-figure-note" role="note">
          前 {answer.rows.length} 组，共 {answer.total} 组
        </p>
      ) : null}
    </section>
  );
}
