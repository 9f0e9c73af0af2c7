import { useState } from 'react';
import type { Problem } from '../../../kernel/problem.ts';
import { useTable, useTopic } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';

interface Props {
  /** Problems of the table itself (row counts). */
  own: readonly Problem[];
  onJump(cell: CellRef): void;
}

/** “共 n 处需要修改”: each press goes to the next wrong cell. */
export function ProblemsLine({ own, onJump }: Props) {
  const { store, layout } = useTable();
  useTopic(store.topics, 'problems');
  useTopic(store.topics, 'rows');
  const [next, setNext] = useState(0);
  const count = store.problems.count();
  if (count === 0) return null;
  const list = store.problems.list(store.rows.all(), layout.map((item) => item.column.key));
  if (list.length === 0) return null;
  const at = next % list.length;
  const { cell, index, problems } = list[at];
  return (
    <output className="st-problems">
      {own.map((problem) => <span key={problem.message}>{problem.message}</span>)}
      <span>{`共 ${list.length} 处需要修改`}</span>
      <button type="button" className="st-button" data-action="next-problem" onClick={() => { setNext(at + 1); onJump(cell); }}>
        {`第 ${index + 1} 行：${problems[0].message}`}
      </button>
    </output>
  );
}
