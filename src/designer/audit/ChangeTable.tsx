import type { AuditEntry } from '../../runtime/services/audit.ts';
import { markDifference } from './markDifference.ts';

/** Actions that created or removed a whole row. */
const WHOLE_ROW_ACTIONS: ReadonlySet<string> = new Set(['insert', 'import', 'delete', 'remove']);

const EmptyValue = () => <span className="dz-audit-none">（空）</span>;

/** The changes of an entry: one row for each field, with the differences marked. */
export function ChangeTable({ entry }: { entry: AuditEntry }) {
  const { changes, note } = entry;
  if (changes.length === 0) return <p className="sc-note">{note || '没有可比较的内容'}</p>;
  // a new row has no old values, a removed row has no new values
  const isWholeRow = WHOLE_ROW_ACTIONS.has(entry.action);
  const hasBefore = !isWholeRow || changes.some(({ before }) => before !== '');
  const hasAfter = !isWholeRow || changes.some(({ after }) => after !== '');
  return (
    <>
      <table className="dz-audit-changes" aria-label="修改内容">
        <thead>
          <tr>
            <th scope="col">字段</th>
            {hasBefore ? <th scope="col">{hasAfter ? '修改前' : '原内容'}</th> : null}
            {hasAfter ? <th scope="col">{hasBefore ? '修改后' : '内容'}</th> : null}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }, index) => {
            const { head, removed, added, tail } = markDifference(before, after);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and two rows may have the same name
              <tr key={index} data-change={name}>
                <th scope="row">{name}</th>
                {hasBefore ? (
                  <td>
                    {before === '' ? (
                      <EmptyValue />
                    ) : (
                      <>
                        {head}
                        {removed === '' ? null : <del>{removed}</del>}
                        {tail}
                      </>
                    )}
                  </td>
                ) : null}
                {hasAfter ? (
                  <td>
                    {after === '' ? (
                      <EmptyValue />
                    ) : (
                      <>
                        {head}
                        {added === '' ? null : <ins>{added}</ins>}
                        {tail}
                      </>
                    )}
                  </td>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
      {note ? <p className="sc-note">{note}</p> : null}
    </>
  );
}
