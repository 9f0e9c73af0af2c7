import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { FormSession } from '../../../runtime/form/session.ts';
import { isTable } from '../../../kernel/index.ts';
import type { WhatChanged } from '../../../runtime/services/records.ts';
import { ChangeValues, changePlace } from './ChangeLine.tsx';
import { authorText } from './Marks.tsx';

type Marked = WhatChanged['changes'][number];

/** Changes listed at once. */
const STEP = 20;

/** Leads to the field, or to the cell where its row is still there. */
function jump(session: FormSession, { key, rowId, column, after }: Marked): void {
  const field = session.field(key);
  const rows = session.values[key];
  const index =
    field && isTable(field) && Array.isArray(rows) ? rows.findIndex((row: { id: string }) => row.id === rowId) : -1;
  const first = field && isTable(field) ? field.columns[0]?.key : undefined;
  if (index < 0 || after === null) session.focusProblem([key]);
  else session.focusProblem([key, index, column ?? first ?? '']);
}

/** What others changed before this approval: how much, and each with the way to it. */
export function ChangeSummary({
  session,
  changed,
  userId,
}: {
  session: FormSession;
  changed: WhatChanged;
  userId: string;
}) {
  const [shown, setShown] = useState(0);
  const { changes, count, since } = changed;
  if (count === 0 || !since) return null;
  const from = since.userId === userId ? `自您 ${since.time} 办理以来` : `自 ${since.userName} ${since.time} 提交以来`;
  return (
    <Alert
      type="warning"
      showIcon
      className="sc-changes"
      message={`本次审批前有 ${count} 处修改`}
      data-changes={count}
      description={
        <>
          <p className="sc-note">{from}，修改处已在表单中标出。</p>
          {shown > 0 ? (
            <ul>
              {changes.slice(0, shown).map((change) => (
                <li key={change.id}>
                  <button
                    type="button"
                    className="sc-link"
                    onClick={() => jump(session, change)}
                    data-action="jump-to-change"
                  >
                    {changePlace(session.compiled, change)}
                  </button>
                  ：
                  <ChangeValues compiled={session.compiled} change={change} />{' '}
                  <span className="sc-note">{authorText(change.by)}</span>
                </li>
              ))}
            </ul>
          ) : null}
          {shown > 0 && shown < changes.length ? (
            <Button
              type="link"
              size="small"
              onClick={() => setShown(shown + STEP)}
              data-action="more-changes"
            >{`还有 ${count - shown} 处`}</Button>
          ) : null}
        </>
      }
      action={
        <Button
          size="small"
          onClick={() => setShown(shown > 0 ? 0 : STEP)}
          aria-expanded={shown > 0}
          data-action="list-changes"
        >
          {shown > 0 ? '收起' : '查看'}
        </Button>
      }
    />
  );
}
