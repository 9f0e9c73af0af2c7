import type { AuditEntry } from '../../runtime/services/audit.ts';
import { marked } from './marked.ts';

const None = () => <span className="dz-audit-none">（空）</span>;

/** What an entry changed: a line for each place, what differs marked on both sides. */
export function ChangeTable({ entry }: { entry: AuditEntry }) {
  const { changes, note } = entry;
  if (changes.length === 0) return <p className="sc-note">{note || '没有可比较的内容'}</p>;
  return (
    <>
      <table className="dz-audit-changes" aria-label="修改内容">
        <thead><tr><th scope="col">字段</th><th scope="col">修改前</th><th scope="col">修改后</th></tr></thead>
        <tbody>
          {changes.map(({ name, before, after }, index) => {
            const { head, was, becomes, tail } = marked(before, after);
            return (
              // oxlint-disable-next-line react/no-array-index-key -- lines of a past change never move, and two may have one name
              <tr key={index} data-change={name}>
                <th scope="row">{name}</th>
                <td>{before === '' ? <None /> : <>{head}{was === '' ? null : <del>{was}</del>}{tail}</>}</td>
                <td>{after === '' ? <None /> : <>{head}{becomes === '' ? null : <ins>{becomes}</ins>}{tail}</>}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {note ? <p className="sc-note">{note}</p> : null}
    </>
  );
}
