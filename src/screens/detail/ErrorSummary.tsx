import { observer } from '@formily/reactive-react';
import { Alert } from 'antd';
import { useState } from 'react';
import { isTable } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';

/** Number of problems listed initially; a button shows the others. */
const INITIAL_PROBLEMS = 8;
/** Maximum number of problems listed. */
const MAX_PROBLEMS = 200;

/** Returns the label of a problem's field, for a sub-table with row and column. */
function locationOf(session: FormSession, key: string, problem: Problem): string {
  const field = session.field(key);
  const label = field?.node.label ?? key;
  if (!field || !isTable(field)) return label;
  const [row, column] = problem.path;
  const columnLabel = field.columns.find((tableColumn) => tableColumn.key === column)?.node.label;
  return `${label}${typeof row === 'number' ? ` 第 ${row + 1} 行` : ''}${columnLabel ? ` ${columnLabel}` : ''}`;
}

/** List of the current problems. A problem of a field has a link to the field and disappears after its correction. */
export const ErrorSummary = observer(function ErrorSummary({
  session,
  problemsWithoutField,
}: {
  session: FormSession;
  problemsWithoutField: readonly Problem[];
}) {
  const [isExpanded, setExpanded] = useState(false);
  const fieldProblems = [...session.compiled.fields.keys()].flatMap((key) =>
    session.problems(key).map((problem) => ({
      location: locationOf(session, key, problem),
      message: problem.message,
      path: [key, ...problem.path] as Path,
    })),
  );
  const allProblems = [
    ...problemsWithoutField.map((problem) => ({ location: '', message: problem.message, path: null as Path | null })),
    ...fieldProblems,
  ].map((entry) => ({ ...entry, id: JSON.stringify([entry.path, entry.message]) }));
  // Equal entries are listed once: several checks may report the same problem of a value, and problems without a field
  // may have the same message.
  const distinctProblems = [...new Map(allProblems.map((entry) => [entry.id, entry])).values()];
  if (distinctProblems.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      className="sc-errors"
      role="alert"
      message={`请检查填写内容，共 ${distinctProblems.length} 处`}
      description={
        <ul>
          {distinctProblems
            .slice(0, isExpanded ? MAX_PROBLEMS : INITIAL_PROBLEMS)
            .map(({ id, location, message, path }) => (
              <li key={id}>
                {path ? (
                  <button type="button" className="sc-link" onClick={() => session.focusProblem(path)}>
                    {message.includes(location) ? message : `${location}：${message}`}
                  </button>
                ) : (
                  message
                )}
              </li>
            ))}
          {distinctProblems.length > INITIAL_PROBLEMS && !isExpanded ? (
            <li>
              <button type="button" className="sc-link" onClick={() => setExpanded(true)} data-action="all-problems">
                另有 {distinctProblems.length - INITIAL_PROBLEMS} 处，全部显示
              </button>
            </li>
          ) : null}
          {isExpanded && distinctProblems.length > MAX_PROBLEMS ? (
            <li>另有 {distinctProblems.length - MAX_PROBLEMS} 处</li>
          ) : null}
        </ul>
      }
    />
  );
});
