import type { FoundForm, FoundRecord, MarkedText } from '../../runtime/services/search.ts';
import { flowStateOf } from '../../screens/shared/flowState.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';

/** A text with the matches of the search highlighted. */
function HighlightedText({ text, marks }: MarkedText) {
  const parts = marks.flatMap(([start, end], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, start),
    <mark key={start}>{text.slice(start, end)}</mark>,
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
          <HighlightedText {...record.title} />
        </span>
        <span className="sf-found-more">
          {record.hits.map((hit) => (
            <span key={hit.label}>
              {hit.label}：<HighlightedText {...hit} />
            </span>
          ))}
          <span>
            {record.createByName} {record.createTime.slice(0, 10)}
          </span>
        </span>
      </span>
      {state && hasFlow ? <StatusTag tone={state.tone}>{state.label}</StatusTag> : null}
    </>
  );
}

interface Props {
  forms: readonly FoundForm[];
  /** Index of the first record in the list of search results; menu pages come before it. */
  firstIndex: number;
  /** Index of the selected search result. */
  selectedIndex: number;
  onSelect(index: number): void;
  onOpen(index: number): void;
}

/**
 * Lists the results that the arrow keys select, in the order of the page: each record and, for a form with further
 * records, the line that shows all records (`id` is null).
 */
export const selectableResultsOf = (forms: readonly FoundForm[]): { formKey: string; id: string | null }[] =>
  forms.flatMap(({ formKey, rows, total }) => [
    ...rows.map(({ id }) => ({ formKey, id })),
    ...(hasMore({ rows, total }) ? [{ formKey, id: null }] : []),
  ]);

/** Maximum number of records of a form that the server returns. */
const MAX_RECORDS_PER_FORM = 50;
/** Returns true if the form has further records that can be shown. */
const hasMore = ({ rows, total }: Pick<FoundForm, 'rows' | 'total'>): boolean =>
  total > rows.length && rows.length < MAX_RECORDS_PER_FORM;

/** The found records, grouped by form. */
export function FoundRecords({ forms, firstIndex, selectedIndex, onSelect, onOpen }: Props) {
  let nextIndex = firstIndex;
  return forms.map(({ formKey, formName, hasFlow, total, isEstimate, rows }) => {
    const formStart = nextIndex;
    nextIndex += selectableResultsOf([{ formKey, formName, hasFlow, total, isEstimate, rows }]).length;
    const buttonProps = (index: number) =>
      ({
        type: 'button',
        tabIndex: -1,
        'aria-current': index === selectedIndex || undefined,
        onClick: () => onOpen(index),
        onMouseMove: () => onSelect(index),
      }) as const;
    const countText = `${isEstimate ? '约 ' : ''}${total}`;
    return (
      <section key={formKey} data-found-form={formKey} aria-label={`${formName}，${countText} 条`}>
        <h3>
          {formName}
          <small>{countText} 条</small>
        </h3>
        <ul className="sf-found">
          {rows.map((record, index) => (
            <li key={record.id}>
              <button {...buttonProps(formStart + index)} data-found-record={record.id}>
                <RecordLine record={record} hasFlow={hasFlow} />
              </button>
            </li>
          ))}
          {hasMore({ rows, total }) ? (
            <li>
              <button {...buttonProps(formStart + rows.length)} className="sf-found-all" data-action="found-all">
                {total > MAX_RECORDS_PER_FORM ? `显示前 ${MAX_RECORDS_PER_FORM} 条` : `显示全部 ${countText} 条`}
              </button>
            </li>
          ) : null}
          {rows.length >= MAX_RECORDS_PER_FORM && total > rows.length ? (
            <li className="sf-found-note">只显示最新的 {MAX_RECORDS_PER_FORM} 条，请输入更具体的内容</li>
          ) : null}
        </ul>
      </section>
    );
  });
}
