import { DownloadOutlined, PictureOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Dropdown, Empty, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FigureAnswer, FigureQuestion } from '../../runtime/services/datasets.ts';
import { SubscribeButton } from '../subscriptions/SubscribeButton.tsx';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { savePicture } from '../shared/savePicture.ts';
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
  /** The picture as a `data:` address; null: it is not drawn yet. */
  picture?(): string | null;
  /** The same figures as a table: a button changes between the two. */
  table?(answer: FigureAnswer): ReactNode;
  /** Whether there is nothing to show; by default, whether there are no rows. */
  isEmpty?(answer: FigureAnswer): boolean;
  children(answer: FigureAnswer): ReactNode;
}

/** Whoever may not see the records of others reads so, and not that there are none. */
export const emptyText = ({ maySee }: FigureAnswer): string => (maySee ? '暂无数据' : '没有您可查看的记录');

const hasNoRows = ({ rows }: FigureAnswer): boolean => rows.length === 0;

/** One block over a dataset: loading, failed, empty or filled; cut answers say so, and each can be exported. */
export function FigureShell(props: Props) {
  const { title, load, question, minHeight, onRetry, picture, table, isEmpty = hasNoRows, children } = props;
  const [isTable, setTable] = useState(false);
  const answer = load.value;
  const name = title ?? answer?.name ?? '';
  const isCut = answer !== undefined && answer.total > answer.rows.length;
  const hasRows = answer !== undefined && answer.rows.length > 0;
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
        {hasRows ? (
          <span className="sc-figure-tools">
            {table ? (
              <Button
                type="text"
                size="small"
                icon={isTable ? <PictureOutlined /> : <TableOutlined />}
                aria-pressed={isTable}
                aria-label={`${name}：以表格显示`}
                title={isTable ? '以图显示' : '以表格显示'}
                data-action="figureTable"
                onClick={() => setTable((before) => !before)}
              />
            ) : null}
            <SubscribeButton title={name} question={question} />
            <Export name={name} question={question} picture={isTable ? undefined : picture} />
          </span>
        ) : null}
      </div>
      {load.state === 'error' ? (
        <Failure error={load.error} title={`${name || '统计'}加载失败`} onRetry={onRetry} />
      ) : null}
      {load.state === 'loading' && answer === undefined ? <Skeleton active /> : null}
      {answer !== undefined && load.state !== 'error' ? (
        isEmpty(answer) ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={emptyText(answer)} />
        ) : isTable && table && hasRows ? (
          <div className="sc-figure-scroll">{table(answer)}</div>
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

/** Saves the figures as a sheet, or what is drawn of them as a picture. */
function Export({ name, question, picture }: { name: string; question: FigureQuestion; picture: Props['picture'] }) {
  const services = useServices();
  const { message } = useFeedback();
  const failed = (error: unknown): void => void message.error(messageOf(error));
  const asSheet = (): void => {
    services.datasets.exportTable(question, name).catch(failed);
  };
  const asPicture = (): void => {
    const drawn = picture?.() ?? null;
    if (drawn === null) void message.info('图还没有画好，请稍后再试');
    else savePicture(drawn, name).catch(failed);
  };
  const button = (
    <Button
      type="text"
      size="small"
      icon={<DownloadOutlined />}
      aria-label={`导出${name}`}
      title={picture ? '导出' : '导出为 Excel'}
      data-action="exportFigure"
      {...(picture ? {} : { onClick: asSheet })}
    />
  );
  if (!picture) return button;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'picture', label: '导出为图片', onClick: asPicture },
          { key: 'sheet', label: '导出为 Excel', onClick: asSheet },
        ],
      }}
    >
      {button}
    </Dropdown>
  );
}
