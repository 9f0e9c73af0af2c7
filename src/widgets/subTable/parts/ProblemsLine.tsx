import { useState } from 'react';
import type { Problem } from '../../../domain/problem/index.ts';
import { useTable, useTopic } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';

interface Props {
  /** Problems of the table itself, such as too few rows. They are shown only while a cell is wrong. */
  tableProblems: readonly Problem[];
  onJump(cell: CellRef): void;
}

/** Maximum number of lines in the list; further problems appear after others have been corrected. */
const MAX_LINES = 200;

interface WrongCell {
  cell: CellRef;
  /** Row index. */
  index: number;
  /** Position of the column among the displayed columns. */
  position: number;
  message: string;
}

/**
 * The number of cells to correct (“共 n 处需要修改”), buttons that go to the previous and the next of these cells in reading
 * order, and a list of the cells. Corrected cells disappear.
 */
export function ProblemsLine({ tableProblems, onJump }: Props) {
  const { store, layout } = useTable();
  useTopic(store.topics, 'problems');
  useTopic(store.topics, 'rows');
  const [lastVisited, setLastVisited] = useState<Pick<WrongCell, 'index' | 'position'>>({ index: -1, position: -1 });
  const [isOpen, setOpen] = useState(false);
  if (store.problems.count() === 0) return null;
  const positionByKey = new Map(layout.map(({ column }, position) => [column.key, position]));
  const labelByKey = new Map(layout.map(({ column }) => [column.key, column.node.label ?? column.key]));
  const wrongCells = store.problems
    .list(store.rows.all(), [...positionByKey.keys()])
    .map(({ cell, index, problems }): WrongCell => ({
      cell,
      index,
      position: positionByKey.get(cell.column) ?? 0,
      message: problems[0].message,
    }));
  if (wrongCells.length === 0) return null;
  const compareWithLastVisited = (wrongCell: WrongCell): number =>
    wrongCell.index - lastVisited.index || wrongCell.position - lastVisited.position;
  const next = wrongCells.find((wrongCell) => compareWithLastVisited(wrongCell) > 0) ?? wrongCells[0];
  const previous =
    wrongCells.findLast((wrongCell) => compareWithLastVisited(wrongCell) < 0) ?? wrongCells[wrongCells.length - 1];
  const goTo = (wrongCell: WrongCell): void => {
    setLastVisited(wrongCell);
    onJump(wrongCell.cell);
  };
  const lineOf = ({ index, cell, message }: WrongCell): string => {
    const label = labelByKey.get(cell.column) ?? '';
    return message.includes(label) ? `第 ${index + 1} 行：${message}` : `第 ${index + 1} 行“${label}”：${message}`;
  };
  return (
    <section className="st-problems" aria-label="需要修改的内容">
      <div className="st-problems-head">
        {tableProblems.map((problem) => (
          <span key={problem.message}>{problem.message}</span>
        ))}
        <output>{`共 ${wrongCells.length} 处需要修改`}</output>
        <button type="button" className="st-button" data-action="previous-problem" onClick={() => goTo(previous)}>
          上一处
        </button>
        <button
          type="button"
          className="st-button"
          data-action="next-problem"
          onClick={() => goTo(next)}
        >{`下一处：${lineOf(next)}`}</button>
        <span className="st-space" />
        {wrongCells.length > 1 && (
          <button
            type="button"
            className="st-button"
            data-action="list-problems"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '收起' : '全部列出'}
          </button>
        )}
      </div>
      {isOpen && (
        <ul>
          {wrongCells.slice(0, MAX_LINES).map((wrongCell) => (
            <li key={`${wrongCell.cell.rowId} ${wrongCell.cell.column}`}>
              <button type="button" className="st-button" data-action="problem-cell" onClick={() => goTo(wrongCell)}>
                {lineOf(wrongCell)}
              </button>
            </li>
          ))}
          {wrongCells.length > MAX_LINES && <li>{`另有 ${wrongCells.length - MAX_LINES} 处`}</li>}
        </ul>
      )}
    </section>
  );
}
