import type { AuditEntry } from '../../runtime/services/audit.ts';
import { marked } from './marked.ts';

/** Of these a whole row came or went. */
const WHOLE: ReadonlySet<string> = new Set(['insert', 'import', 'delete', 'remove']);

const None = () => <span className="dz-audit-none">（空）</span>;

/** What an entry changed: a line for each place, what differs marked on both sides. */
export function ChangeTable({ entry }: { entry: AuditEntry }) {
  const { changes, note } = entry;
  if (changes.length === 0) return <p className="sc-note">{note || '没有可比较的内容'}</p>;
  // what is new has nothing before, what was removed nothing after
  const isWhole = WHOLE.has(entry.action);
  const hasBefore = !isWhole || changes.some(({ before }) => before !== '');
  const hasAfter = !isWhole || changes.some(({ after }) => after !== '');
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
            const { head, was, becomes, tail } = marked(before, after);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- lines of a past change never move, and two may have one name
              <tr key={index} data-change={name}>
                <th scope="row">{name}</th>
                {hasBefore ? (
                  <td>
                    {before === '' ? (
                      <None />
                    ) : (
                      <>
                        {head}
                        {was === '' ? null : <del>{was}</del>}
                        {tail}
                      </>
                    )}
                  </td>
                ) : null}
                {hasAfter ? (
                  <td>
                    {after === '' ? (
                      <None />
                    ) : (
                      <>
                        {head}
                        {becomes === '' ? null : <ins>{becomes}</ins>}
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
