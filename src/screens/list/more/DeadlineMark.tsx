import type { FormRecord } from '../../../grammar/documents.ts';
import { daysBetween, today } from '../../../domain/dates.ts';
import { useSituation } from '../../../runtime/contexts.ts';
import { evaluateFlag } from '../../shared/evaluateFlag.ts';
import { ToneTag } from '../../shared/ToneTag.tsx';
import { rowScope } from '../actions.ts';
import type { ListColumn } from '../listParts.ts';

/** What is said of a date that is so many days away; null: nothing. */
export function deadlineWords(left: number, within: number): { tone: 'bad' | 'warn'; text: string } | null {
  if (left < 0) return { tone: 'bad', text: `逾期 ${-left} 天` };
  if (left > within) return null;
  return { tone: 'warn', text: left === 0 ? '今天到期' : `剩 ${left} 天` };
}

/** The end of a range, or the day itself. */
const dayOf = (value: unknown): string => {
  const day = Array.isArray(value) ? value.at(-1) : value;
  return typeof day === 'string' ? day.slice(0, 10) : '';
};

/** Marks a date that has passed or comes soon, counted from the day on which it is read. */
export function DeadlineMark({ column, record }: { column: ListColumn; record: FormRecord }) {
  const { user } = useSituation();
  const { deadline } = column;
  const day = dayOf(record.fieldsMap[column.field]);
  if (!deadline || day === '') return null;
  const words = deadlineWords(daysBetween(today(), day), deadline.within);
  if (!words) return null;
  if (deadline.when && evaluateFlag(deadline.when, { row: rowScope(record), user }) !== true) return null;
  return (
    <span className="sc-deadline">
      <ToneTag tone={words.tone}>{words.text}</ToneTag>
    </span>
  );
}
