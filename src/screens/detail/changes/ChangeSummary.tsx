import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { FormSession } from '../../../runtime/form/session.ts';
import { isTable } from '../../../kernel/index.ts';
import type { ChangesByOthers } from '../../../runtime/services/records.ts';
import { ChangeValues, changeLocation } from './ChangeValues.tsx';
import { authorText } from './Marks.tsx';

type ChangeWithAuthor = ChangesByOthers['changes'][number];

/** Number of changes added to the list at a time. */
const LIST_STEP = 20;

/**
 * Focuses the changed field. For a change in a sub-table, focuses the changed cell or the first cell of the added row;
 * for a removed row, the sub-table.
 */
function focusChange(session: FormSession, { key, rowId, column, after }: ChangeWithAuthor): void {
  const field = session.field(key);
  const rows = session.values[key];
  const index =
    field && isTable(field) && Array.isArray(rows) ? rows.findIndex((row: { id: string }) => row.id === rowId) : -1;
  const firstColumn = field && isTable(field) ? field.columns[0]?.key : undefined;
  if (index < 0 || after === null) session.focusProblem([key]);
  else session.focusProblem([key, index, column ?? firstColumn ?? '']);
}

/**
 * Number and list of the changes that others have made since `changesByOthers.since`, each with a link to its field.
 */
export function ChangeSummary({
  session,
  changesByOthers,
  userId,
}: {
  session: FormSession;
  changesByOthers: ChangesByOthers;
  userId: string;
}) {
  const [shownCount, setShownCount] = useState(0);
  const { changes, count, since } = changesByOthers;
  if (count === 0 || !since) return null;
  const sinceText =
    since.userId === userId ? `自您 ${since.time} 办理以来` : `自 ${since.userName} ${since.time} 提交以来`;
  return (
    <Alert
      type="warning"
      showIcon
      className="sc-changes"
      message={`本次审批前有 ${count} 处修改`}
      data-changes={count}
      description={
        <>
          <p className="sc-note">{sinceText}，修改处已在表单中标出。</p>
          {shownCount > 0 ? (
            <ul>
              {changes.slice(0, shownCount).map((change) => (
                <li key={change.id}>
                  <button
                    type="button"
                    className="sc-link"
                    onClick={() => focusChange(session, change)}
                    data-action="jump-to-change"
                  >
                    {changeLocation(session.compiled, change)}
                  </button>
                  ：
                  <ChangeValues compiled={session.compiled} change={change} />{' '}
                  <span className="sc-note">{authorText(change.by)}</span>
                </li>
              ))}
            </ul>
          ) : null}
          {shownCount > 0 && shownCount < changes.length ? (
            <Button
              type="link"
              size="small"
              onClick={() => setShownCount(shownCount + LIST_STEP)}
              data-action="more-changes"
            >{`还有 ${changes.length - shownCount} 处`}</Button>
          ) : null}
          {shownCount > 0 && changes.length < count ? (
            <p className="sc-note">{`另有 ${count - changes.length} 处未列出`}</p>
          ) : null}
        </>
      }
      action={
        <Button
          size="small"
          onClick={() => setShownCount(shownCount > 0 ? 0 : LIST_STEP)}
          aria-expanded={shownCount > 0}
          data-action="list-changes"
        >
          {shownCount > 0 ? '收起' : '查看'}
        </Button>
      }
    />
  );
}
