import type { FoundForm, FoundRecord, MarkedText } from '../../runtime/services/search.ts';
import { flowStateOf } from '../../screens/shared/flowState.ts';
import { ToneTag } from '../../screens/shared/ToneTag.tsx';

/** A text with the parts that were searched for marked. */
function Marked({ text, marks }: MarkedText) {
  const parts = marks.flatMap(([from, to], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, from),
    <mark key={from}>{text.slice(from, to)}</mark>,
  ]);
  return (
    <>
      {parts}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}

function RecordLine({ record, hasFlow }: { record: FoundRecord; hasFlow: boolean }) {
  const state = flowStateOf(record.flwState, hasFlow);
  return (
    <>
      <span className="sf-found-record">
        <span className="sf-found-title">
          <Marked {...record.title} />
        </span>
        <span className="sf-found-more">
          {record.hits.map((hit) => (
            <span key={hit.label}>
              {hit.label}：<Marked {...hit} />
            </span>
          ))}
          <span>
            {record.createByName} {record.createTime.slice(0, 10)}
          </span>
        </span>
      </span>
      {state && hasFlow ? <ToneTag tone={state.tone}>{state.label}</ToneTag> : null}
    </>
  );
}

interface Props {
  forms: readonly FoundForm[];
  /** Position of the first record among all that arrows choose from; `at`: the chosen one. */
  from: number;
  at: number;
  onChoose(at: number): void;
  onOpen(at: number): void;
}

/** What arrows choose from, in the order of the page: each record, and of a form with more of them the line that shows all. */
export const targetsOf = (forms: readonly FoundForm[]): { formKey: string; id: string | null }[] =>
  forms.flatMap(({ formKey, rows, total }) => [
    ...rows.map(({ id }) => ({ formKey, id })),
    ...(hasMore({ rows, total }) ? [{ formKey, id: null }] : []),
  ]);

const MOST = 50;
/** May the others of a form be shown? Not once the most that is answered is there. */
const hasMore = ({ rows, total }: Pick<FoundForm, 'rows' | 'total'>): boolean =>
  total > rows.length && rows.length < MOST;

/** Records that were found, grouped by form. */
export function FoundRecords({ forms, from, at, onChoose, onOpen }: Props) {
  let next = from;
  return forms.map(({ formKey, formName, hasFlow, total, isEstimate, rows }) => {
    const first = next;
    next += targetsOf([{ formKey, formName, hasFlow, total, isEstimate, rows }]).length;
    const button = (index: number) =>
      ({
        type: 'button',
        tabIndex: -1,
        'aria-current': index === at || undefined,
        onClick: () => onOpen(index),
        onMouseMove: () => onChoose(index),
      }) as const;
    const count = `${isEstimate ? '约 ' : ''}${total}`;
    return (
      <section key={formKey} data-found-form={formKey} aria-label={`${formName}，${count} 条`}>
        <h3>
          {formName}
          <small>{count} 条</small>
        </h3>
        <ul className="sf-found">
          {rows.map((record, index) => (
            <li key={record.id}>
              <button {...button(first + index)} data-found-record={record.id}>
                <RecordLine record={record} hasFlow={hasFlow} />
              </button>
            </li>
          ))}
          {hasMore({ rows, total }) ? (
            <li>
              <button {...button(first + rows.length)} className="sf-found-all" data-action="found-all">
                {total > MOST ? `显示前 ${MOST} 条` : `显示全部 ${count} 条`}
              </button>
            </li>
          ) : null}
          {rows.length >= MOST && total > rows.length ? (
            <li className="sf-found-note">只显示最新的 {MOST} 条，请输入更具体的内容</li>
          ) : null}
        </ul>
      </section>
    );
  });
}
