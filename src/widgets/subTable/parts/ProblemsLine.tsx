import { useState } from 'react';
import type { Problem } from '../../../domain/problem/index.ts';
import { useTable, useTopic } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';

interface Props {
  /** Problems of the table itself (row counts). */
  own: readonly Problem[];
  onJump(cell: CellRef): void;
}

/** Lines of the list; with more to correct, they come in as others go. */
const LINES = 200;

interface Found {
  cell: CellRef;
  index: number;
  position: number;
  message: string;
}

/** “共 n 处需要修改”: to the previous and the next wrong cell in reading order, and the list of all. Follows what is corrected. */
export function ProblemsLine({ own, onJump }: Props) {
  const { store, layout } = useTable();
  useTopic(store.topics, 'problems');
  useTopic(store.topics, 'rows');
  const [last, setLast] = useState<Pick<Found, 'index' | 'position'>>({ index: -1, position: -1 });
  const [isOpen, setOpen] = useState(false);
  if (store.problems.count() === 0) return null;
  const order = new Map(layout.map(({ column }, position) => [column.key, position]));
  const names = new Map(layout.map(({ column }) => [column.key, column.node.label ?? column.key]));
  const list = store.problems.list(store.rows.all(), [...order.keys()]).map(({ cell, index, problems }): Found => ({
    cell,
    index,
    position: order.get(cell.column) ?? 0,
    message: problems[0].message,
  }));
  if (list.length === 0) return null;
  const compare = (found: Found): number => found.index - last.index || found.position - last.position;
  const next = list.find((found) => compare(found) > 0) ?? list[0];
  const previous = list.findLast((found) => compare(found) < 0) ?? list[list.length - 1];
  const go = (found: Found): void => {
    setLast(found);
    onJump(found.cell);
  };
  const lineOf = ({ index, cell, message }: Found): string => {
    const name = names.get(cell.column) ?? '';
    return message.includes(name) ? `第 ${index + 1} 行：${message}` : `第 ${index + 1} 行“${name}”：${message}`;
  };
  return (
    <section className="st-problems" aria-label="需要修改的内容">
      <div className="st-problems-head">
        {own.map((problem) => (
          <span key={problem.message}>{problem.message}</span>
        ))}
        <output>{`共 ${list.length} 处需要修改`}</output>
        <button type="button" className="st-button" data-action="previous-problem" onClick={() => go(previous)}>
          上一处
        </button>
        <button
          type="button"
          className="st-button"
          data-action="next-problem"
          onClick={() => go(next)}
        >{`下一处：${lineOf(next)}`}</button>
        <span className="st-space" />
        {list.length > 1 && (
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
          {list.slice(0, LINES).map((found) => (
            <li key={`${found.cell.rowId} ${found.cell.column}`}>
              <button type="button" className="st-button" data-action="problem-cell" onClick={() => go(found)}>
                {lineOf(found)}
              </button>
            </li>
          ))}
          {list.length > LINES && <li>{`另有 ${list.length - LINES} 处`}</li>}
        </ul>
      )}
    </section>
  );
}
