import { observer } from '@formily/reactive-react';
import { Alert } from 'antd';
import { useState } from 'react';
import { isTable } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';

/** Problems listed at first; the rest on request. */
const SHOWN = 8;
/** Nobody works through more in one list. */
const MOST = 200;

function whereOf(session: FormSession, key: string, problem: Problem): string {
  const field = session.field(key);
  const label = field?.node.label ?? key;
  if (!field || !isTable(field)) return label;
  const [row, column] = problem.path;
  const columnLabel = field.columns.find((candidate) => candidate.key === column)?.node.label;
  return `${label}${typeof row === 'number' ? ` 第 ${row + 1} 行` : ''}${columnLabel ? ` ${columnLabel}` : ''}`;
}

/** What is still wrong, each with a jump to its field; disappears by itself as it is corrected. */
export const ErrorSummary = observer(function ErrorSummary({
  session,
  others,
}: {
  session: FormSession;
  others: readonly Problem[];
}) {
  const [isAll, setAll] = useState(false);
  const found = [...session.compiled.fields.keys()].flatMap((key) =>
    session.problems(key).map((problem) => ({
      where: whereOf(session, key, problem),
      message: problem.message,
      path: [key, ...problem.path] as Path,
    })),
  );
  const all = [
    ...others.map((problem) => ({ where: '', message: problem.message, path: null as Path | null })),
    ...found,
  ];
  if (all.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      className="sc-errors"
      role="alert"
      message={`请检查填写内容，共 ${all.length} 处`}
      description={
        <ul>
          {all.slice(0, isAll ? MOST : SHOWN).map(({ where, message, path }) => (
            <li key={`${String(path)}|${message}`}>
              {path ? (
                <button type="button" className="sc-link" onClick={() => session.focusProblem(path)}>
                  {message.includes(where) ? message : `${where}：${message}`}
                </button>
              ) : (
                message
              )}
            </li>
          ))}
          {all.length > SHOWN && !isAll ? (
            <li>
              <button type="button" className="sc-link" onClick={() => setAll(true)} data-action="all-problems">
                另有 {all.length - SHOWN} 处，全部显示
              </button>
            </li>
          ) : null}
          {isAll && all.length > MOST ? <li>另有 {all.length - MOST} 处</li> : null}
        </ul>
      }
    />
  );
});
