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
  /** Returns the rendered chart as a `data:` URL; null if it is not rendered yet. */
  picture?(): string | null;
  /** Renders the same figures as a table; a button switches between chart and table. */
  table?(answer: FigureAnswer): ReactNode;
  /** Exports the figures as displayed; absent: the answer is exported as a plain table of groups and figures. */
  exportSheet?(name: string): Promise<boolean>;
  /** Returns true for an empty answer; default: an answer without rows. */
  isEmpty?(answer: FigureAnswer): boolean;
  children(answer: FigureAnswer): ReactNode;
}

/** Returns the text for an empty answer, which distinguishes "no data" from "no permission to see records". */
export const emptyText = ({ maySee }: FigureAnswer): string => (maySee ? '暂无数据' : '没有您可查看的记录');

const hasNoRows = ({ rows }: FigureAnswer): boolean => rows.length === 0;

/**
 * Frame of a block with a dataset. Shows the state (loading, failed, empty or the answer), a note if the answer is
 * truncated, and export buttons.
 */
export function FigureShell(props: Props) {
  const { title, load, question, minHeight, onRetry, picture, table, isEmpty = hasNoRows, children } = props;
  const [isTableShown, setTableShown] = useState(false);
  const answer = load.value;
  const name = title ?? answer?.name ?? '';
  const isTruncated = answer !== undefined && answer.total > answer.rows.length;
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
                icon={isTableShown ? <PictureOutlined /> : <TableOutlined />}
                aria-pressed={isTableShown}
                aria-label={`${name}：以表格显示`}
                title={isTableShown ? '以图显示' : '以表格显示'}
                data-action="figureTable"
                onClick={() => setTableShown((before) => !before)}
              />
            ) : null}
            <SubscribeButton title={name} question={question} />
            {answer.mayExport === false ? null : (
              <ExportButton
                name={name}
                question={question}
                picture={isTableShown ? undefined : picture}
                exportSheet={props.exportSheet}
              />
            )}
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
        ) : isTableShown && table && hasRows ? (
          <div className="sc-figure-scroll">{table(answer)}</div>
        ) : (
          children(answer)
        )
      ) : null}
      {isTruncated ? (
        <p className="sc-figure-note" role="note">
          前 {answer.rows.length} 组，共 {answer.total} 组
        </p>
      ) : null}
    </section>
  );
}

/** Button that exports the figures as a spreadsheet, or the chart as a picture. */
function ExportButton({
  name,
  question,
  picture,
  exportSheet: exportAsShown,
}: {
  name: string;
  question: FigureQuestion;
  picture: Props['picture'];
  exportSheet: Props['exportSheet'];
}) {
  const services = useServices();
  const { message } = useFeedback();
  const showFailure = (error: unknown): void => void message.error(messageOf(error));
  const exportSheet = (): void => {
    (exportAsShown?.(name) ?? services.datasets.exportTable(question, name)).catch(showFailure);
  };
  const exportPicture = (): void => {
    const dataUrl = picture?.() ?? null;
    if (dataUrl === null) void message.info('图还没有画好，请稍后再试');
    else savePicture(dataUrl, name).catch(showFailure);
  };
  const button = (
    <Button
      type="text"
      size="small"
      icon={<DownloadOutlined />}
      aria-label={`导出${name}`}
      title={picture ? '导出' : '导出为 Excel'}
      data-action="exportFigure"
      {...(picture ? {} : { onClick: exportSheet })}
    />
  );
  if (!picture) return button;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'picture', label: '导出为图片', onClick: exportPicture },
          { key: 'sheet', label: '导出为 Excel', onClick: exportSheet },
        ],
      }}
    >
      {button}
    </Dropdown>
  );
}
